internal import Cards
internal import Dispatch
internal import Glibc
internal import Sealing
internal import Synchronization
package import SystemPackage

/// The right to write, held by one process at a time, until this value is destroyed (`flock`).
package struct FolderLock: ~Copyable {
  private let descriptor: Int32

  /// Takes the lock; `nil` if another process has it.
  package init?(_ folder: borrowing Folder) throws(VaultError) {
    let descriptor = try Self.opened(in: folder)
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

  private static func opened(in folder: borrowing Folder) throws(VaultError) -> Int32 {
    let outer = folder.descriptor
    return try folder.naming { () throws(SystemFailure) in
      let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
      return try SystemFailure.check { unsafe openat(outer, "lock", flags, 0o600) }
    }
  }

  /// Waits for the lock, on a thread that may block.
  ///
  /// - Throws: `VaultError.inUse`, which names the vault's folder, or the system's error.
  package init(
    _ folder: borrowing Folder, of vault: FilePath, timeout: Duration
  ) throws(VaultError) {
    if let lock = try FolderLock(folder) {
      self = lock
      return
    }
    let waiting = WorkMeter.begin(.waiting)
    defer { waiting.end() }
    let descriptor = try Self.opened(in: folder)
    switch LockTurn(descriptor).wait(timeout) {
    case .waiting, .abandoned: throw .inUse(vault)
    case .come: self.descriptor = descriptor
    case .failed(let code):
      close(descriptor)
      throw VaultError(SystemFailure(code: code), folder.path)
    }
  }

  deinit {
    // As in `Folder`: closing alone does not release it while a child process shares the descriptor.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}

/// A turn in the queue for a lock: `flock` waits in the kernel without a timeout, so it needs its own thread.
private final class LockTurn: Sendable {
  enum State {
    case waiting
    /// The lock is held.
    case come
    /// The system's error code.
    case failed(Int32)
    /// Nobody waits any longer: the lock is released when it comes.
    case abandoned
  }

  private let state = Mutex(State.waiting)
  private let settled = DispatchSemaphore(value: 0)

  init(_ descriptor: Int32) {
    DispatchQueue(label: "cardvault.lock").async { [self] in
      var code: Int32
      repeat { code = flock(descriptor, LOCK_EX) == 0 ? 0 : errno } while code == EINTR
      let isWanted = state.withLock { state in
        guard case .waiting = state else { return false }
        state = code == 0 ? .come : .failed(code)
        return true
      }
      if !isWanted {
        flock(descriptor, LOCK_UN)
        close(descriptor)
      }
      settled.signal()
    }
  }

  /// Waits for at most `timeout`; a turn that has not come by then is abandoned, and the file will be closed.
  func wait(_ timeout: Duration) -> State {
    _ = settled.wait(timeout: .now() + timeout / .seconds(1))
    return state.withLock { state in
      if case .waiting = state { state = .abandoned }
      return state
    }
  }
}
