package import Cards
package import ReaderLink
internal import VaultFormat
package import VaultStore

/// Turns what readers found on pictures into drafts, picture by picture.
///
/// `take` decides what becomes of the codes of one picture, and `store` puts the cards into the vault.
package struct ImportBatch {
  private let vault: Vault
  private let name: String?
  private let fields: TypedFields
  private let keepsDuplicates: Bool
  private let today: CalendarDate

  /// What became of the pictures until now.
  package private(set) var summary = ImportSummary()
  /// Cards that are to be stored.
  private var waiting: [Card] = []
  /// The different codes that were found, in canonical form.
  private var found: Set<[UInt8]> = []
  /// Removed cards that a name brings back, by what they were called.
  private var formerNames: [CardID: String] = [:]

  /// Begins an import.
  ///
  /// - Parameters:
  ///   - vault: Where the cards go.
  ///   - name: The name of the one card that is imported; `nil` names drafts after their pictures.
  ///   - fields: What all the cards get.
  ///   - keepsDuplicates: Whether a code that is in the vault already makes another card.
  ///   - today: The day of now, which decides the century of dates in codes.
  package init(
    into vault: Vault, name: String?, fields: TypedFields, keepsDuplicates: Bool,
    today: CalendarDate
  ) {
    self.vault = vault
    self.name = name
    self.fields = fields
    self.keepsDuplicates = keepsDuplicates
    self.today = today
  }

  /// Whether to store after each picture, and not only at the end: a name is for one card, and whether there is
  /// only one shows at the end.
  package var isStoredByPicture: Bool { name == nil }

  /// Decides what becomes of the codes of one picture.
  ///
  /// - Parameters:
  ///   - outcome: What a reader found.
  ///   - source: What a person calls the picture; `-` for standard input.
  /// - Returns: What a person should know, in order.
  package mutating func take(
    _ outcome: PictureOutcome, from source: String
  ) async -> [ImportEvent] {
    var events: [ImportEvent] = []
    func leaveOut(_ reason: ImportSummary.LeftOut.Reason, _ event: ImportEvent) {
      summary.leftOut.append(.init(name: source, reason: reason))
      events.append(event)
    }
    if outcome.holdsKey { leaveOut(.key, .key) }
    if let failure = outcome.failure { leaveOut(.failed(failure), .failed(failure)) }
    let codes = outcome.codes
    if codes.isEmpty, outcome.failure == nil, !outcome.holdsKey { leaveOut(.noCode, .noCode) }
    found.formUnion(codes.map(\.barcode.canonicalBytes))
    for (index, code) in codes.enumerated() {
      let number = codes.count > 1 ? index + 1 : nil
      let (card, event) = await card(for: code, from: source, number)
      if let event { events.append(event) }
      if let card, !waiting.contains(where: { $0.id == card.id }) { waiting.append(card) }
    }
    return events
  }

  /// Stores the cards that wait, in one change.
  ///
  /// - Returns: What a person should know, in order.
  /// - Throws: `WalletError.severalCodes` where a name was given for more than one code, `.text`, `.keyTyped` or
  ///   `.vault`; then nothing of it was stored.
  package mutating func store() async throws(WalletError) -> [ImportEvent] {
    guard name == nil || found.count <= 1 else { throw .severalCodes(found.count) }
    var cards = waiting
    for index in cards.indices { try fields.apply(to: &cards[index]) }
    try await WalletError.wrapping { () throws(VaultError) in try await vault.save(cards) }
    waiting = []
    summary.stored += cards
    let drafts = cards.filter(\.isDraft).map(\.id)
    if !drafts.isEmpty { summary.drafts.append(drafts) }
    return cards.compactMap { card in
      guard let formerName = formerNames[card.id] else { return nil }
      summary.broughtBack.insert(card.id)
      return .broughtBack(card, formerName: formerName)
    }
  }

  /// The card that a code makes, unless the vault has it already or a person removed it; and what is to be said.
  private mutating func card(
    for found: FoundBarcode, from source: String, _ number: Int?
  ) async -> (card: Card?, event: ImportEvent?) {
    let barcode = found.barcode
    guard let known = await vault.known(barcode) else {
      return (draft(of: found, id: await vault.id(for: barcode), from: source, number), nil)
    }
    if keepsDuplicates {
      var generator = SystemRandomNumberGenerator()
      return (draft(of: found, id: CardID(using: &generator), from: source, number), nil)
    }
    switch known {
    case .held(let card):
      summary.knownCount += 1
      let isCorrected = !card.codes.contains { $0.canonicalBytes == barcode.canonicalBytes }
      return (nil, .known(card, barcode.symbology, isCorrected: isCorrected))
    case .removed(var card):
      // Who gives a name asks for the card.
      guard let name else { return (nil, leaveRemoved(card.id, .staysRemoved(card))) }
      formerNames[card.id] = card.name
      card.name = name
      if card.isDraft { card.review = found.isSure ? .accepted : .doubtfulDraft }
      return (card, nil)
    case .purged(let id):
      if name != nil { return (draft(of: found, id: id, from: source, number), nil) }
      return (nil, leaveRemoved(id, .staysPurged(barcode.symbology)))
    }
  }

  /// Leaves a card removed.
  ///
  /// - Returns: What is to be said, once for each card.
  private mutating func leaveRemoved(_ card: CardID, _ event: ImportEvent) -> ImportEvent? {
    guard !summary.leftRemoved.contains(card) else { return nil }
    summary.leftRemoved.append(card)
    return event
  }

  private func draft(
    of found: FoundBarcode, id: CardID, from source: String, _ number: Int?
  ) -> Card {
    var card = Card(
      id: id, name: name ?? SuggestedName.name(for: source, number: number),
      codes: [found.barcode])
    card.review = found.isSure ? (name == nil ? .draft : .accepted) : .doubtfulDraft
    card.origin = source.lowercased().hasSuffix(".pdf") ? "document" : "photo"
    card.kind = BookNumber.isbn13(statedBy: found.barcode) == nil ? .loyalty : .book
    card.expires = ElementString(found.barcode, year: today.year)?.expiry
    return card
  }
}
