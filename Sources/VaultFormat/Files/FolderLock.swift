internal import Glibc
internal import Sealing

/// The right to write, held by one process at a time, until this value is destroyed (`flock`).
package struct FolderLock: ~Copyable {
  private let descriptor: Int32

  /// Waits for the lock.
  ///
  /// - Throws: `VaultError.inUse`, or the system's error.
  package init(_ folder: borrowing Folder, timeout: Duration) throws(VaultError) {
    let (outer, path) = (folder.descriptor, folder.path)
    let descriptor = try folder.naming { () throws(SystemFailure) in
      let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
      return try SystemFailure.check { unsafe openat(outer, "lock", flags, 0o600) }
    }
    let clock = ContinuousClock()
    let end = clock.now + timeout
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        let failure = SystemFailure(code: errno)
        close(descriptor)
        throw VaultError(failure, path)
      }
      guard clock.now < end else {
        close(descriptor)
        throw .inUse(path)
      }
      // Another process's save needs a few milliseconds.
      usleep(2_000)
    }
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }
}
