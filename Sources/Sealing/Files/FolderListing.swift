internal import Glibc

/// Lists an open folder.
package enum FolderListing {
  /// The names in a folder, in no particular order.
  ///
  /// - Parameters:
  ///   - folder: the open folder; it may be listed repeatedly.
  ///   - limit: how many names to keep, since a folder may have any number: the first ones, and up to as many wanted ones
  ///     among the first 20 times as many.
  ///   - isWanted: whether a name is wanted even beyond the limit.
  /// - Returns: the bytes of each name as stored by the file system, not necessarily UTF-8; includes `.` and
  ///   `..`.
  /// - Throws: the system's error.
  package static func names(
    in folder: Int32, limit: Int = .max, wanting isWanted: ([UInt8]) -> Bool = { _ in false }
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
    var (seenCount, wantedCount) = (0, 0)
    errno = 0
    while wantedCount < limit, seenCount / 20 < limit, let entry = unsafe readdir(stream) {
      seenCount += 1
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) {
        unsafe Array($0.prefix { $0 != 0 })
      }
      if seenCount <= limit {
        names.append(name)
      } else if isWanted(name) {
        names.append(name)
        wantedCount += 1
      }
      errno = 0
    }
    guard errno == 0 else { throw SystemFailure(code: errno) }
    return names
  }
}
