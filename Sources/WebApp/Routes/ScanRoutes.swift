internal import Cards
internal import ReaderLink
internal import VaultStore
internal import Wallet

/// Live scanning: frames of a camera, one at a time for each tab, and drafts of the codes that a person picks.
struct ScanRoutes: Sendable {
  private let holder: VaultHolder
  private let scans: LiveScans
  /// A frame takes its memory from its first byte on; one that arrives slowly does not delay reading another.
  private let arriving = Turns(atOnce: 8, maxWaiting: 0, orElse: ScanRoutes.tooMany)
  private let turns = Turns(atOnce: 2, maxWaiting: 2, orElse: ScanRoutes.tooMany)

  private static let tooMany = Failure(
    "this picture was not read", because: "too many others are being read",
    try: "scan on in a moment", status: .inUse)

  init(holder: VaultHolder, scans: LiveScans) {
    self.holder = holder
    self.scans = scans
  }

  /// Adds its calls.
  func add(to calls: CallGroup) {
    calls.post("scan-start", start)
    calls.save("scan-add", add)
    calls.get("scan-seen", seen)
    calls.get("scan-text", text)
    calls.post("scan-done", done)
    calls.post("scan-found", countFound)
    calls.post("scan-failed", count)
    calls.upload("scan-frame", read)
  }

  private struct Asked: Decodable {
    var prepares: Bool?
    /// Whether a real camera is opened, not the sample.
    var counts: Bool?
  }

  private struct Beginning: Encodable, Sendable {
    let hasSample: Bool
    /// Whether frames are sent as JPEG, as they come over a network.
    let sendsJPEG: Bool
    let symbologies: [String]
  }

  /// `scan-start`: returns what can be looked for; on request, starts the reader while the page opens the camera.
  func start(_ call: Call) async throws -> Answer {
    try holder.checkOpen()
    let asked = try call.json(Asked.self)
    if asked.counts ?? false {
      // Only for the statistics, so nothing waits for it.
      Task { [holder] in try? await holder.vault().add([.startedScan]) }
    }
    if asked.prepares ?? false {
      let session = try scans.session(of: call.token)
      // If it cannot start, the answer to the first frame says why.
      Task { try? await session.prepare() }
    }
    return .json(
      Beginning(
        hasSample: scans.hasSample, sendsJPEG: call.isFromHome,
        symbologies: Symbology.allCases.map(\.name)))
  }

  /// `scan-frame`: reads one frame.
  func read(_ call: Call) async throws -> Answer {
    // A locked vault reads nothing.
    try holder.checkOpen()
    defer { forgetIfLocked(call) }
    let headers = try ScanFrame { call[$0] }
    let token = call.token
    let reading = try await arriving.run {
      let frame = try headers.frame(try await call.file(upTo: ScanFrame.byteLimit))
      return try await turns.run {
        // It may have been locked while the bytes arrived.
        try holder.checkOpen(since: call.lockings)
        // Only a valid frame starts a reader.
        let session = try scans.session(of: token)
        return try await Self.reading(of: frame, headers.request, by: session)
      }
    }
    // It may have been locked while the frame was read.
    try holder.checkOpen(since: call.lockings)
    let wanted = reading.codes.filter { headers.wants($0.found) }
    let others = reading.codes.filter { headers.offers($0.found) }
    return .json(
      ScanAnswer(
        try await scanned(wanted, for: token), others: try await scanned(others, for: token),
        reading))
  }

  /// What pages may know of codes, with the cards that have them.
  private func scanned(
    _ codes: [LiveReading.Code], for token: String
  ) async throws -> [ScannedCode] {
    if codes.isEmpty { return [] }
    let today = try CalendarDate.today()
    let vault = try await holder.vault()
    var scanned: [ScannedCode] = []
    for code in codes {
      var card: Card?
      if code.found.isSure, case .held(let held)? = await vault.known(code.found.barcode) {
        card = held
      }
      scanned.append(
        ScannedCode(
          SeenCode(code.found, key: scans.keep(code.found, for: token)),
          beside: CodeOnFrame(code, known: card, today: today)))
    }
    return scanned
  }

  /// Drops the tab's reader and codes if the vault was locked while its frame was read; after a change of the key, the page
  /// and the codes in its tray stay.
  private func forgetIfLocked(_ call: Call) {
    do throws(WebError) {
      try holder.checkNotLocked(since: call.lockings)
    } catch {
      scans.forget(call.token)
    }
  }

