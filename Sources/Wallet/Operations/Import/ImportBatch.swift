package import Cards
package import ReaderLink
internal import VaultFormat
package import VaultStore

/// Turns the codes found on pictures into drafts, picture by picture.
///
/// `take` decides what happens to the codes of one picture, and `store` saves the cards in the vault.
package struct ImportBatch {
  private let vault: Vault
  private let name: String?
  private let fields: TypedFields
  private let keepsDuplicates: Bool
  private let today: CalendarDate
  /// Whether only books' numbers make cards.
  private var isForBooks: Bool
  /// Whether pictures were asked for, to be kept with new cards.
  private let keepsPhotos: Bool
  /// The cards in the vault when the first code came.
  private var known: [Card]?

  /// The results so far.
  package private(set) var summary = ImportSummary()
  /// Cards that are not saved yet.
  private var waiting: [Card] = []
  /// The distinct codes found, in canonical form.
  private var found: Set<[UInt8]> = []
  /// Pictures to keep, of cards that are not saved yet.
  private var pictures: [CardID: KeptPicture] = [:]
  /// Drafts that were in the vault before, and that a name accepts.
  private var namedDrafts: Set<CardID> = []
  /// Former names of removed cards that the import brings back.
  private var formerNames: [CardID: String] = [:]

  /// Begins an import.
  ///
  /// - Parameters:
  ///   - vault: Where the cards go.
  ///   - name: The name for a single imported card; `nil` names drafts after their pictures.
  ///   - fields: Fields to set on all the cards.
  ///   - keepsDuplicates: Whether a code that is already in the vault makes another card.
  ///   - keepsPhotos: Whether a new card without a picture is reported.
  ///   - isForBooks: Whether only ISBNs that were read for sure make cards, of the kind *book*.
  ///   - today: Today's date, which decides the century of dates in codes.
  package init(
    into vault: Vault, name: String?, fields: TypedFields, keepsDuplicates: Bool,
    keepsPhotos: Bool = false, isForBooks: Bool = false, today: CalendarDate
  ) {
    self.vault = vault
    self.name = name
    self.fields = fields
    self.keepsDuplicates = keepsDuplicates
    self.isForBooks = isForBooks
    self.keepsPhotos = keepsPhotos
    self.today = today
  }

  /// Whether to save after each picture.
  ///
  /// With a name, cards are saved only at the end, when it is known whether there is only one.
  package var isStoredByPicture: Bool { name == nil }

  /// Decides what happens to the codes of one picture.
  ///
  /// - Parameters:
  ///   - outcome: What a reader found.
  ///   - source: The picture's path as typed; `-` for standard input.
  /// - Returns: Events to report, in order.
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
    let codes = codes(of: outcome)
    if codes.isEmpty, outcome.failure == nil, !outcome.holdsKey { leaveOut(.noCode, .noCode) }
    found.formUnion(codes.map(\.code.barcode.canonicalBytes))
    for (index, (code, page)) in codes.enumerated() {
      let location = CodeLocation(
        source: source, page: outcome.pages.count > 1 ? page : nil,
        number: codes.count > 1 ? index + 1 : nil)
      let (card, event) = await card(for: code, at: location)
      if let event { events.append(event) }
      guard let card, !waiting.contains(where: { $0.id == card.id }) else { continue }
      waiting.append(card)
      pictures[card.id] = outcome.keptPicture
      if keepsPhotos, outcome.keptPicture == nil {
        summary.unkeptCount += 1
        events.append(.photoNotKept(card, isDocument: outcome.pages.count > 1))
      }
    }
    return events
  }

  /// Decides what happens to a code that a camera saw and a person picked.
  ///
  /// - Parameters:
  ///   - scanned: The code.
  ///   - isBook: Whether it was looked for as a book's number.
  /// - Returns: An event to report; `nil` if it becomes a new draft.
  package mutating func take(_ scanned: FoundBarcode, isBook: Bool) async -> ImportEvent? {
    isForBooks = isBook && scanned.namesBook
    found.insert(scanned.barcode.canonicalBytes)
    let (card, event) = await card(for: scanned, at: .camera)
    if let card, !waiting.contains(where: { $0.id == card.id }) { waiting.append(card) }
    return event
  }

  /// Saves the pending cards in one change.
  ///
  /// - Returns: Events to report, in order.
  /// - Throws: `WalletError.severalCodes` if a name was given and more than one code was found, `.text`,
  ///   `.keyTyped` or `.vault`; then none of them was saved.
  package mutating func store() async throws(WalletError) -> [ImportEvent] {
    guard name == nil || found.count <= 1 else { throw .severalCodes(found.count) }
    var cards = waiting
    for index in cards.indices { try fields.apply(to: &cards[index]) }
    try await keepPhotos(of: &cards)
    try await WalletError.wrapping { () throws(VaultError) in try await vault.save(cards) }
    waiting = []
    summary.stored += cards
    summary.accepted.formUnion(cards.map(\.id).filter(namedDrafts.contains))
    let drafts = cards.filter(\.isDraft).map(\.id)
    if !drafts.isEmpty { summary.drafts.append(drafts) }
    return cards.compactMap { card in
      guard let formerName = formerNames[card.id] else { return nil }
      summary.broughtBack.insert(card.id)
      return .broughtBack(card, formerName: formerName)
    }
  }

  /// The codes of a picture with their pages: of a page without any whole code, the partial ones as doubtful codes.
  private func codes(of outcome: PictureOutcome) -> [(code: FoundBarcode, page: Int)] {
    let codes = outcome.pages.flatMap { page in
      let partial = page.codes.isEmpty ? page.partialCodes : []
      return (page.codes + partial.map(FoundBarcode.init)).map { (code: $0, page: page.page) }
    }
    guard isForBooks else { return codes }
    return codes.filter { $0.code.isBook }
  }

  /// Puts the pictures of cards into the vault, each once, and refers to them from the cards.
  private mutating func keepPhotos(of cards: inout [Card]) async throws(WalletError) {
    var photos: [KeptPicture: CardPhoto] = [:]
    for index in cards.indices {
      // A card that is brought back keeps the photo that it had.
      guard let picture = pictures[cards[index].id],
        !cards[index].photos.contains(where: { $0.side == .front })
      else { continue }
      let photo = try await WalletError.wrapping { () throws(VaultError) in
        if let photo = photos[picture] { return photo }
        return try await vault.store(PhotoFile(picture), showing: .front)
      }
      photos[picture] = photo
      cards[index].setPhoto(photo)
    }
    summary.keptPhotoCount += photos.count
    pictures = [:]
  }

  /// The card for a code, unless the vault already has it or a person removed it; and an event to report.
  private mutating func card(
    for found: FoundBarcode, at location: CodeLocation
  ) async -> (card: Card?, event: ImportEvent?) {
    let barcode = found.barcode
    if self.known == nil { self.known = await vault.cards }
    if barcode.isPartial { return await card(forPartial: found, at: location) }
    guard let known = await vault.known(barcode) else {
      return (draft(of: found, id: await vault.id(for: barcode), at: location), nil)
    }
    if keepsDuplicates {
      var generator = SystemRandomNumberGenerator()
      return (draft(of: found, id: CardID(using: &generator), at: location), nil)
    }
    switch known {
    case .held(var card):
      let isCorrected = !card.codes.contains { $0.canonicalBytes == barcode.canonicalBytes }
      if let name, card.isDraft {
        // One sure reading of this code, now or before, is enough.
        let isSure = found.isSure || card.review == .draft
        if isSure, !isCorrected, !card.hasPartialCode {
          namedDrafts.insert(card.id)
          card.name = name
          card.review = .accepted
          return (card, nil)
        }
        summary.unaccepted.insert(card.id)
      }
      summary.knownCount += 1
      return (nil, .known(card, barcode.symbology, isCorrected: isCorrected))
    case .removed(var card):
      // A person who holds a card up, perhaps after another try, or gives it a name, wants it.
      if location.isLive {
        card.review = found.isSure ? .draft : .doubtfulDraft
        return (card, nil)
      }
      guard let name else { return (nil, leaveRemoved(card.id, .staysRemoved(card))) }
      formerNames[card.id] = card.name
      card.name = name
      if card.isDraft { card.review = found.isSure ? .accepted : .doubtfulDraft }
      return (card, nil)
    }
  }

  /// The card for a code that was read in part.
  ///
  /// Two cards of one shop may share the digits that were read, so only a card of the same photo is taken for it.
  private mutating func card(
    forPartial found: FoundBarcode, at location: CodeLocation
  ) async -> (card: Card?, event: ImportEvent?) {
    let barcode = found.barcode
    let isSame = { (card: Card) in
      card.origin == location.origin && card.codes.contains { $0.agrees(with: barcode) }
    }
    if !keepsDuplicates {
      if let card = await vault.cards.first(where: isSame) {
        if name != nil, card.isDraft { summary.unaccepted.insert(card.id) }
        summary.knownCount += 1
        return (nil, .known(card, barcode.symbology, isCorrected: !card.hasPartialCode))
      }
      if name == nil, let card = await vault.removedCards.first(where: isSame) {
        return (nil, leaveRemoved(card.id, .staysRemoved(card)))
      }
    }
    var generator = SystemRandomNumberGenerator()
    return (draft(of: found, id: CardID(using: &generator), at: location), nil)
  }

  /// Leaves a card removed; the event is returned, to be reported, once for each card.
  private mutating func leaveRemoved(_ card: CardID, _ event: ImportEvent) -> ImportEvent? {
    guard !summary.leftRemoved.contains(card) else { return nil }
    summary.leftRemoved.append(card)
    return event
  }

  private func draft(of found: FoundBarcode, id: CardID, at location: CodeLocation) -> Card {
    let suggestion = DraftSuggestion(
      for: found.barcode, from: location.source, number: location.number, among: known ?? [],
      year: today.year)
    var card = Card(id: id, name: name ?? suggestion.name, codes: [found.barcode])
    card.review = found.isSure ? (name == nil ? .draft : .accepted) : .doubtfulDraft
    card.origin = location.origin
    card.kind = isForBooks ? .book : suggestion.kind
    card.expires = suggestion.expires
    return card
  }
}

