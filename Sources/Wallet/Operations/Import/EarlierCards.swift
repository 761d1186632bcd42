internal import Cards
internal import VaultStore
internal import WalletFiles

/// The vault's cards and those that a person removed, by what another wallet's card is recognised by.
struct EarlierCards {
  private struct OriginCode: Hashable {
    let origin: String
    let code: [UInt8]
  }

  /// A name and a number, as people compare them: without case and accents, and the number without spaces.
  private struct NamedNumber: Hashable {
    let name: String
    let number: String

    init(_ name: String, _ number: String) {
      self.name = Folding.key(of: name)
      self.number = Folding.key(of: number).filter { $0 != " " }
    }
  }

  /// How many cards are compared at most for one origin, code or number: nobody has more that are alike, and a file of
  /// equal cards would take hours.
  private static let maxAlike = 16

  private var byOrigin: [String: [CardID]] = [:]
  private var byCode: [[UInt8]: [CardID]] = [:]
  private var byOriginCode: [OriginCode: [CardID]] = [:]
  private var byNumber: [NamedNumber: [CardID]] = [:]
  private var byID: [CardID: RememberedCard] = [:]

  init(_ cards: [RememberedCard]) {
    for card in cards { add(card) }
  }

  /// Adds a card; cards in the vault are added before removed ones.
  mutating func add(_ remembered: RememberedCard) {
    let id = remembered.card.id
    byID[id] = remembered
    let origins = remembered.origins
    for origin in origins { Self.add(id, to: &byOrigin[origin, default: []]) }
    for code in Set(remembered.card.codes.map(\.canonicalBytes)) {
      Self.add(id, to: &byCode[code, default: []])
      for origin in origins {
        Self.add(id, to: &byOriginCode[OriginCode(origin: origin, code: code), default: []])
      }
    }
    let numbers = remembered.numbers.union(remembered.card.codes.flatMap(\.writtenNumbers))
    let isBare = numbers.isEmpty && remembered.codes.isEmpty
    for name in remembered.names {
      // An export to Catima, which requires a number, has the name in its place.
      for number in isBare ? [name] : numbers {
        Self.add(id, to: &byNumber[NamedNumber(name, number), default: []])
      }
    }
  }

  private static func add(_ id: CardID, to ids: inout [CardID]) {
    if ids.count < maxAlike, !ids.contains(id) { ids.append(id) }
  }

  /// Takes a card as it will be after the import.
  mutating func change(to card: Card) {
    add(byID[card.id]?.changed(to: card) ?? RememberedCard(card))
  }

  /// The card with this id, also a removed one.
  func card(_ id: CardID) -> RememberedCard? { byID[id] }

  /// The card that this program gave this id, here or, as its origin tells, in another vault.
  func card(ofOwn id: CardID) -> RememberedCard? {
    if let own = byID[id] { return own }
    let found = (byOrigin["\(ForeignSource.cardvault.name), \(id)"] ?? []).compactMap { byID[$0] }
    return found.first { !$0.isRemoved } ?? found.first
  }

  /// The card that this one became in an earlier import.
  ///
  /// Every Catima counts its cards from 1, so its id alone does not identify a card. A card without an id, as in
  /// a link, is found by its code instead, or where it has none by its name and number.
  func card(from foreign: ForeignCard) -> RememberedCard? {
    let hasID = !foreign.sourceID.isEmpty
    if !hasID, !foreign.codes.isEmpty { return nil }
    let origin = foreign.origin
    let alike = foreign.codes.flatMap {
      byOriginCode[OriginCode(origin: origin, code: $0.canonicalBytes), default: []]
    }
    let found = (alike + byOrigin[origin, default: []]).compactMap { byID[$0] }
      .filter { foreign.isSame(as: $0) && (hasID || foreign.hasName(of: $0)) }
    return found.first { !$0.isRemoved } ?? found.first
  }

  /// The cards that have a code: those with this name first, and removed ones last.
  ///
  /// With the name, it is enough that the code was corrected since, or that Catima has no place for it.
  func holders(of code: Barcode, _ id: CardID, named foreign: ForeignCard) -> [RememberedCard] {
    var found = (byCode[code.canonicalBytes] ?? []).compactMap { byID[$0] }
    if let own = byID[id], foreign.hasName(of: own) { found.append(own) }
    if foreign.source == .catima {
      let alike = code.writtenNumbers.flatMap {
        byNumber[NamedNumber(foreign.keptName, $0)] ?? []
      }
      found += alike.compactMap { byID[$0] }.filter { earlier in
        earlier.card.codes.contains { CatimaFile.holds($0, as: code) }
      }
    }
    let named = found.map { ($0, foreign.hasName(of: $0)) }
    let ranked = named.filter(\.1).map(\.0) + named.filter { !$0.1 }.map(\.0)
    return ranked.filter { !$0.isRemoved } + ranked.filter(\.isRemoved)
  }

  /// The cards with the name of a card that has no code, and with its number or a code that reads the same: removed
  /// ones last.
  func holders(ofNumberOf foreign: ForeignCard) -> [RememberedCard] {
    // A name alone proves nothing.
    if foreign.keptNumber.isEmpty { return [] }
    let alike = byNumber[NamedNumber(foreign.keptName, foreign.keptNumber)] ?? []
    let found = alike.compactMap { byID[$0] }
    return found.filter { !$0.isRemoved } + found.filter(\.isRemoved)
  }
}

extension Barcode {
  /// What people may write down of it as a number: its text, and the digits of UPC as the EAN-13 that it is.
  fileprivate var writtenNumbers: Set<String> {
    // The first byte is the symbology, and a zero comes before an add-on.
    let canonical = canonicalBytes.dropFirst().prefix { $0 != 0 }
    let numbers: Set = [text, String(decoding: canonical, as: UTF8.self)]
    return numbers.subtracting([""])
  }
}

extension ForeignCard {
  /// Whether a card from the same origin is this one: by a code or a number, or where either has none, by its name.
  fileprivate func isSame(as earlier: RememberedCard) -> Bool {
    if codes.contains(where: { earlier.codes.contains($0.canonicalBytes) }) { return true }
    if !number.isEmpty, earlier.numbers.contains(keptNumber) { return true }
    let isBare = codes.isEmpty && number.isEmpty
    let wasBare = earlier.codes.isEmpty && earlier.numbers.isEmpty
    return (isBare || wasBare) && hasName(of: earlier)
  }

  /// Whether a card has its name, or had it.
  func hasName(of earlier: RememberedCard) -> Bool {
    let wanted = Folding.folded(keptName)
    return earlier.names.contains {
      $0 == keptName || !wanted.isEmpty && Folding.folded($0) == wanted
    }
  }
}
