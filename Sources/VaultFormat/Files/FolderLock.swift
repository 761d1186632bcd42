internal import Cards
internal import Glibc
internal import Sealing
package import SystemPackage

/// The right to write, held by one process at a time, until this value is destroyed (`flock`).
package struct FolderLock: ~Copyable {
  private let descriptor: Int32

  /// Takes the lock; `nil` if another process has it.
  package init?(_ folder: borrowing Folder) throws(VaultError) {
    let outer = folder.descriptor
    let descriptor = try folder.naming { () throws(SystemFailure) in
      let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
      return try SystemFailure.check { unsafe openat(outer, "lock", flags, 0o600) }
    }
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let failure = SystemFailure(code: errno)
      close(descriptor)
      guard [EWOULDBLOCK, EINTR].contains(failure.code) else {
        throw VaultError(failure, folder.path)
      }
      return nil
    }
    self.descriptor = descriptor
  }

  /// Waits for the lock; the thread must be one that may block.
  ///
  /// - Parameters:
  ///   - folder: where the lock is.
  ///   - vault: the vault's folder, which errors name.
  ///   - timeout: how long to wait.
  /// - Throws: `VaultError.inUse`, or the system's error.
  package init(
    _ folder: borrowing Folder, of vault: FilePath, timeout: Duration
  ) throws(VaultError) {
    let clock = ContinuousClock()
    let end = clock.now + timeout
    var waiting: WorkMeter.Count?
    defer { waiting?.end() }
    while true {
      if let lock = try FolderLock(folder) {
        self = lock
        return
      }
      guard clock.now < end else { throw .inUse(vault) }
      waiting = waiting ?? WorkMeter.begin(.waiting)
      // Another process's save needs a few milliseconds.
      usleep(2_000)
    }
  }

  deinit {
    // As in `Folder`: closing alone releases it only when no child has the descriptor.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
