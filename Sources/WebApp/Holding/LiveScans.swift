internal import Cards
internal import ReaderLink
internal import Synchronization
internal import Wallet

/// The scans that go on: each tab has a reader while it scans, and the codes that it saw until the vault is locked.
///
/// Pages name a code by a key of no meaning; numbers stay here until a person asks for them. Frames are not kept.
final class LiveScans: Sendable {
  private struct Scan {
    let token: String
    /// `nil` while the tab does not scan.
    var session: LiveSession?
    var lastUsed = ContinuousClock.now
    /// What was seen, the last one at the end.
    var seen: [Seen] = []
  }

  private struct Seen {
    let key: String
    let canonical: [UInt8]
    var found: FoundBarcode
  }

  private struct State {
    var scans: [Scan] = []
    var lastNumber = 0
  }

  /// As many tabs as sessions exist at once.
  private static let mostTabs = 32
  /// The most codes of a tab: more than a tray holds; a code has at most 8 KiB.
  static let mostCodes = 128
  /// Each has a reader process; two keep both cores of a small machine busy.
  private static let mostReaders = 2
  /// A tab that sent no frame for this long gives its reader to another one.
  private static let restTime = Duration.seconds(3)

  /// Whether pages offer a camera that shows a sample code.
  let hasSample: Bool
  private let state = Mutex(State())

  /// No scan goes on yet.
  init(hasSample: Bool) { self.hasSample = hasSample }

  /// The reader of a tab, which starts with its first frame.
  ///
  /// - Returns: Its session; the same one until it is ended.
  /// - Throws: `ReaderLinkError.readerMissing`, and `Failure` while too many other tabs scan.
  func session(of token: String) throws -> LiveSession {
    try state.withLock { state throws -> LiveSession in
      let now = ContinuousClock.now
      if let place = state.scans.firstIndex(where: { $0.token == token }),
        let session = state.scans[place].session
      {
        state.scans[place].lastUsed = now
        return session
      }
      try Self.makeRoom(in: &state.scans, now)
      let session = LiveSession(executable: try ReaderPool.readerBesideExecutable())
      let place = Self.place(of: token, in: &state.scans)
      state.scans[place].session = session
      state.scans[place].lastUsed = now
      return session
    }
  }

  /// Remembers a code that a tab saw.
  ///
  /// - Returns: Its key, the same each time.
  func keep(_ found: FoundBarcode, for token: String) -> String {
    state.withLock { state in
      let canonical = found.barcode.canonicalBytes
      let place = Self.place(of: token, in: &state.scans)
      var seen = state.scans[place].seen
      if let index = seen.firstIndex(where: { $0.canonical == canonical }) {
        var again = seen.remove(at: index)
        // A later glimpse takes no sureness away; another reading of the same place does.
        let isGlimpse = found.doubt == .weakEvidence || found.doubt == .alteredPicture
        if !(again.found.isSure && isGlimpse) { again.found = found }
        seen.append(again)
      } else {
        state.lastNumber += 1
        if seen.count >= Self.mostCodes { seen.removeFirst() }
        seen.append(Seen(key: "\(state.lastNumber)", canonical: canonical, found: found))
      }
      state.scans[place].seen = seen
      return seen.last?.key ?? ""
    }
  }

  /// A code that a tab saw; `nil` if it is not remembered.
  func code(_ key: String, of token: String) -> FoundBarcode? {
    state.withLock { state in
      state.scans.first { $0.token == token }?.seen.first { $0.key == key }?.found
    }
  }

  /// Ends a tab's reader; what it saw stays.
  func end(_ token: String) {
    let session = state.withLock { state -> LiveSession? in
      guard let place = state.scans.firstIndex(where: { $0.token == token }) else { return nil }
      defer { state.scans[place].session = nil }
      return state.scans[place].session
    }
    session?.end()
  }

  /// Ends a tab's reader, and forgets what it saw.
  func forget(_ token: String) {
    let session = state.withLock { state -> LiveSession? in
      guard let place = state.scans.firstIndex(where: { $0.token == token }) else { return nil }
      return state.scans.remove(at: place).session
    }
    session?.end()
  }

  /// Ends all readers and forgets everything: with the lock.
  func endAll() {
    let sessions = state.withLock { state in
      defer { state.scans = [] }
      return state.scans.compactMap(\.session)
    }
    for session in sessions { session.end() }
  }

  /// The place of a tab, which is made if need be; the tab that rested longest goes.
  private static func place(of token: String, in scans: inout [Scan]) -> Int {
    if let place = scans.firstIndex(where: { $0.token == token }) { return place }
    if scans.count >= mostTabs,
      let oldest = scans.indices.min(by: { scans[$0].lastUsed < scans[$1].lastUsed })
    {
      scans.remove(at: oldest).session?.end()
    }
    scans.append(Scan(token: token))
    return scans.count - 1
  }

  private static func makeRoom(
    in scans: inout [Scan], _ now: ContinuousClock.Instant
  ) throws(Failure) {
    let reading = scans.indices.filter { scans[$0].session != nil }
    guard reading.count >= mostReaders else { return }
    guard let oldest = reading.min(by: { scans[$0].lastUsed < scans[$1].lastUsed }),
      now - scans[oldest].lastUsed >= restTime
    else {
      throw Failure(
        "this page cannot scan now", because: "two others are scanning",
        try: "stop one of them, then try again", status: .inUse)
    }
    scans[oldest].session?.end()
    scans[oldest].session = nil
  }
}
