package import Cards
internal import VaultStore
package import WalletFiles

/// What an import did, or what an import of other wallets' files would do: one item for each card and for each thing
/// that is left out.
package struct ImportOutcome: Sendable {
  /// The items, in the order in which they were found.
  package internal(set) var items: [ImportItem] = []
  /// The wallets whose files were read, in their order.
  package internal(set) var wallets: [ForeignSource] = []
  /// The names of the charsets as which their files were read, where that is only a guess.
  var guessedCharsets: [ForeignSource: String] = [:]
  /// The names of a table's columns that have values and are not imported.
  var columnsLeftOut: [String] = []
  /// How many photos were kept: one may belong to several cards.
  package internal(set) var keptPhotoCount = 0
  /// Whether it was done; otherwise it is a preview.
  package internal(set) var isStored = true
  /// Where the codes of photos are, in memory only.
  private var places: [FoundCode: CodePlace] = [:]
  /// Whether a name was given, which is to accept the one card.
  var isNamed = false

  /// Nothing was imported yet.
  package init() {}

  /// What several parts of an import did together.
  package init(_ parts: [ImportOutcome]) {
    for part in parts {
      items += part.items
      for source in part.wallets where !wallets.contains(source) { wallets.append(source) }
      // Where several files were guessed differently, the last one is as good a hint as any.
      guessedCharsets.merge(part.guessedCharsets) { $1 }
      columnsLeftOut += part.columnsLeftOut.filter { !columnsLeftOut.contains($0) }
      keptPhotoCount += part.keptPhotoCount
      places.merge(part.places) { first, _ in first }
      isStored = isStored && part.isStored
      isNamed = isNamed || part.isNamed
    }
  }

  /// That another wallet's file could not be read.
  package init(_ problem: ForeignProblem, of fileName: String) {
    items = [ImportItem(.file(problem), of: fileName)]
  }

  /// What was done with one card that was typed in.
  package init(added card: Card) {
    items = [ImportItem(.new(card), of: "", named: card.name, from: nil)]
    keptPhotoCount = card.photos.count
  }

  /// The new cards.
  package var added: [Card] {
    items.compactMap { item in if case .new(let card) = item.outcome { card } else { nil } }
  }

  /// The cards that are saved: each once, as the last item leaves it, in the order of the items.
  package var savedCards: [Card] {
    var indices: [CardID: Int] = [:]
    var cards: [Card] = []
    for card in items.compactMap(\.outcome.savedCard) {
      if let index = indices[card.id] {
        cards[index] = card
      } else {
        indices[card.id] = cards.count
        cards.append(card)
      }
    }
    return cards
  }

  /// The cards that a person must review, also those that were drafts already; those of one photo together.
  package var drafts: [[CardID]] {
    var isOpen: [CardID: Bool] = [:]
    for card in items.compactMap(\.outcome.reviewedCard) { isOpen[card.id] = card.isDraft }
    for card in savedCards { isOpen[card.id] = card.isDraft }
    var groups: [(photo: String?, ids: [CardID])] = []
    for item in items {
      guard let id = item.outcome.reviewedCard?.id, isOpen[id] == true else { continue }
      let photo = item.code == nil ? nil : item.path
      if let photo, groups.last?.photo == photo {
        groups[groups.count - 1].ids.append(id)
      } else {
        groups.append((photo, [id]))
      }
    }
    return groups.map(\.ids)
  }

  /// Whether there is anything for a person to choose: a card to save, or a new name.
  package var isOpen: Bool {
    items.contains(where: \.isOpen)
  }

  /// Where the photos are that drafts were read from, as far as they are files.
  package var photos: [CardID: DraftPhoto] {
    var photos: [CardID: DraftPhoto] = [:]
    for item in items {
      guard let code = item.code, let card = item.outcome.reviewedCard, card.isDraft,
        photos[card.id] == nil, let place = places[FoundCode(path: item.path, code: code)]
      else { continue }
      photos[card.id] = DraftPhoto(item.path, place)
    }
    return photos
  }

  /// Remembers where a code is on its photo, the first time that it is found there.
  mutating func note(_ code: FoundBarcode, at location: CodeLocation, on page: PictureReading) {
    let key = FoundCode(path: location.source, code: code.barcode)
    if places[key] != nil { return }
    let size = SIMD2(Double(max(1, page.width)), Double(max(1, page.height)))
    places[key] = CodePlace(
      page: location.page,
      corners: code.position.map {
        (SIMD2(Double($0.x), Double($0.y)) / size).clamped(lowerBound: .zero, upperBound: .one)
      })
  }

  /// What is left out.
  package var leftOut: [ImportItem] { items.filter { $0.reason != nil } }

  /// How many cards were already in the vault.
  var knownCount: Int { items.count { if case .known = $0.outcome { true } else { false } } }

  /// How many cards, or files, are missing.
  package var missedCount: Int { items.count(where: \.isMissed) }

  /// How many cards lack their photo.
  var unkeptPhotoCount: Int {
    items.count { if case .photoNotKept = $0.reason { true } else { false } }
  }

  /// Whether nothing was found that is a card, or was one.
  var isEmpty: Bool { items.allSatisfy { $0.reason != nil } }

  /// How many cards a person must compare with the code: doubtful ones, and drafts that the given name did not accept,
  /// as no other reading made them sure.
  var doubtfulCount: Int {
    let saved = savedCards
    let known = items.compactMap { item -> CardID? in
      guard isNamed, case .known(let card) = item.outcome, card.isDraft else { return nil }
      return card.id
    }
    return saved.count { $0.review == .doubtfulDraft }
      + Set(known).subtracting(saved.map(\.id)).count
  }
}

