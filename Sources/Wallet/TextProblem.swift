/// Why a text cannot go on a card.
package enum TextProblem: Sendable, Hashable {
  /// What the text was to be.
  package enum Part: Sendable, Hashable {
    case name, tag
    /// A note or a printed number.
    case note
  }

  /// It is empty, or nothing but white space.
  case empty(Part)
  /// It has so many characters, more than the limit.
  case tooLong(Part, count: Int, limit: Int)
  /// Its bytes are not UTF-8.
  case notUnicode(Part)
  /// The card would have so many tags, more than the limit.
  case tooManyTags(count: Int, limit: Int)
  /// This is not a date.
  case notADate(String)
}
