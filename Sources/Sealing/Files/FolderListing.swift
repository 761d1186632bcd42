internal import Glibc

/// What an open folder holds.
package enum FolderListing {
  /// The names in a folder, in no order.
  ///
  /// - Parameter folder: the open folder, which may be listed any number of times.
  /// - Returns: the bytes of each, as the file system has them, which need not be UTF-8; `.` and `..` are among them.
  /// - Throws: what the system says.
  package static func names(in folder: Int32) throws(SystemFailure) -> [[UInt8]] {
    // Closing the listing closes its descriptor. It is a copy, as to open "." takes the right to search the folder.
    let copy = try SystemFailure.check { fcntl(folder, F_DUPFD_CLOEXEC, 0) }
    guard let stream = unsafe fdopendir(copy) else {
      let code = errno
      close(copy)
      throw SystemFailure(code: code)
    }
    defer { unsafe closedir(stream) }
    // How far a listing has come is a matter of the open folder.
    unsafe rewinddir(stream)
    var names: [[UInt8]] = []
    errno = 0
    while let entry = unsafe readdir(stream) {
      names.append(
        unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) })
      errno = 0
    }
    guard errno == 0 else { throw SystemFailure(code: errno) }
    return names
  }
}