/// A code on a photo.
private struct FoundCode: Hashable {
  /// The photo's path as typed.
  let path: String
  let code: Barcode
}

/// Where a code is on its photo.
struct CodePlace: Sendable {
  /// The page, from 1; `nil` where there is one only.
  let page: Int?
  /// The code's corners as shares of the page's width and height.
  let corners: [SIMD2<Double>]
}

extension ImportOutcome: Encodable {
  private enum Key: CodingKey {
    case added, columnsLeftOut, counts, drafts, items, leftOut, photosKept, wallets
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    func encode(_ list: [ImportItem], _ key: Key) throws {
      var array = container.nestedUnkeyedContainer(forKey: key)
      for item in list { try item.encode(to: array.superEncoder(), isStored: isStored) }
    }
    try container.encode(isStored ? added.map(\.id.description) : [], forKey: .added)
    try container.encode(ImportCounts(items.filter(\.isCard)), forKey: .counts)
    try encode(leftOut, .leftOut)
    try encode(items, .items)
    let drafts = isStored ? self.drafts.flatMap(\.self).map(\.description) : []
    try container.encode(drafts, forKey: .drafts)
    if keptPhotoCount > 0 { try container.encode(keptPhotoCount, forKey: .photosKept) }
    if !columnsLeftOut.isEmpty { try container.encode(columnsLeftOut, forKey: .columnsLeftOut) }
    if !wallets.isEmpty { try container.encode(wallets.map(\.name), forKey: .wallets) }
  }
}

extension ImportOutcome {
  /// How many cards were added and so on, for people: of photos together, of other wallets' files wallet by wallet.
  ///
  /// Of a preview, they are part of a question.
  package var words: String { wallets.isEmpty ? wordsOfPhotos : wordsOfWallets }

  private var wordsOfPhotos: String {
    var counts: [String: Int] = [:]
    for item in items { counts[item.outcome.name, default: 0] += 1 }
    func part(_ count: Int?, _ words: (Int) -> String) -> [String] {
      count.flatMap { $0 > 0 ? ["\($0) \(words($0))"] : nil } ?? []
    }
    let parts =
      ["\(added.count) \(added.count == 1 ? "card" : "cards") added"]
      + part(counts["accepted"]) { $0 == 1 ? "draft accepted" : "drafts accepted" }
      + part(counts["restored"]) { _ in "brought back" }
      + part(knownCount) { _ in "already there" }
      + part(counts["staysRemoved"]) { $0 == 1 ? "stays removed" : "stay removed" }
      + part(doubtfulCount) { _ in "doubtful: check the number when you review" }
      + (keptPhotoCount > 0 ? ["\(keptPhotoCount.photos) kept"] : [])
      + part(items.count(where: \.isWithoutCode)) { _ in "without a code" }
      + part(missedCount - items.count(where: \.isWithoutCode)) { _ in "not read" }
    return parts.joined(separator: ", ")
  }

  private var wordsOfWallets: String {
    let parts = wallets.map { source in
      let counts = ImportCounts(items.filter { $0.source == source })
      let hint = guessedCharsets[source].map { "; read as \($0), so check the accents" } ?? ""
      return "\(source.name), \(counts.words(isStored: isStored))\(hint)"
    }
    let photos = keptPhotoCount > 0 ? ["\(keptPhotoCount.photos) kept"] : []
    let columns =
      columnsLeftOut.isEmpty
      ? [] : ["not imported: \(columnsLeftOut.map { "“\($0.printable)”" }.shown)"]
    return (parts + photos + columns).joined(separator: "; ")
  }

  /// What shows after a move which cards have not worked yet; `nil` if the move brought no card.
  package var trust: Advice? {
    guard isStored, !wallets.isEmpty, !added.isEmpty else { return nil }
    return .run("list", "--unused", note: "it lists those that no use has been recorded for")
  }
}
