internal import Glibc
package import SystemPackage

/// The programs that are installed together.
package enum InstalledProgram {
  /// How they came to this machine.
  package static var installation: Installation { Installation(executable: running?.string ?? "") }

  /// The running executable, as the kernel names it.
  private static var running: FilePath? {
    var own = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe readlink("/proc/self/exe", &own, own.count - 1)
    guard length > 0 else { return nil }
    return FilePath(platformString: own)
  }

  /// The program of this name next to the running executable; PATH is never searched.
  ///
  /// - Returns: its path; `nil` if there is none.
  package static func named(_ name: String) -> FilePath? {
    guard let path = running?.removingLastComponent().appending(name) else { return nil }
    return (try? path.stat().type) == .regular ? path : nil
  }
}
