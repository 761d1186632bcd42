internal import Cards
internal import ReaderLink
internal import Terminal
internal import VaultStore
internal import Wallet

/// Imports pictures, and reports picture by picture what became of them.
struct PictureImport {
  private var batch: ImportBatch
  private var counts = ReadingCounts()
  private let vault: Vault
  private let console: Console
  /// The name given to the one card; `nil` names drafts after their pictures.
  private let name: String?

  private let request: ReadRequest
  /// The option that limits which codes are imported; `nil` if all are.
  private let limit: String?
  /// Cards that stay removed, which are named together at the end.
  private var leftRemoved: [String] = []

  init(
    into vault: Vault, _ console: Console, fields: TypedFields, name: String?,
    keepsDuplicates: Bool, symbologies: Set<Symbology> = [], isForBooks: Bool = false,
    keepsPhotos: Bool = false
  ) throws {
    batch = ImportBatch(
      into: vault, name: name, fields: fields, keepsDuplicates: keepsDuplicates,
      keepsPhotos: keepsPhotos, isForBooks: isForBooks, today: try .today())
    request = ReadRequest(symbologies: symbologies, keepsPicture: keepsPhotos)
    limit = isForBooks ? "--isbn" : symbologies.isEmpty ? nil : "--symbology"
    self.console = console
    self.name = name
    self.vault = vault
  }

  /// What became of the pictures.
  var summary: ImportSummary { batch.summary }

  /// Reads all the pictures, and stores what they yield.
  mutating func run(_ pictures: [PictureSelection.Picture]) async throws {
    try await ReaderPool.readEach(
      of: pictures.map(\.source), request, onMissing: MissingProtections(console).tell
    ) { index, outcome in
      try await take(outcome, from: pictures[index].name)
    }
    try await store()
    tellOfRemoved()
    // Failing to save statistics is not an error.
    try? await vault.add(counts.counts + [.scanned(summary.added.count)])
  }

  private mutating func take(_ outcome: PictureOutcome, from source: String) async throws {
    counts.note(outcome)
    CommandLog.note(LogEvent(outcome))
    let events = await batch.take(outcome, from: source)
    var times = Dictionary(events.map { ($0, 1) }, uniquingKeysWith: +)
    // The same code may be on each page of a document.
    for event in events {
      if let count = times.removeValue(forKey: event) { tell(event, of: source, count) }
    }
    if batch.isStoredByPicture { try await store() }
  }

  private mutating func store() async throws {
    let events = try await batch.store()
    if !summary.stored.isEmpty { Console.noteStored() }
    for event in events { tell(event, of: "") }
  }

  /// Names the cards that stay removed, once for all photos.
  private func tellOfRemoved() {
    guard !leftRemoved.isEmpty else { return }
    let names = leftRemoved.shown
    console.remark(
      leftRemoved.count == 1
        ? "You removed \(names) before, so it stays removed. To bring it back: cardvault restore CARD"
        : "You removed \(leftRemoved.count) of these cards before, so they stay removed: \(names). "
          + "To bring one back: cardvault restore CARD")
  }

  /// Reports an event, and how often it happened, with the commands that help.
  private mutating func tell(_ event: ImportEvent, of source: String, _ count: Int = 1) {
    // The report for scripts gives the reasons.
    if console.format.isForScripts, event.isLeftOut { return }
    let times = count > 1 ? " (\(count) times)" : ""
    let what = "\(source.shownFile): \(event.words)\(times)"
    switch event {
    case .key: console.complainOfKey(on: source)
    case .failed(let failure): console.complain(of: failure, on: source)
    case .noCode where limit != nil:
      let limit = limit ?? ""
      console.complain(
        "\(source.shownFile): no code that matches \(limit) was found",
        try: "import it without \(limit)")
    case .noCode:
      let advice = event.advice.map { "\($0), or " } ?? ""
      console.complain(what, try: advice + "cardvault add --name NAME --code -")
    case .photoNotKept(let card, _):
      console.complain(what, try: "cardvault edit \(card.shortID) --photo FILE")
    case .known(let card, _, _):
      console.remark(
        "\(what)"
          + (name == nil || name == card.name
            ? "" : "; to rename that card: cardvault edit \(card.shortID) --name NAME")
          + (request.keepsPicture && !card.photos.contains { $0.side == .front }
            ? "; to keep this photo: cardvault edit \(card.shortID) --photo FILE" : ""))
    case .staysRemoved(let card):
      leftRemoved.append("“\(card.name)” (\(card.shortID))")
    case .broughtBack: console.remark("\(event.words)")
    }
  }

  /// What was not imported; `nil` when all is well.
  var failure: Failure? { Failure(importing: summary, isNamed: name != nil, limit: limit) }
}
