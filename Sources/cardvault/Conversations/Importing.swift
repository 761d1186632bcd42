internal import Cards
internal import ReaderLink
internal import VaultStore

/// Takes what readers found and stores it as drafts, photo by photo.
struct Importing {
  let vault: Vault
  let console: Console
  let fields: FieldOptions
  /// The name given to the one card; `nil` names drafts after their photos.
  let name: String?
  /// Whether a code that is in the vault already is stored again.
  let keepsDuplicates: Bool

  /// Drafts that this import added, for review; those of one photo together.
  private(set) var drafts: [[CardID]] = []
  private var added: [Card] = []
  private var knownCount = 0
  private var leftOutCount = 0

  init(
    vault: Vault, console: Console, fields: FieldOptions, name: String?, keepsDuplicates: Bool
  ) {
    self.vault = vault
    self.console = console
    self.fields = fields
    self.name = name
    self.keepsDuplicates = keepsDuplicates
  }

  /// Stores the codes of one picture.
  mutating func take(_ outcome: PictureOutcome, from source: String) async throws {
    PictureFiles.remark(outcome.failure, source, console)
    if outcome.failure != nil { leftOutCount += 1 }
    let codes = outcome.codes
    if codes.isEmpty, outcome.failure == nil {
      leftOutCount += 1
      console.complain(
        "\(source.printable): no code was found on it",
        try: "a sharper or closer photo, or cardvault add --name NAME --code -")
    }
    if name != nil, codes.count + added.count > 1 {
      throw Failure.usage(
        "--name fits one card", because: "more than one code was found",
        try: "the same command without --name")
    }
    var cards: [Card] = []
    for (index, found) in codes.enumerated() {
      let known = await vault.cards(with: found.barcode)
      if let first = known.first, !keepsDuplicates {
        knownCount += 1
        console.remark(
          "\(source.printable): this \(found.barcode.symbology) is in the vault already, "
            + "as “\(first.name.printable)”")
        continue
      }
      let number = codes.count > 1 ? index + 1 : nil
      let card = try await card(for: found, from: source, number: number, isKnown: !known.isEmpty)
      if !cards.contains(where: { $0.id == card.id }) { cards.append(card) }
    }
    try await vault.saving(cards)
    added += cards
    let waiting = cards.filter(\.isDraft).map(\.id)
    if !waiting.isEmpty { drafts.append(waiting) }
  }

  private func card(
    for found: FoundBarcode, from source: String, number: Int?, isKnown: Bool
  ) async throws -> Card {
    var generator = SystemRandomNumberGenerator()
    let id = isKnown ? CardID(using: &generator) : await vault.id(for: found.barcode)
    var card = Card(
      id: id, name: name ?? Self.suggestedName(for: source, number: number),
      codes: [found.barcode], added: .init(milliseconds: 0))
    card.review = found.isSure ? (name == nil ? .draft : .accepted) : .doubtfulDraft
    card.origin = source.lowercased().hasSuffix(".pdf") ? "document" : "photo"
    card.kind = found.barcode.isBook ? .book : .loyalty
    try fields.apply(to: &card)
    return card
  }

  /// A name to start from: that of the photo, without its folder and ending.
  static func suggestedName(for source: String, number: Int?) -> String {
    let file = source == "-" ? "card" : source.split(separator: "/").last.map(String.init) ?? "card"
    let stem = file.split(separator: ".").dropLast().joined(separator: ".")
    let words = (stem.isEmpty ? file : stem).split { "-_ ".contains($0) }.joined(separator: " ")
    return words + (number.map { " \($0)" } ?? "")
  }

  /// Says what became of it all.
  func sayResult(format: Console.Format) throws {
    if format == .json || format == .jsonl {
      let report = ImportReport(
        added: added.map(\.id.description), alreadyThere: knownCount, leftOut: leftOutCount)
      console.result(report.json)
      return
    }
    let doubtful = added.count { $0.review == .doubtfulDraft }
    var parts = ["\(added.count) \(added.count == 1 ? "card" : "cards") added"]
    if knownCount > 0 { parts.append("\(knownCount) already there") }
    if doubtful > 0 { parts.append("\(doubtful) doubtful: check the number when you review") }
    if leftOutCount > 0 { parts.append("\(leftOutCount) not read") }
    console.result(parts.joined(separator: ", "))
  }

  /// The exit code that the result calls for; `nil` when all is well.
  var status: ExitStatus? {
    let isEmpty = added.isEmpty && knownCount == 0
    if isEmpty { return .nothingFound }
    let isUnaccepted = name != nil && added.contains { $0.isDraft }
    return leftOutCount > 0 || isUnaccepted ? .partlyDone : nil
  }
}

/// What an import did, for scripts.
struct ImportReport: Encodable {
  let added: [String]
  let alreadyThere: Int
  let leftOut: Int
}

extension Barcode {
  /// Whether it is a book's number: an EAN-13 in the ISBN ranges 978 and 979, ISMN's 979-0 left out
  /// (ISO 2108:2017 annex A).
  var isBook: Bool {
    symbology == .ean13
      && (text.hasPrefix("978") || (text.hasPrefix("979") && !text.hasPrefix("9790")))
  }
}
