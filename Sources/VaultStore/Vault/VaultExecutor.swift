internal import Dispatch

/// Runs what a vault does, one call after the other, on a thread that may wait for disks and locks.
///
/// The threads of Swift's own executor are as many as processors, and must not wait.
final class VaultExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "cardvault.vault")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
  }
}
