internal import Dispatch

/// Runs a vault's calls one after another on a thread that may block on disks and locks.
///
/// Swift's own executor has only as many threads as there are processors, and these must not block.
final class VaultExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "cardvault.vault")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
  }
}
