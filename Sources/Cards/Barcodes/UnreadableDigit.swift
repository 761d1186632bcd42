/// A number with one unreadable digit, which its check digit can recover.
///
/// Modulo 10 with weights 1 and 3, and modulo 11 with weights below 11, have at most one solution: the weights
/// share no factor with the modulus. UPC-E has several if its sixth digit is the unreadable one.
public enum UnreadableDigit {
  /// The character typed in place of the digit.
  public static let sign = UInt8(ascii: "?")

  /// Why a number cannot be solved.
  public enum Problem: Error, Hashable {
    /// There is not exactly one placeholder.
    case several(Int)
    /// No digit gives a valid number: another digit is wrong too.
    case noneFits
    /// This many digits give a valid number.
    case manyFit(Int)
  }

  /// Finds the digit.
  ///
  /// - Parameters:
  ///   - typed: ASCII characters with one placeholder.
  ///   - isRight: Whether a number without placeholders passes its checks.
  /// - Returns: the number and the character found, 0 to 9 or X.
  /// - Throws: `Problem` if no digit fits, or more than one.
  public static func solved(
    _ typed: [UInt8], isRight: ([UInt8]) -> Bool
  ) throws(Problem) -> (number: [UInt8], digit: Character) {
    let places = typed.indices.filter { typed[$0] == sign }
    guard places.count == 1 else { throw .several(places.count) }
    let candidates = "0123456789X".utf8.filter { candidate in
      var number = typed
      number[places[0]] = candidate
      return isRight(number)
    }
    guard let digit = candidates.first else { throw .noneFits }
    guard candidates.count == 1 else { throw .manyFit(candidates.count) }
    var number = typed
    number[places[0]] = digit
    return (number, Character(Unicode.Scalar(digit)))
  }
}
