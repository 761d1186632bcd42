internal import Glibc
package import SystemPackage

extension FilePath {
  /// The names in this folder, as the file system spells them, in no order.
  ///
  /// - Returns: All of them, `.` and `..` included.
  /// - Throws: Why the folder cannot be listed.
  package func folderNames() throws(Errno) -> [FilePath.Component] {
    guard let stream = unsafe withPlatformString({ unsafe opendir($0) }) else {
      throw Errno(rawValue: errno)
    }
    defer { unsafe closedir(stream) }
    var names: [FilePath.Component] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe FilePath.Component(platformString: $0)
        }
      }
      if let name { names.append(name) }
    }
    return names
  }
}
