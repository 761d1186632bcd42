package import Cards

/// A number typed without a symbology, of a form that several symbologies have.
package struct UnclearNumber: Sendable, Hashable {
  /// One of its possible meanings.
  package enum Meaning: Sendable, Hashable {
    /// A book's ISBN-10, whose barcode is an EAN-13.
    case book
    /// A product's UPC-E.
    case productUPCE
    /// An EAN-13 without its check digit.
    case incompleteEAN13
    /// A member's number, as Code 128.
    case number

    /// The symbology of its barcode.
    package var symbology: Symbology {
      switch self {
      case .book, .incompleteEAN13: .ean13
      case .productUPCE: .upcE
      case .number: .code128
      }
    }
  }

  /// Why it is not clear.
  package enum Reason: Sendable, Hashable {
    /// Its ten characters are an ISBN-10.
    case isbn10
    /// Its eight digits are a UPC-E.
    case upcE
    /// Its length fits this symbology, but the check digit is wrong.
    case wrongCheckDigit(Symbology, digitCount: Int)
  }

  /// Its possible meanings, most likely first.
  package let meanings: [Meaning]
  /// Why it is not clear.
  package let reason: Reason

  /// Whether the most likely explanation is a mistyped digit.
  package var isFaulty: Bool { if case .wrongCheckDigit = reason { true } else { false } }

  /// Examines a number; `nil` if its meaning is clear.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - old: The code that it replaces, whose symbology it usually has; but as Code 128 can contain anything, it
  ///     decides only for a number of the same length.
  package init?(_ text: String, replacing old: Barcode?) {
    let bare = TypedCode.bare(text.utf8)
    if let old, old.symbology != .code128 || old.bytes.count == bare.count { return nil }
    if bare.count == 10, BookNumber.isbn13(inText: text) != nil {
      (meanings, reason) = ([.book, .number], .isbn10)
      return
    }
    // 8 digits in groups are more likely a member's number.
    let kinds: [Int: Symbology] = [
      13: .ean13, 12: .upcA, 8: bare.count == text.utf8.count ? .ean8 : .code128,
    ]
    guard let kind = kinds[bare.count], bare.allSatisfy({ (0x30...0x39).contains($0) }),
      CheckDigit.isRight(bare, as: kind) == false
    else { return nil }
    if CheckDigit.isRight(bare, as: .upcE) == true {
      (meanings, reason) = ([.productUPCE, .number], .upcE)
      return
    }
    meanings = kind == .upcA ? [.incompleteEAN13, .number] : [.number]
    reason = .wrongCheckDigit(kind, digitCount: bare.count)
  }
}
