internal import Cards
internal import Sealing

/// What of a card others see: `Format.md`, section 7.
extension Card {
  /// What of a card is for someone else: neither how it is kept here nor when it was used, unless that used
  /// it up.
  var forOthers: Card {
    var card = self
    card.isFavourite = false
    card.isArchived = false
    card.lastUsed = nil
    card.origin = ""
    if card.review == .draft { card.review = .accepted }
    if !card.isOneTime { card.usedAt = nil }
    return card
  }

  /// What makes the card from nothing.
  var changes: [FieldChange] { CardChanges(from: MergedFields(merging: []), to: self).list }

  /// The hash of what the card shows to others, in one form; a doubt about its code is none of it.
  ///
  /// - Parameter photos: the hashes of their contents, and which side each shows.
  /// - Returns: the hash, by which two cards that show the same are known.
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
