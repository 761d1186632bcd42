internal import Glibc
internal import Sealing
package import SystemPackage
package import VaultFormat

/// The right to write, held by one process at a time for as long as this lives (`flock`).
package struct FolderLock: ~Copyable {
  private let descriptor: Int32

  /// Waits for the lock.
  ///
  /// - Parameters:
  ///   - folder: where the lock file is.
  ///   - path: the folder's name, for errors.
  ///   - timeout: how long to wait.
  /// - Throws: `VaultError.inUse`, or what the system says.
  package init(
    _ folder: borrowing Folder, at path: FilePath, timeout: Duration
  ) throws(VaultError) {
    let outer = folder.descriptor
    let descriptor = try VaultError.naming(path) { () throws(SystemFailure) in
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
      // Another one's save takes a few milliseconds.
      usleep(2_000)
    }
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }
}
