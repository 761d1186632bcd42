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
  /// The day of now, which decides the century of dates in codes.
  let today: CalendarDate

  /// Drafts that this import added, for review; those of one photo together.
  private(set) var drafts: [[CardID]] = []
  private var added: [Card] = []
  /// Cards that wait for `finish`.
  private var waiting: [Card] = []
  /// The different codes that were found, in canonical form.
  private var found: Set<[UInt8]> = []
  private var knownCount = 0
  /// Removed cards that a name brings back, by what they were called.
  private var broughtBack: [CardID: String] = [:]
  /// Cards that a person removed, and that stay so.
  private var leftRemoved: [CardID] = []
  private var leftOut: [ImportReport.LeftOut] = []

  init(
    vault: Vault, console: Console, fields: FieldOptions, name: String?, keepsDuplicates: Bool,
    today: CalendarDate
  ) {
    self.vault = vault
    self.console = console
    self.fields = fields
    self.name = name
    self.keepsDuplicates = keepsDuplicates
    self.today = today
  }

  /// Stores the codes of one picture.
  mutating func take(_ outcome: PictureOutcome, from source: String) async throws {
    PictureFiles.remark(outcome, source, console)
    if outcome.holdsKey {
      leftOut.append(.init(path: source, error: KeyRefusal.onPicture, holdsKey: true))
    }
    if let failure = outcome.failure { leftOut.append(.init(path: source, error: failure.reason)) }
    let codes = outcome.codes
    if codes.isEmpty, outcome.failure == nil, !outcome.holdsKey {
      leftOut.append(.init(path: source, error: "no code was found on it"))
      console.complain(
        "\(source.printable): no code was found on it",
        try: "a sharper or closer photo, or cardvault add --name NAME --code -")
    }
    found.formUnion(codes.map(\.barcode.canonicalBytes))
    var cards: [Card] = []
    for (index, found) in codes.enumerated() {
      let number = codes.count > 1 ? index + 1 : nil
      guard var card = await card(for: found, from: source, number) else { continue }
      try fields.apply(to: &card)
      if !cards.contains(where: { $0.id == card.id }) { cards.append(card) }
    }
    // A name is for one card, and whether there is only one shows at the end.
    if name == nil {
      try await store(cards)
    } else {
      waiting += cards.filter { card in !waiting.contains { $0.id == card.id } }
    }
  }

  /// Stores what had to wait for the last picture.
  mutating func finish() async throws {
    guard name == nil || found.count <= 1 else {
      throw Failure.usage(
        "nothing was stored", because: "--name fits one card, and \(found.count) codes were found",
        try: "the same command without --name")
    }
    try await store(waiting)
    waiting = []
  }

  private mutating func store(_ cards: [Card]) async throws {
    try await vault.saving(cards)
    added += cards
    for card in cards {
      guard let name = broughtBack[card.id] else { continue }
      console.remark(
        "“\(name.printable)” had been removed, and is back"
          + (name == card.name ? "" : " as “\(card.name.printable)”"))
    }
    let toReview = cards.filter(\.isDraft).map(\.id)
    if !toReview.isEmpty { drafts.append(toReview) }
  }

  /// The card that a code makes; `nil` when the vault has it already, or a person removed it.
  private mutating func card(
    for found: FoundBarcode, from source: String, _ number: Int?
  ) async -> Card? {
    guard let known = await vault.known(found.barcode) else {
      return draft(of: found, id: await vault.id(for: found.barcode), from: source, number)
    }
    if keepsDuplicates {
      var generator = SystemRandomNumberGenerator()
      return draft(of: found, id: CardID(using: &generator), from: source, number)
    }
    let path = source.printable
    switch known {
    case .held(let card):
      knownCount += 1
      console.remark(
        "\(path): this \(found.barcode.symbology) is in the vault already, as "
          + "“\(card.name.printable)”"
          + (card.holds(found.barcode) ? "" : ", where its code was changed")
          + (name == nil || name == card.name
            ? "" : "; to rename it: cardvault edit \(card.shortID) --name NAME"))
    case .removed(var card):
      // Who gives a name asks for the card.
      if let name {
        broughtBack[card.id] = card.name
        card.name = name
        if card.isDraft { card.review = found.isSure ? .accepted : .doubtfulDraft }
        return card
      }
      leave(
        card.id,
        "\(path): “\(card.name.printable)” was removed and stays so; to bring it back: "
          + "cardvault restore \(card.shortID); for a new card: cardvault import --duplicate")
    case .purged(let id):
      if name != nil { return draft(of: found, id: id, from: source, number) }
      leave(
        id,
        "\(path): the card with this \(found.barcode.symbology) was removed and stays so; "
          + "for a new card: cardvault import --duplicate")
    }
    return nil
  }

  /// Leaves a card removed, and says so once.
  private mutating func leave(_ card: CardID, _ words: String) {
    guard !leftRemoved.contains(card) else { return }
    leftRemoved.append(card)
    console.remark("\(words)")
  }

  private func draft(
    of found: FoundBarcode, id: CardID, from source: String, _ number: Int?
  ) -> Card {
    var card = Card(
      id: id, name: name ?? Self.suggestedName(for: source, number: number),
      codes: [found.barcode])
    card.review = found.isSure ? (name == nil ? .draft : .accepted) : .doubtfulDraft
    card.origin = source.lowercased().hasSuffix(".pdf") ? "document" : "photo"
    card.kind = BookNumber.isbn13(statedBy: found.barcode) == nil ? .loyalty : .book
    card.expires = ElementString(found.barcode, year: today.year)?.expiry
    return card
  }

  /// A name to start from: that of the photo, without its folder and ending.
  static func suggestedName(for source: String, number: Int?) -> String {
    let file = source == "-" ? "card" : source.split(separator: "/").last.map(String.init) ?? "card"
    let stem = file.split(separator: ".").dropLast().joined(separator: ".")
    let words = (stem.isEmpty ? file : stem).split { "-_ ".contains($0) }.joined(separator: " ")
    let name = String((words.isEmpty ? "card" : words).prefix(CardText.longestName - 8))
      .replacing("\u{FFFD}", with: "")
    return (name.isEmpty ? "card" : name) + (number.map { " \($0)" } ?? "")
  }

  /// Says what became of it all.
  func sayResult(format: Console.Format) {
    if format.isForScripts {
      let (back, new) = (added.filter(isBroughtBack), added.filter { !isBroughtBack($0) })
      let report = ImportReport(
        added: new.map(\.id.description), alreadyThere: knownCount, leftOut: leftOut,
        restored: back.isEmpty ? nil : back.map(\.id.description),
        leftRemoved: leftRemoved.isEmpty ? nil : leftRemoved.map(\.description))
      console.result(json: report)
      return
    }
    let doubtful = added.count { $0.review == .doubtfulDraft }
    let newCount = added.count { !isBroughtBack($0) }
    var parts = ["\(newCount) \(newCount == 1 ? "card" : "cards") added"]
    if newCount < added.count { parts.append("\(added.count - newCount) brought back") }
    if knownCount > 0 { parts.append("\(knownCount) already there") }
    if !leftRemoved.isEmpty {
      parts.append("\(leftRemoved.count) \(leftRemoved.count == 1 ? "stays" : "stay") removed")
    }
    if doubtful > 0 { parts.append("\(doubtful) doubtful: check the number when you review") }
    if !leftOut.isEmpty { parts.append("\(leftOut.count) not read") }
    console.result("\(parts.joined(separator: ", "))")
  }

  private func isBroughtBack(_ card: Card) -> Bool { broughtBack[card.id] != nil }

  /// The exit code that the result calls for; `nil` when all is well.
  var status: ExitStatus? {
    let isEmpty = added.isEmpty && knownCount == 0 && leftRemoved.isEmpty
    let hadKey = leftOut.contains { $0.holdsKey == true }
    if isEmpty { return hadKey ? .partlyDone : .nothingFound }
    let isUnaccepted = name != nil && added.contains { $0.isDraft }
    return !leftOut.isEmpty || isUnaccepted ? .partlyDone : nil
  }
}

extension Card {
  /// Whether one of its codes counts as the same as this one.
  fileprivate func holds(_ barcode: Barcode) -> Bool {
    codes.contains { $0.canonicalBytes == barcode.canonicalBytes }
  }
}

/// What an import did, for scripts.
struct ImportReport: Encodable {
  /// A picture that was not read, or not all of it.
  struct LeftOut: Encodable {
    let path: String
    let error: String
    /// Whether a vault's key stood on it; absent when not.
    var holdsKey: Bool?
  }

  let added: [String]
  let alreadyThere: Int
  let leftOut: [LeftOut]
  /// Removed cards that `--name` brought back; absent when none.
  var restored: [String]?
  /// Cards that stay as a person removed them; absent when none.
  var leftRemoved: [String]?
}
