/// A barcode in a picture with some characters that could not be read.
///
/// It is never sure: a person completes it and compares it with the card. A single missing character follows from the
/// check digit (`UnreadableDigit`).
public struct PartialBarcode: Sendable, Hashable {
  /// The most partial codes on one page.
  public static let maxCount = 16

  /// EAN-13, UPC-A or EAN-8.
  public var symbology: Symbology
  /// The digits as printed, including the check digit, with `?` (`UnreadableDigit.sign`) for each unsure one.
  ///
  /// Without any `?`, the check digit is right, but the evidence is too weak to count the code as read.
  public var pattern: String
  /// The symbol's corners in the upright picture, as in `FoundBarcode`.
  public var position: [FoundBarcode.Point]

  /// Makes a partial code.
  public init(symbology: Symbology, pattern: String, position: [FoundBarcode.Point]) {
    self.symbology = symbology
    self.pattern = pattern
    self.position = position
  }

  /// How many characters are unsure.
  public var unsureCount: Int { pattern.utf8.count { $0 == UnreadableDigit.sign } }

  /// Whether the pattern has the right length for its symbology, only digits and `?`, and at least 60 % digits.
  public var isWithinBounds: Bool {
    let count = pattern.utf8.count
    return count == Self.length(of: symbology)
      && pattern.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UnreadableDigit.sign }
      && (count - unsureCount) * 10 >= count * 6
  }

  /// How many digits a symbol has; `nil` for symbologies that are never read in part.
  private static func length(of symbology: Symbology) -> Int? {
    switch symbology {
    case .ean13: 13
    case .upcA: 12
    case .ean8: 8
    default: nil
    }
  }
}

extension FoundBarcode {
  /// Makes a doubtful finding from a code that a person has yet to complete.
  public init(_ partial: PartialBarcode) {
    self.init(
      barcode: Barcode(partial), position: partial.position, doubt: .weakEvidence)
  }
}

extension Barcode {
  /// Makes a barcode that a person has yet to complete.
  ///
  /// Its payload is the pattern, including `?`, so it can be neither drawn nor accepted.
  public init(_ partial: PartialBarcode) {
    self.init(
      symbology: partial.symbology, bytes: Array(partial.pattern.utf8), text: partial.pattern)
  }

  /// Whether two codes of one symbology have the same digits, ignoring those that either lacks.
  public func agrees(with other: Barcode) -> Bool {
    symbology == other.symbology && bytes.count == other.bytes.count
      && zip(bytes, other.bytes).allSatisfy {
        $0 == $1 || $0 == UnreadableDigit.sign || $1 == UnreadableDigit.sign
      }
  }

  /// Whether a typed code may replace this one: if this one was read in part, their digits must agree.
  public func admits(_ other: Barcode) -> Bool { !isPartial || agrees(with: other) }

  /// Whether digits are missing: a complete retail code's payload has only digits.
  public var isPartial: Bool { symbology.isRetail && bytes.contains(UnreadableDigit.sign) }
}

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
    let positions = typed.indices.filter { typed[$0] == sign }
    guard positions.count == 1 else { throw .several(positions.count) }
    let candidates = "0123456789X".utf8.filter { candidate in
      var number = typed
      number[positions[0]] = candidate
      return isRight(number)
    }
    guard let digit = candidates.first else { throw .noneFits }
    guard candidates.count == 1 else { throw .manyFit(candidates.count) }
    var number = typed
    number[positions[0]] = digit
    return (number, Character(Unicode.Scalar(digit)))
  }
}
