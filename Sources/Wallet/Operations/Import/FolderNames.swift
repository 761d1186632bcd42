internal import Glibc
internal import Sealing
package import SystemPackage

extension FilePath {
  /// The names in this folder, as the file system spells them, in no particular order.
  ///
  /// - Returns: All names, including `.` and `..`.
  /// - Throws: Why the folder cannot be listed.
  package func folderNames() throws(Errno) -> [FilePath.Component] {
    do throws(SystemFailure) {
      // The path may not be UTF-8, either.
      let folder = try SystemFailure.check {
        unsafe withPlatformString { unsafe open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
      }
      defer { close(folder) }
      return try FolderListing.names(in: folder).compactMap { name in
        unsafe FilePath.Component(platformString: name.map { CChar(bitPattern: $0) } + [0])
      }
    } catch {
      throw Errno(rawValue: error.code)
    }
  }
}
