/// A number with one digit that nobody can read any more, and its check digit that still knows it.
///
/// Modulo 10 with weights 1 and 3, and modulo 11 with weights below 11, have one answer at most: the weights
/// share no factor with the modulus. UPC-E has several where the sixth digit is the unreadable one.
public enum UnreadableDigit {
  /// What stands for the digit.
  public static let sign = UInt8(ascii: "?")

  /// Why a number cannot be solved.
  public enum Problem: Error, Hashable {
    /// There is not exactly one sign.
    case several(Int)
    /// No digit makes the number right: another one is wrong too.
    case noneFits
    /// This many digits make it right.
    case manyFit(Int)
  }

  /// Finds the digit.
  ///
  /// - Parameters:
  ///   - typed: ASCII characters with one sign.
  ///   - isRight: Whether a number without signs passes its checks.
  /// - Returns: the number and the character that was found, 0 to 9 or X.
  /// - Throws: `Problem` when there is no such digit, or more than one.
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
