internal import Glibc
package import SystemPackage

/// The programs that are installed together.
package enum InstalledProgram {
  /// The program of this name next to the running executable; PATH is never searched.
  ///
  /// - Returns: its path; `nil` if there is none.
  package static func named(_ name: String) -> FilePath? {
    var own = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe readlink("/proc/self/exe", &own, own.count - 1)
    guard length > 0 else { return nil }
    let path = FilePath(platformString: own).removingLastComponent().appending(name)
    return (try? path.stat().type) == .regular ? path : nil
  }
}
