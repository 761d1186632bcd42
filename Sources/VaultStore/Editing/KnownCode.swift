public import Cards
internal import VaultFormat

/// What a vault knows about a code to be imported.
public enum KnownCode: Sendable, Hashable {
  /// A card has it, or was imported from it before its code was corrected.
  case held(by: Card)
  /// Its card was removed, and can be restored as it was then.
  case removed(Card)
}

extension Vault {
  /// Whether this code is or was in the vault; `nil` if it is new.
  ///
  /// - Complexity: linear in the number of cards, removed ones included.
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

  /// Whether a person removed the card, rather than undoing its import.
  package func isRemovedByPerson(_ id: CardID) -> Bool {
    guard let entry = entries[joined.id(of: id)], entry.card == nil else { return false }
    let members = Set(joined.members(of: id))
    return history.segments.contains { segment in
      segment.undoes == nil
        && segment.revisions.contains { $0.kind == .remove && members.contains($0.card) }
    }
  }
}
