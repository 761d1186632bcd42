internal import Cards
internal import Sealing
internal import VaultFormat

/// What others see of a card: `Format.md`, section 7.
extension Card {
  /// The part of a card meant for others: not how it is kept here or when it was used, except for a one-time
  /// card; nor its photos, of which the bundle may lack some.
  var forOthers: Card {
    var card = self
    card.isFavourite = false
    card.isArchived = false
    card.lastUsed = nil
    card.origin = ""
    card.photos = []
    if card.review == .draft { card.review = .accepted }
    if !card.isOneTime { card.usedAt = nil }
    return card
  }

  /// The changes that create the card.
  var changes: [FieldChange] { CardChanges(from: MergedFields(merging: []), to: self).list }

  /// The hash of what the card shows to others, in a canonical form; doubts about its code do not count.
  ///
  /// - Parameter photos: their identities, and the side each shows.
  /// - Returns: the hash; cards that show the same have the same one.
  func shownHash(with photos: [(identity: ContentHash, side: UInt32)]) -> ContentHash {
    var card = forOthers
    card.review = .accepted
    let changes =
      card.changes + photos.map { PhotoReferences.addition(of: $0.identity, side: $0.side) }
    let ordered = changes.sorted { left, right in
      if left.field != right.field { return left.field < right.field }
      return left.value.lexicographicallyPrecedes(right.value)
    }
    var bytes: [UInt8] = []
    for change in ordered {
      bytes += change.field.littleEndianBytes + UInt32(change.value.count).littleEndianBytes
      bytes += change.value
    }
    return ContentHash(of: bytes.span)
  }
}
