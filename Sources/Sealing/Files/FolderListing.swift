internal import Glibc

/// Lists an open folder.
package enum FolderListing {
  /// The names in a folder, in no particular order.
  ///
  /// - Parameters:
  ///   - folder: the open folder; it may be listed repeatedly.
  ///   - limit: after how many names it stops, as a folder may have any number.
  /// - Returns: the bytes of each name as stored by the file system, not necessarily UTF-8; includes `.` and
  ///   `..`.
  /// - Throws: the system's error.
  package static func names(
    in folder: Int32, limit: Int = .max
  ) throws(SystemFailure) -> [[UInt8]] {
    // Closing the listing closes its descriptor, so it gets a copy; opening "." would need search permission on
    // the folder.
    let copy = try SystemFailure.check { fcntl(folder, F_DUPFD_CLOEXEC, 0) }
    guard let stream = unsafe fdopendir(copy) else {
      let code = errno
      close(copy)
      throw SystemFailure(code: code)
    }
    defer { unsafe closedir(stream) }
    // The read position belongs to the open folder and is shared with its copies.
    unsafe rewinddir(stream)
    var names: [[UInt8]] = []
    errno = 0
    while names.count < limit, let entry = unsafe readdir(stream) {
      names.append(
        unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) })
      errno = 0
    }
    guard errno == 0 else { throw SystemFailure(code: errno) }
    return names
  }
}
