internal import Cards
internal import Exchange
internal import VaultStore

/// The vault's cards and those that a person removed, by what another wallet's card is recognised by.
struct EarlierCards {
  private var byOrigin: [String: [RememberedCard]] = [:]
  private var byCode: [[UInt8]: [RememberedCard]] = [:]
  private var byID: [CardID: RememberedCard] = [:]

  init(_ cards: [RememberedCard]) {
    for card in cards { add(card) }
  }

  /// Adds a card; one that is there comes before a removed one.
  mutating func add(_ remembered: RememberedCard) {
    for origin in remembered.origins { byOrigin[origin, default: []].append(remembered) }
    for code in Set(remembered.card.codes.map(\.canonicalBytes)) {
      byCode[code, default: []].append(remembered)
    }
    byID[remembered.card.id] = remembered
  }

  /// The card with this id, also a removed one.
  func card(_ id: CardID) -> RememberedCard? { byID[id] }

  /// The card that this one became in an earlier import.
  ///
  /// Every Catima counts its cards from 1, so its id alone does not tell whose card it is.
  func card(from foreign: ForeignCard) -> RememberedCard? {
    if foreign.sourceID.isEmpty { return nil }
    let found = (byOrigin[foreign.origin] ?? []).filter { foreign.isSame(as: $0) }
    return found.first { !$0.isRemoved } ?? found.first
  }

  /// The cards that have a code, or the id made from it: those with this name first, and removed ones last.
  func holders(of code: Barcode, _ id: CardID, named foreign: ForeignCard) -> [RememberedCard] {
    var found = byCode[code.canonicalBytes] ?? []
    if let own = byID[id], !found.contains(where: { $0.card.id == id }) { found.append(own) }
    let ranked =
      found.filter { foreign.hasName(of: $0) } + found.filter { !foreign.hasName(of: $0) }
    return ranked.filter { !$0.isRemoved } + ranked.filter(\.isRemoved)
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
