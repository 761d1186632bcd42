package import Cards
package import ReaderLink
internal import VaultFormat
package import VaultStore
internal import WalletFiles

/// Imports photos: turns the codes found on them into drafts, photo by photo.
///
/// `read` does it all. `take` decides what happens to the codes of one photo, and `store` saves the cards in the vault.
package struct ImportBatch {
  private let vault: Vault
  private let request: ImportRequest
  private let today: CalendarDate
  /// Whether only books' numbers make cards.
  private var isForBooks: Bool
  /// The cards in the vault when the first code came.
  private var known: [Card]?

  /// What was done so far.
  package private(set) var outcome = ImportOutcome()
  /// How the photos could be read, for the statistics.
  private var counts = ReadingCounts()
  /// What becomes of codes whose cards are not saved yet.
  private var waiting: [ImportItem] = []
  /// The distinct codes found, in canonical form.
  private var found: Set<[UInt8]> = []
  /// The passwords of documents that fitted, as several may have one.
  private var passwords: [[UInt8]] = []
  /// Pictures to keep, of cards that are not saved yet.
  private var pictures: [CardID: KeptPicture] = [:]

  /// Begins an import.
  ///
  /// - Parameters:
  ///   - vault: Where the cards go.
  ///   - request: What was asked.
  ///   - today: Today's date, which decides the century of dates in codes.
  package init(into vault: Vault, _ request: ImportRequest, today: CalendarDate) {
    self.vault = vault
    self.request = request
    self.today = today
    isForBooks = request.isForBooks
    outcome.isNamed = request.name != nil
  }

  /// Reads photos, and stores what they yield: without a name after each of them, so that nothing is lost if the import
  /// ends early; with a name at the end, when it is known whether there is only one code.
  ///
  /// - Parameters:
  ///   - photos: The photos.
  ///   - archives: Archives with further photos.
  ///   - password: Asks for the password of a document: it gets the file's path as typed, and whether the last password was
  ///     wrong; `nil` for no password, or no other one.
  ///   - onMissing: Called with the names of the protections that this kernel lacks.
  ///   - onRead: Called with what was found on each photo.
  ///   - tell: Called with each item, and with how often it occurred on its photo.
  /// - Throws: `ReaderLinkError`, what `password` throws, and as `store`.
  package mutating func read(
    _ photos: [PictureSelection.Picture], in archives: [PhotoArchive] = [],
    password: (String, Bool) throws -> String? = { _, _ in nil }, onMissing: ([String]) -> Void,
    onRead: (PictureOutcome) -> Void, tell: (ImportItem, Int) -> Void
  ) async throws {
    let work = WorkMeter.begin(
      .photos,
      count: archives.isEmpty
        ? 0 : archives.reduce(photos.count) { $0 + $1.names.count })
    if archives.isEmpty { work.end() }
    defer { work.end() }
    try await readEach(photos, work, password, onMissing, onRead, tell)
    for archive in archives {
      do {
        try await archive.open(onMissing: onMissing) { photos in
          try await readEach(photos, work, password, onMissing, onRead, tell)
        }
      } catch let problem as ForeignProblem {
        leaveOut(archive, .file(problem), tell)
      } catch let failure as PictureSource.Failure {
        leaveOut(archive, .photo(.source(failure)), tell)
      }
    }
    for item in try await store() { tell(item, 1) }
    await count()
  }

  private mutating func leaveOut(
    _ archive: PhotoArchive, _ reason: ImportItem.Reason, _ tell: (ImportItem, Int) -> Void
  ) {
    let item = ImportItem(reason, of: archive.path)
    outcome.items.append(item)
    tell(item, 1)
  }

  private mutating func readEach(
    _ photos: [PictureSelection.Picture], _ work: WorkMeter.Count,
    _ password: (String, Bool) throws -> String?, _ onMissing: ([String]) -> Void,
    _ onRead: (PictureOutcome) -> Void, _ tell: (ImportItem, Int) -> Void
  ) async throws {
    if photos.isEmpty { return }
    let reading = ReadRequest(symbologies: request.symbologies, keepsPicture: request.keepsPhotos)
    try await ReaderPool.readEach(of: photos.map(\.source), reading, onMissing: onMissing) {
      index, outcome in
      var outcome = outcome
      if outcome.failure == .refused(.locked) {
        outcome = try await unlocked(photos[index], reading, password) ?? outcome
      }
      work.advance()
      onRead(outcome)
      let items = await take(outcome, from: photos[index].name)
      var times = Dictionary(items.map { ($0, 1) }, uniquingKeysWith: +)
      // The same code may be on each page of a document.
      for item in items {
        if let count = times.removeValue(forKey: item) { tell(item, count) }
      }
      if request.name == nil { for item in try await store() { tell(item, 1) } }
    }
  }

  /// Reads a document with a password that fitted before or that a person types now; `nil` without a password that fits.
  ///
  /// Each time a fresh reader gets it, which reads nothing else.
  private mutating func unlocked(
    _ document: PictureSelection.Picture, _ reading: ReadRequest,
    _ ask: (String, Bool) throws -> String?
  ) async throws -> PictureOutcome? {
    func outcome(with password: [UInt8]) async throws -> PictureOutcome? {
      guard ArchiveRequest(byteCount: 0, password: password) != nil else { return nil }
      var reading = reading
      reading.password = password
      var read: PictureOutcome?
      try await ReaderPool.readEach(of: [document.source], reading, onMissing: { _ in }) {
        read = $1
      }
      return read?.failure == .refused(.locked) ? nil : read
    }
    for password in passwords {
      if let outcome = try await outcome(with: password) { return outcome }
    }
    for attempt in 0..<ForeignReader.maxPasswords {
      guard let typed = try ask(document.name, attempt > 0), !typed.isEmpty else { return nil }
      let password = Array(typed.utf8)
      guard let outcome = try await outcome(with: password) else { continue }
      passwords.append(password)
      return outcome
    }
    return nil
  }

  /// Adds what was read to the vault's statistics; failing to save them is not an error.
  package func count() async {
    try? await vault.add(counts.counts + [.scanned(outcome.added.count)])
  }

  /// Decides what happens to the codes of one photo.
  ///
  /// - Parameters:
  ///   - reading: What a reader found.
  ///   - path: The photo's path as typed; `-` for standard input.
  /// - Returns: What becomes of it; of cards that are to be saved, `store` returns it.
  package mutating func take(
    _ reading: PictureOutcome, from path: String
  ) async -> [ImportItem] {
    counts.note(reading)
    let before = outcome.items.count
    func leaveOut(_ reason: ImportItem.Reason, part name: String = "") {
      outcome.items.append(ImportItem(reason, of: path, part: name))
    }
    if reading.holdsKey { leaveOut(.key) }
    if let failure = reading.failure { leaveOut(.photo(failure)) }
    let codes = codes(of: reading)
    if codes.isEmpty, reading.failure == nil, !reading.holdsKey {
      leaveOut(reading.isOfAnimation ? .noCodeAtFirst : .noCode(limit: request.limit))
    }
    found.formUnion(codes.map(\.code.barcode.canonicalBytes))
    for (index, (code, page)) in codes.enumerated() {
      let location = CodeLocation(
        source: path, page: reading.pages.count > 1 ? page : nil,
        number: codes.count > 1 ? index + 1 : nil)
      if let read = reading.pages.first(where: { $0.page == page }) {
        outcome.note(code, at: location, on: read)
      }
      guard let card = await add(code, at: location) else { continue }
      pictures[card.id] = reading.keptPicture
      if request.keepsPhotos, reading.keptPicture == nil {
        leaveOut(.photoNotKept(card, .front, .notOnePicture), part: card.name)
      }
    }
    return Array(outcome.items[before...])
  }

  /// Decides what happens to a code that a camera saw and a person picked.
  ///
  /// - Parameters:
  ///   - scanned: The code.
  ///   - isBook: Whether it was looked for as a book's number.
  package mutating func take(_ scanned: FoundBarcode, isBook: Bool) async {
    isForBooks = isBook && scanned.namesBook
    found.insert(scanned.barcode.canonicalBytes)
    _ = await add(scanned, at: .camera)
  }

  /// Decides what becomes of a code.
  ///
  /// - Returns: Its card if it is to be saved, and was not before.
  private mutating func add(_ found: FoundBarcode, at location: CodeLocation) async -> Card? {
    let item = ImportItem(
      found.barcode, await outcome(of: found, at: location), on: location.source)
    if let card = item.outcome.savedCard {
      if waiting.contains(where: { $0.outcome.card?.id == card.id }) { return nil }
      waiting.append(item)
      return card
    }
    // Report a card that stays removed only once.
    if case .staysRemoved = item.outcome,
      outcome.items.contains(where: { $0.outcome == item.outcome })
    {
      return nil
    }
    outcome.items.append(item)
    return nil
  }

  /// Saves the pending cards in one change.
  ///
  /// - Returns: What became of them.
  /// - Throws: `WalletError.severalCodes` if a name was given and more than one code was found, `.text`,
  ///   `.keyTyped` or `.vault`; then none of them was saved.
  package mutating func store() async throws(WalletError) -> [ImportItem] {
    guard request.name == nil || found.count <= 1 else { throw .severalCodes(found.count) }
    var cards = waiting.compactMap(\.outcome.savedCard)
    for index in cards.indices { try request.fields.apply(to: &cards[index]) }
    try await keepPhotos(of: &cards)
    try await WalletError.wrapping { () throws(VaultError) in try await vault.save(cards) }
    let saved = zip(waiting, cards).map { $0.saving($1) }
    waiting = []
    outcome.items += saved
    return saved
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
    outcome.keptPhotoCount += photos.count
    pictures = [:]
  }

  private mutating func outcome(
    of found: FoundBarcode, at location: CodeLocation
  ) async -> ImportItem.Outcome {
    let barcode = found.barcode
    if self.known == nil { self.known = await vault.cards }
    if barcode.isPartial { return await outcome(ofPartial: found, at: location) }
    guard let known = await vault.known(barcode) else {
      return .new(draft(of: found, id: await vault.id(for: barcode), at: location))
    }
    if request.keepsDuplicates {
      var generator = SystemRandomNumberGenerator()
      return .new(draft(of: found, id: CardID(using: &generator), at: location))
    }
    switch known {
    case .held(var card):
      // One sure reading of this code, now or before, is enough.
      guard let name = request.name, card.isDraft, found.isSure || card.review == .draft,
        card.codes.contains(where: { $0.canonicalBytes == barcode.canonicalBytes }),
        !card.hasPartialCode
      else { return .known(card) }
      card.name = name
      card.review = .accepted
      return .accepted(card)
    case .removed(var card):
      // A person who holds a card up, perhaps after another try, or gives it a name, wants it.
      if location.isLive {
        card.review = found.isSure ? .draft : .doubtfulDraft
        return .new(card)
      }
      guard let name = request.name else { return .staysRemoved(card) }
      let formerName = card.name
      card.name = name
      if card.isDraft { card.review = found.isSure ? .accepted : .doubtfulDraft }
      return .restored(card, formerName: formerName)
    }
  }

  /// What becomes of a code that was read in part.
  ///
  /// Two cards of one shop may share the digits that were read, so only a card of the same photo is taken for it.
  private func outcome(
    ofPartial found: FoundBarcode, at location: CodeLocation
  ) async -> ImportItem.Outcome {
    let isSame = { (card: Card) in
      card.origin == location.origin && card.codes.contains { $0.agrees(with: found.barcode) }
    }
    if !request.keepsDuplicates {
      if let card = await vault.cards.first(where: isSame) { return .known(card) }
      if request.name == nil, let card = await vault.removedCards.first(where: isSame) {
        return .staysRemoved(card)
      }
    }
    var generator = SystemRandomNumberGenerator()
    return .new(draft(of: found, id: CardID(using: &generator), at: location))
  }

  private func draft(of found: FoundBarcode, id: CardID, at location: CodeLocation) -> Card {
    let suggestion = DraftSuggestion(
      for: found.barcode, from: location.source, number: location.number, among: known ?? [],
      year: today.year)
    var card = Card(id: id, name: request.name ?? suggestion.name, codes: [found.barcode])
    card.review = found.isSure ? (request.name == nil ? .draft : .accepted) : .doubtfulDraft
    card.origin = location.origin
    card.kind = isForBooks ? .book : suggestion.kind
    card.expires = suggestion.expires
    return card
  }
}

extension ImportItem {
  /// The same with its card as it was saved.
  fileprivate func saving(_ card: Card) -> ImportItem {
    var item = self
    switch outcome {
    case .accepted: item.outcome = .accepted(card)
    case .restored(_, let formerName): item.outcome = .restored(card, formerName: formerName)
    default: item.outcome = .new(card)
    }
    return item
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
