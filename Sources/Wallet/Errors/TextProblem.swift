package import Cards
package import WalletFiles

/// Why a text is not accepted on a card.
package enum TextProblem: Sendable, Hashable {
  /// The field that the text was for.
  package enum Part: Sendable, Hashable {
    case name, tag
    /// A note or a printed number.
    case note
    case holder, pin, webAddress
  }

  /// It is empty, or only invisible characters.
  case empty(Part)
  /// It has `count` characters, more than the limit.
  case tooLong(Part, count: Int, limit: Int)
  /// Its bytes are not UTF-8.
  case notUnicode(Part)
  /// The card would have `count` tags, more than the limit.
  case tooManyTags(count: Int, limit: Int)
  /// It is not a date.
  case notADate(String)
  /// The card's last day would be before its first day.
  case neverValid(from: CalendarDate, expires: CalendarDate)
  /// It is not a web address.
  case notAWebAddress(String)
  /// It is not a colour.
  case notAColour(String)
  /// It is not a kind of card.
  case notAKind(String)
  /// It is not an amount of money or points.
  case notAnAmount(String)
  /// It has three digits after a point or comma, which may separate thousands: `1.250`.
  case thousandsOrDecimals(WrittenAmount.Ambiguity)
  /// It is an amount with a sign that several currencies share, such as `$`, for a card that has none of them.
  case severalCurrencies(String)
  /// It is an amount with decimals but without a currency, for a card that has none either.
  case noCurrency(String)
}
