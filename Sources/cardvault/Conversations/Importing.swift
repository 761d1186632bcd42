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
      var card = draft(of: found, id: await vault.id(for: found.barcode), from: source, number)
      if let known = await knownCard(for: card) {
        if !keepsDuplicates {
          knownCount += 1
          console.remark(
            "\(source.printable): this \(found.barcode.symbology) is in the vault already, as "
              + "“\(known.name.printable)”"
              + (known.holds(found.barcode) ? "" : ", where its code was changed"))
          continue
        }
        var generator = SystemRandomNumberGenerator()
        card = draft(of: found, id: CardID(using: &generator), from: source, number)
      }
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
    let toReview = cards.filter(\.isDraft).map(\.id)
    if !toReview.isEmpty { drafts.append(toReview) }
  }

  /// The card that holds the code, or that came from the same code before a person corrected it.
  private func knownCard(for card: Card) async -> Card? {
    if let code = card.codes.first, let holder = await vault.cards(with: code).first {
      return holder
    }
    return await vault.card(card.id)
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
      let report = ImportReport(
        added: added.map(\.id.description), alreadyThere: knownCount, leftOut: leftOut)
      console.result(json: report)
      return
    }
    let doubtful = added.count { $0.review == .doubtfulDraft }
    var parts = ["\(added.count) \(added.count == 1 ? "card" : "cards") added"]
    if knownCount > 0 { parts.append("\(knownCount) already there") }
    if doubtful > 0 { parts.append("\(doubtful) doubtful: check the number when you review") }
    if !leftOut.isEmpty { parts.append("\(leftOut.count) not read") }
    console.result("\(parts.joined(separator: ", "))")
  }

  /// The exit code that the result calls for; `nil` when all is well.
  var status: ExitStatus? {
    let isEmpty = added.isEmpty && knownCount == 0
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
}
