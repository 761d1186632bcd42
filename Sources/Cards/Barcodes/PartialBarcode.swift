/// A barcode in a picture of which some characters could not be read.
///
/// It is never sure: a person completes it and compares it with the card. Where one character is missing, the
/// check digit tells which it is (`UnreadableDigit`).
public struct PartialBarcode: Sendable, Hashable {
  /// The most partial codes of one page.
  public static let maximumCount = 16
  /// The most characters of one code that may be missing.
  public static let maximumUnsureCount = 6

  /// EAN-13, UPC-A or EAN-8.
  public var symbology: Symbology
  /// The digits as printed, check digit included, with `?` (`UnreadableDigit.sign`) for each that is unsure.
  ///
  /// Without any `?`, the check digit fits, but too little speaks for the digits to call the code read.
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

  /// Whether the pattern has the length of its symbology, nothing but digits and `?`, at least 60 % digits and at
  /// most six `?`.
  public var isWithinBounds: Bool {
    let count = pattern.utf8.count
    return count == Self.length(of: symbology)
      && pattern.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UnreadableDigit.sign }
      && unsureCount <= Self.maximumUnsureCount && (count - unsureCount) * 10 >= count * 6
  }

  /// How many digits a symbol has; `nil` for symbologies that are not read in part.
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
  /// A doubtful finding of a code to be completed.
  public init(_ partial: PartialBarcode) {
    self.init(
      barcode: Barcode(partial), position: partial.position, doubt: .weakEvidence)
  }
}

extension Barcode {
  /// A code to be completed: its payload is the pattern, `?` included, so it can neither be drawn nor accepted.
  public init(_ partial: PartialBarcode) {
    self.init(
      symbology: partial.symbology, bytes: Array(partial.pattern.utf8), text: partial.pattern)
  }

  /// Whether digits are missing: a retail code's payload has nothing but digits otherwise.
  public var isPartial: Bool { symbology.isRetail && bytes.contains(UnreadableDigit.sign) }
}
