/// Why cards were not written for another program.
package enum ExportRefusal: Error, Sendable, Hashable {
  /// No card matches this query.
  case noCard(query: String)
  /// There is no card to write.
  case noCards
  /// None of the cards can still be used and expires.
  case noneExpires
  /// None of the cards has a name or a number.
  case noNames
  /// A link holds one card, and there are this many.
  case severalCards(Int)
  /// A `.pkpasses` holds fewer passes than these, of which there are so many.
  case tooManyPasses(Int, limit: Int)
  /// The archive's files would have more bytes than are written.
  case tooLarge(limit: Int)
  /// The password is longer than this, or contains a zero byte.
  case password(maximumByteCount: Int)
}
