internal import Synchronization

/// How far the imports of other wallets' files have come, one for each tab, whose person may stop it.
final class ImportProgress: Sendable {
  /// The photos of an import.
  struct Count: Encodable, Sendable, Hashable {
    /// How many were read and stored, or could not be.
    var done = 0
    /// How many there are; 0 until the first one is done.
    var total = 0
  }

  /// A person stopped the import.
  struct Stopped: Error {}

  private struct Import {
    var count = Count()
    var isStopped = false
  }

  /// Those that are running, by the tab's token.
  private let imports = Mutex<[String: Import]>([:])

  /// Begins a tab's import, which `end` ends.
  func begin(_ token: String) { imports.withLock { $0[token] = Import() } }

  /// Notes how far a tab's import is.
  ///
  /// - Throws: `Stopped`.
  func note(_ done: Int, of total: Int, for token: String) throws(Stopped) {
    let isStopped = imports.withLock { imports in
      imports[token]?.count = Count(done: done, total: total)
      return imports[token]?.isStopped ?? false
    }
    if isStopped { throw Stopped() }
  }

  /// Stops a tab's import before its next photo, if it has one that is running.
  func stop(_ token: String) {
    imports.withLock { imports in
      guard imports[token] != nil else { return }
      imports[token]?.isStopped = true
    }
  }

  /// Forgets a tab's import.
  func end(_ token: String) { imports.withLock { $0[token] = nil } }

  /// How far a tab's import is; nothing is done while none is running.
  func count(for token: String) -> Count {
    imports.withLock { $0[token]?.count ?? Count() }
  }
}
