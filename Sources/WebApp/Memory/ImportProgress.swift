internal import Synchronization

/// The progress of imports of other wallets' files, one for each tab, which a person may stop.
final class ImportProgress: Sendable {
  struct Count: Encodable, Sendable, Hashable {
    /// How many photos were read and stored, or could not be.
    var done = 0
    /// 0 until the first photo is done.
    var total = 0
  }

  /// A person stopped the import.
  struct Stopped: Error {}

  private struct Import {
    var count = Count()
    var isStopped = false
  }

  /// Running imports by their tab's token.
  private let imports = Mutex<[String: Import]>([:])

  /// Begins a tab's import, which `end` ends.
  func begin(_ token: String) { imports.withLock { $0[token] = Import() } }

  /// Notes a tab's progress, unless a person stopped it.
  func note(_ done: Int, of total: Int, for token: String) throws(Stopped) {
    let isStopped = imports.withLock { imports in
      imports[token]?.count = Count(done: done, total: total)
      return imports[token]?.isStopped ?? false
    }
    if isStopped { throw Stopped() }
  }

  /// Stops a tab's import, if one is running, before its next photo.
  func stop(_ token: String) { imports.withLock { $0[token]?.isStopped = true } }

  func end(_ token: String) { imports.withLock { $0[token] = nil } }

  /// A tab's progress; zeros while no import is running.
  func count(for token: String) -> Count {
    imports.withLock { $0[token]?.count ?? Count() }
  }
}
