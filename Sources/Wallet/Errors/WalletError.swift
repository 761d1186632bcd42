package import Cards
package import Drawing
package import ReaderLink
package import SystemPackage
package import VaultFormat
package import WalletFiles

/// Why an operation on cards failed.
///
/// No case contains a code, a printed number or a key.
package enum WalletError: Error, Sendable, Hashable {
  /// A vault's key was typed where a card's code or text belongs.
  case keyTyped
  /// The typed text is not a code.
  case code(CodeProblem)
  /// The typed text is not accepted on a card.
  case text(TextProblem)
  /// The code cannot be drawn, so no till could scan it.
  case undrawable(DrawingError)
  /// Another card, with this name, has the code.
  case codeTaken(cardName: String)
  /// A name was given for one card, but this many different codes were found.
  case severalCodes(Int)
  /// The folder with this name cannot be listed.
  case folderUnreadable(name: String, Errno)
  /// The folder with this name contains no pictures.
  case noPictures(folderName: String)
  /// The card with this name was removed, at this moment; what was decided about it is not saved.
  case removed(CardID, name: String, Timestamp?)
  /// The card with this name is not any more as the person saw it, but differs in this, in words; what was decided about it
  /// is not saved.
  case changedMeanwhile(CardID, name: String, differences: [String] = [])
  /// An undo or redo would not do any more what the person saw.
  case changedBeforeUndo
  /// The card could be used only once, and was used.
  case usedUp(CardID)
  /// The card has no balance to spend from.
  case noBalance(CardID)
  /// The amount to spend is zero.
  case zeroAmount
  /// The amount's unit differs from that of the card's balance, which is given.
  case otherUnit(Balance)
  /// The amount is more than the card's balance, which is given.
  case notEnough(Balance, on: CardID)
  /// Digits of the card's code are missing, so it cannot be accepted.
  ///
  /// `isOneOfSeveral`: others lack digits, too, so that one number alone does not make it a whole card.
  case partialCode(CardID, isOneOfSeveral: Bool = false)
  /// The photo was not kept.
  case photo(PhotoProblem)
  /// More cards than one printed document holds.
  case tooManyCards
  /// This machine's clock shows a year outside 1 to 9999.
  case noDay
  /// The vault could not be changed.
  case vault(VaultError)
}

extension WalletError {
  /// Runs a change of a vault, and wraps its errors.
  static func wrapping<Value>(
    _ change: () async throws(VaultError) -> Value
  ) async throws(WalletError) -> Value {
    do throws(VaultError) { return try await change() } catch { throw .vault(error) }
  }
}

/// Why a text is not a code.
package enum CodeProblem: Sendable, Hashable {
  /// Its bytes are not UTF-8.
  case notUnicode
  /// It is empty, or has more bytes than `Barcode.maxByteCount`.
  case wrongLength
  /// An element of a GS1 code is wrong: its title in the GS1 tables (empty if it has none), and its fault.
  case element(title: String, ElementString.Fault)
  /// The check digit of a book's ISBN or a periodical's ISSN is wrong.
  case publication(isBook: Bool)
  /// The digit typed as `?` cannot be computed.
  case unreadableDigit(UnreadableDigit.Problem)
  /// A `?` was typed, but this symbology has no check digit at this length.
  case noCheckDigit(characterCount: Int, Symbology)
  /// A `?` was typed, but a number of this length may belong to a symbology without check digits.
  case perhapsNoCheckDigit(characterCount: Int)
  /// It contains characters that Code 39 does not have.
  case notCode39
  /// It was typed as an EAN-13, but is a complete UPC-A number.
  case completeUPCA
  /// It does not have the number of digits that its symbology requires.
  case wrongNumber(Symbology, digitCount: Int)
  /// Its check digit does not match the other digits.
  case wrongCheckDigit(Symbology)
}

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
  /// It is one of these dates, depending on which number is the month.
  case ambiguousDate(String, [CalendarDate])
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

/// Why a photo was not kept.
package enum PhotoProblem: Sendable, Hashable {
  /// It shows a vault's key.
  case showsKey
  /// It could not be read.
  case failed(PictureOutcome.Failure)
  /// No picture could be made of it, such as of a document with several pages.
  case notOnePicture
}