  private static func reading(
    of frame: LiveFrame, _ request: LiveRequest, by session: LiveSession
  ) async throws -> LiveReading {
    do throws(LiveSession.Failure) {
      return try await session.read(frame, request).withoutKeys()
    } catch {
      switch error {
      // Ended by a lock or by the page, neither of which needs an answer.
      case .busy, .ended: throw WebError.busy
      case .link(let error): throw error
      case .refused, .crashed, .timedOut:
        throw Failure(
          "this picture was not read", because: "cardvault-reader stopped on it",
          try: "scan on: a fresh one reads the next picture", status: .unexpected)
      }
    }
  }

  private struct Adding: Decodable {
    let keys: [String]
    /// The keys of books.
    var books: Set<String>?
  }

  /// `scan-add`: makes drafts of codes, all in one change; none is accepted automatically.
  func add(_ call: Call) async throws -> Answer {
    let request = try call.json(Adding.self)
    let codes = try codes(request.keys, of: call)
    let vault = try await holder.vault()
    var batch = ImportBatch(into: vault, try ImportRequest(), today: try .today())
    for (key, code) in zip(request.keys, codes) {
      await batch.take(code, isBook: request.books?.contains(key) ?? false)
    }
    await vault.beginCommand()
    _ = try await batch.store()
    await batch.count()
    return .json(ImportAnswer(batch.outcome))
  }

  private struct Kept: Decodable { let keys: [String] }

  private struct Remembered: Encodable, Sendable { let codes: [SeenCode] }

  /// `scan-seen`: the codes in the tray of a page that was reloaded; keys that are no longer known are left out.
  func seen(_ call: Call) async throws -> Answer {
    try holder.checkOpen()
    let keys = try call.json(Kept.self).keys
    guard keys.count <= LiveScans.maxCodes else { throw DecodingError.malformed("too many keys") }
    return .json(
      Remembered(
        codes: keys.compactMap { key in
          scans.code(key, of: call.token).map { SeenCode($0, key: key) }
        }))
  }

  private struct Named: Decodable { let key: String }

  /// `scan-text`: a code's number for a field that is typed into, if typing it gives the same code.
  func text(_ call: Call) async throws -> Answer {
    try holder.checkOpen()
    let found = try codes([call.json(Named.self).key], of: call)[0]
    let barcode = found.barcode
    let today = try CalendarDate.today()
    let typed = try? TypedCode.code(
      barcode.text, symbologyName: barcode.symbology.name, replacing: nil, today: today)
    guard typed?.barcode.canonicalBytes == barcode.canonicalBytes else {
      throw Failure(
        "this code cannot be typed", because: "it has characters that no keyboard has",
        try: "choose Scan, which keeps it as it is", status: .usage)
    }
    return .json(CodeReport(found, today: today))
  }

  /// `scan-done`: the page no longer needs a reader.
  func done(_ call: Call) async throws -> Answer {
    scans.end(call.token)
    return .done
  }

  private struct Taken: Decodable {
    let key: String
    var milliseconds: Int?
  }

  /// In milliseconds; a page switches its camera off long before.
  private static let longestScan = 3_600_000

  /// `scan-found`: counts the symbology of a code that was taken, and how long the first one of a scan took.
  func countFound(_ call: Call) async throws -> Answer {
    try holder.checkOpen()
    let taken = try call.json(Taken.self)
    let found = try codes([taken.key], of: call)[0]
    let time = taken.milliseconds.map { UInt64(min(max(0, $0), Self.longestScan)) }
    try await holder.vault().add(LocalCount.found(found, firstAfter: time))
    return .done
  }

  private struct Failing: Decodable { let reason: String }

  /// `scan-failed`: counts why there was no picture, and nothing else.
  func count(_ call: Call) async throws -> Answer {
    guard let failure = ScanFailure(rawValue: try call.json(Failing.self).reason) else {
      throw DecodingError.malformed("no such reason")
    }
    try await holder.vault().add([.failed(failure)])
    return .done
  }

  /// Codes that the tab saw, by their keys.
  private func codes(_ keys: [String], of call: Call) throws -> [FoundBarcode] {
    guard keys.count <= LiveScans.maxCodes else { throw DecodingError.malformed("too many keys") }
    let token = call.token
    let codes = keys.compactMap { scans.code($0, of: token) }
    guard !keys.isEmpty, codes.count == keys.count else {
      throw WebError.gone("this scan is not in memory any more: scan the card again")
    }
    return codes
  }
}
