public import Cards
internal import VaultFormat

/// A card with all its earlier names, numbers and codes, so that a correction does not hide where it came from;
/// undone changes do not count.
package struct RememberedCard: Sendable, Hashable {
  /// The card; a removed one as it was when removed.
  package private(set) var card: Card
  /// Whether a person removed it.
  package let isRemoved: Bool
  /// All its names.
  package private(set) var names: Set<String>
  /// All its printed numbers.
  package private(set) var numbers: Set<String>
  /// The canonical bytes of all its codes.
  package private(set) var codes: Set<[UInt8]>
  /// Where it came from, as each change recorded it.
  package private(set) var originTexts: Set<String> = []
  /// Where it and each card joined into it came from.
  package var origins: Set<String> {
    Set(originTexts.flatMap { $0.split(separator: "; ").map(String.init) })
  }
  /// The fields that a person ever emptied, and the tags that one removed.
  private var emptied: Set<CardField> = []
  private var formerTags: Set<String> = []
  /// All values that its dates, balance and archiving ever had.
  private var written: Set<Written> = []
  /// The sides of which a person removed a photo.
  package private(set) var formerSides: Set<CardPhoto.Side> = []

  private struct Written: Hashable {
    let field: CardField
    let value: [UInt8]
  }

  /// A card without earlier revisions.
  package init(_ card: Card, isRemoved: Bool = false) {
    self.card = card
    self.isRemoved = isRemoved
    names = [card.name]
    numbers = card.printedNumber.isEmpty ? [] : [card.printedNumber]
    codes = Set(card.codes.map(\.canonicalBytes))
    take(origin: card.origin)
    take(valuesOf: card)
  }

  /// The same card after a change.
  package func changed(to card: Card) -> RememberedCard {
    var changed = self
    changed.card = card
    changed.names.insert(card.name)
    if !card.printedNumber.isEmpty { changed.numbers.insert(card.printedNumber) }
    changed.codes.formUnion(card.codes.map(\.canonicalBytes))
    changed.take(origin: card.origin)
    changed.take(valuesOf: card)
    return changed
  }

  /// The card with dates, balance and archiving from a file, where the card never had these values; what the file
  /// lacks stays.
  package func updated(by read: Card) -> Card {
    var updated = card
    if isNews(.validFrom, FieldValues.date(read.validFrom)) { updated.validFrom = read.validFrom }
    if isNews(.expires, FieldValues.date(read.expires)) { updated.expires = read.expires }
    if isNews(.balance, FieldValues.balance(read.balance)) { updated.balance = read.balance }
    if read.isArchived, isNews(.isArchived, FieldValues.truth(true)) { updated.isArchived = true }
    return updated
  }

  /// The card with a file's additions, except those that a person removed before.
  package func keepingEmptied(in completed: Card) -> Card {
    var kept = completed
    kept.empty(emptied, asOn: card)
    kept.tags.removeAll { formerTags.contains($0) && !card.tags.contains($0) }
    return kept
  }

  /// Adds the contents of an earlier revision.
  mutating func take(_ change: FieldChange) {
    let field =
      CardField(change.field, change.mergeClass)
      ?? CardField(suggestedBy: change.field, change.mergeClass)
    let isFalse = field == .isFavourite && !FieldValues.truth(change.value)
    if change.operation == .remove || change.value.isEmpty || isFalse {
      if field == .tags { formerTags.insert(FieldValues.text(change.value)) }
      if field == .photos, let photo = CardPhoto(stored: change.value) {
        formerSides.insert(photo.side)
      }
      if let field, field != .tags { emptied.insert(field) }
      return
    }
    switch field {
    case .name: names.insert(FieldValues.text(change.value))
    case .printedNumber: numbers.insert(FieldValues.text(change.value))
    case .codes: if let code = Barcode(stored: change.value) { codes.insert(code.canonicalBytes) }
    case .origin: take(origin: FieldValues.text(change.value))
    case .validFrom, .expires, .isArchived: take(change.value, of: field)
    case .balance where change.operation == .set: take(change.value, of: field)
    default: break
    }
  }

  private mutating func take(valuesOf card: Card) {
    take(FieldValues.date(card.validFrom), of: .validFrom)
    take(FieldValues.date(card.expires), of: .expires)
    take(FieldValues.balance(card.balance), of: .balance)
    take(FieldValues.truth(card.isArchived), of: .isArchived)
  }

  private mutating func take(_ value: [UInt8]?, of field: CardField?) {
    if let value, let field { written.insert(Written(field: field, value: value)) }
  }

  private func isNews(_ field: CardField, _ value: [UInt8]?) -> Bool {
    value.map { !written.contains(Written(field: field, value: $0)) } ?? false
  }

  private mutating func take(origin: String) {
    if !origin.isEmpty { originTexts.insert(origin) }
  }
}

extension Vault {
  /// The cards, including those that a person removed and can restore, with their history.
  package var rememberedCards: [RememberedCard] {
    let gone = Set(
      history.segments.filter { $0.undoes == nil }.flatMap { segment in
        segment.revisions.filter { $0.kind == .remove }.map { joined.id(of: $0.card) }
      })
    let undone = undoneChanges
    let segments = undone.isEmpty ? [:] : segmentsByDot
    func remembered(_ card: Card, isRemoved: Bool) -> RememberedCard {
      var remembered = RememberedCard(card, isRemoved: isRemoved)
      for revision in revisions(of: joined.members(of: card.id)) {
        if let segment = segments[revision.dot],
          segment.undoes != nil
            || undone.contains(.init(segment: segment.identity, card: revision.card))
        {
          continue
        }
        for change in revision.changes { remembered.take(change) }
      }
      return remembered
    }
    return cards.map { remembered($0, isRemoved: false) }
      + removedCards.filter { gone.contains($0.id) }.map { remembered($0, isRemoved: true) }
  }
}

/// What a vault knows about a code that is imported.
public enum KnownCode: Sendable, Hashable {
  /// A card has it, or had it before its code was corrected.
  case held(by: Card)
  /// Its card was removed, and can be restored as it was.
  case removed(Card)
}

extension Vault {
  /// What the vault knows about a code; `nil` if it is new.
  ///
  /// - Complexity: linear in the number of cards, including removed ones.
  public func known(_ barcode: Barcode) -> KnownCode? {
    let id = id(for: barcode)
    if let card = cards(with: barcode).first ?? card(id) { return .held(by: card) }
    let wanted = barcode.canonicalBytes
    let removed = removedCards.filter { card in
      card.id == id || card.codes.contains { $0.canonicalBytes == wanted }
    }
    return (removed.filter { $0.id == id } + removed).first { isRemovedByPerson($0.id) }
      .map(KnownCode.removed)
  }

  /// Whether a person removed the card, rather than undid its import.
  package func isRemovedByPerson(_ id: CardID) -> Bool {
    guard let entry = entries[joined.id(of: id)], entry.card == nil else { return false }
    let members = Set(joined.members(of: id))
    return history.segments.contains { segment in
      segment.undoes == nil
        && segment.revisions.contains { $0.kind == .remove && members.contains($0.card) }
    }
  }
}
