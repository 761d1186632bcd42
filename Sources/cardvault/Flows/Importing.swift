internal import Cards
internal import ReaderLink
internal import TerminalIO
internal import VaultStore
internal import Wallet

/// Imports pictures, and says picture by picture what became of them.
struct Importing {
  private var batch: ImportBatch
  private let console: Console
  /// The name given to the one card; `nil` names drafts after their pictures.
  private let name: String?

  init(
    into vault: Vault, _ console: Console, fields: TypedFields, name: String?,
    keepsDuplicates: Bool
  ) throws {
    batch = ImportBatch(
      into: vault, name: name, fields: fields, keepsDuplicates: keepsDuplicates,
      today: try .today())
    self.console = console
    self.name = name
  }

  /// What became of the pictures.
  var summary: ImportSummary { batch.summary }

  /// Reads all the pictures, and stores what they yield.
  mutating func run(_ pictures: [PictureSelection.Picture]) async throws {
    let progress = Progress(total: pictures.count, console: console)
    try await ReaderPool.readEach(
      of: pictures.map(\.source), onMissing: MissingProtections(console).tell
    ) { index, outcome in
      progress.clear()
      try await take(outcome, from: pictures[index].name)
      progress.show(done: index + 1)
    }
    progress.clear()
    try await store()
  }

  private mutating func take(_ outcome: PictureOutcome, from source: String) async throws {
    for event in await batch.take(outcome, from: source) { tell(event, of: source) }
    if batch.isStoredByPicture { try await store() }
  }

  private mutating func store() async throws {
    let events = try await batch.store()
    Console.noteStored()
    for event in events { tell(event, of: "") }
  }

  private func tell(_ event: ImportEvent, of source: String) {
    let path = source.printable
    switch event {
    case .key: console.complainOfKey(on: source)
    case .failed(let failure): console.complain(of: failure, on: source)
    case .noCode:
      console.complain(
        "\(path): no code was found on it",
        try: "a sharper or closer photo, or cardvault add --name NAME --code -")
    case .known(let card, let symbology, let isCorrected):
      console.remark(
        "\(path): this \(symbology) is in the vault already, as “\(card.name.printable)”"
          + (isCorrected ? ", where its code was changed" : "")
          + (name == nil || name == card.name
            ? "" : "; to rename it: cardvault edit \(card.shortID) --name NAME"))
    case .staysRemoved(let card):
      console.remark(
        "\(path): “\(card.name.printable)” was removed and stays so; to bring it back: "
          + "cardvault restore \(card.shortID); for a new card: cardvault import --duplicate")
    case .staysPurged(let symbology):
      console.remark(
        "\(path): the card with this \(symbology) was removed and stays so; "
          + "for a new card: cardvault import --duplicate")
    case .broughtBack(let card, let formerName):
      console.remark(
        "“\(formerName.printable)” had been removed, and is back"
          + (formerName == card.name ? "" : " as “\(card.name.printable)”"))
    }
  }

  /// The exit code that the result calls for; `nil` when all is well.
  var status: ExitStatus? {
    if summary.isEmpty {
      return summary.leftOut.contains { $0.reason == .key } ? .partlyDone : .nothingFound
    }
    let isUnaccepted = name != nil && summary.stored.contains(where: \.isDraft)
    return !summary.leftOut.isEmpty || isUnaccepted ? .partlyDone : nil
  }
}
