internal import Cards
internal import ReaderLink
internal import Synchronization
internal import Wallet

/// The running scans: each tab has a reader while it scans, and keeps the codes that it saw until the vault is locked.
///
/// Pages refer to a code by an opaque key; numbers stay here until a person asks for them. Frames are not kept.
final class LiveScans: Sendable {
  private struct Scan {
    let token: String
    /// `nil` while the tab does not scan.
    var session: LiveSession?
    var lastUsed = ContinuousClock.now
    /// The latest at the end.
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

  /// As many as sessions.
  private static let maxTabs = 32
  /// In one tab: more than a tray holds; a code has at most 8 KiB.
  static let maxCodes = 128
  /// Two processes keep both cores of a small machine busy.
  private static let maxReaders = 2
  /// A tab that has sent no frame for this long gives its reader to another.
  private static let restTime = Duration.seconds(3)

  /// Whether pages offer a camera that shows a sample code.
  let hasSample: Bool
  private let state = Mutex(State())

  init(hasSample: Bool) { self.hasSample = hasSample }

  /// The reader of a tab, which starts with its first frame and is the same until it is ended.
  ///
  /// Throws a `Failure` while too many other tabs scan.
  func session(of token: String) throws -> LiveSession {
    try state.withLock { state throws -> LiveSession in
      let now = ContinuousClock.now
      if let index = state.scans.firstIndex(where: { $0.token == token }),
        let session = state.scans[index].session
      {
        state.scans[index].lastUsed = now
        return session
      }
      try Self.makeRoom(in: &state.scans, now)
      let session = LiveSession(executable: try ReaderPool.readerBesideExecutable())
      let index = Self.index(of: token, in: &state.scans)
      state.scans[index].session = session
      state.scans[index].lastUsed = now
      return session
    }
  }

  /// Remembers a code that a tab saw, and returns its key, the same each time.
  func keep(_ found: FoundBarcode, for token: String) -> String {
    state.withLock { state in
      let canonical = found.barcode.canonicalBytes
      let index = Self.index(of: token, in: &state.scans)
      var seen = state.scans[index].seen
      if let known = seen.firstIndex(where: { $0.canonical == canonical }) {
        var again = seen.remove(at: known)
        // A later glimpse leaves a code sure; a conflicting reading of the same spot does not.
        let isGlimpse = found.doubt == .weakEvidence || found.doubt == .alteredPicture
        if !(again.found.isSure && isGlimpse) { again.found = found }
        seen.append(again)
      } else {
        state.lastNumber += 1
        if seen.count >= Self.maxCodes { seen.removeFirst() }
        seen.append(Seen(key: "\(state.lastNumber)", canonical: canonical, found: found))
      }
      state.scans[index].seen = seen
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
      guard let index = state.scans.firstIndex(where: { $0.token == token }) else { return nil }
      defer { state.scans[index].session = nil }
      return state.scans[index].session
    }
    session?.end()
  }

  /// Ends a tab's reader, and forgets what it saw.
  func forget(_ token: String) {
    let session = state.withLock { state -> LiveSession? in
      guard let index = state.scans.firstIndex(where: { $0.token == token }) else { return nil }
      return state.scans.remove(at: index).session
    }
    session?.end()
  }

  /// Ends all readers and forgets everything when the vault is locked.
  func endAll() {
    let sessions = state.withLock { state in
      defer { state.scans = [] }
      return state.scans.compactMap(\.session)
    }
    for session in sessions { session.end() }
  }

  /// The index of a tab's scan, which is added if need be; the one unused for longest goes.
  private static func index(of token: String, in scans: inout [Scan]) -> Int {
    if let index = scans.firstIndex(where: { $0.token == token }) { return index }
    if scans.count >= maxTabs,
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
    guard reading.count >= maxReaders else { return }
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