extension FoundBarcode {
  /// Whether it is a book's number that was read for sure.
  package var isBook: Bool { isSure && namesBook }

  /// Whether it is a book's number, as far as it was read.
  package var namesBook: Bool { BookNumber.isbn13(of: barcode) != nil }
}

/// Where a code was found: a photo, and its position there.
struct CodeLocation: Sendable {
  /// The photo's name as typed; `-` for standard input.
  let source: String
  /// The page, from 1; `nil` where there is one only.
  let page: Int?
  /// Which of the photo's codes it is, from 1; `nil` for the only one.
  let number: Int?
  /// Whether a camera saw it live, so that there is no photo.
  var isLive = false

  /// In front of a camera; as for standard input, no file suggests a name.
  static let camera = CodeLocation(source: "-", page: nil, number: nil, isLive: true)

  private static let maxNameLength = 100

  /// What a card keeps of it: the file's name without its folder, so that a person knows which photo it was.
  var origin: String {
    if isLive { return "camera" }
    let kind = source.lowercased().hasSuffix(".pdf") ? "document" : "photo"
    guard source != "-", let file = source.split(separator: "/").last else { return kind }
    let name = file.replacing("\u{FFFD}", with: "").prefix(Self.maxNameLength)
    return "\(kind) \(name)" + (page.map { ", page \($0)" } ?? "")
  }
}
