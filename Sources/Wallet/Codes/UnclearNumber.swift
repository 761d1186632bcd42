package import Cards

/// A number that was typed without the kind of its bars, and whose form does not tell it for sure.
package struct UnclearNumber: Sendable, Hashable {
  /// One of the things that it may be.
  package enum Meaning: Sendable, Hashable {
    /// A book's ISBN-10, whose bars are an EAN-13.
    case book
    /// A product's UPC-E.
    case productUPCE
    /// An EAN-13 whose check digit was left out.
    case incompleteEAN13
    /// A member's number, as Code 128.
    case number

    /// The kind of its bars.
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
    /// So many digits would be of this symbology, but for a wrong check digit.
    case wrongCheckDigit(Symbology, digitCount: Int)
  }

  /// What it may be, the likeliest first.
  package let meanings: [Meaning]
  /// Why it is not clear.
  package let reason: Reason

  /// Whether it is most likely that a digit was typed wrong.
  package var isFaulty: Bool { if case .wrongCheckDigit = reason { true } else { false } }

  /// Judges a number; `nil` when it is clear what is meant.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - old: The code that it replaces, whose kind it has, as a rule; but Code 128 may hold anything, and so tells
  ///     only what as many characters are.
  package init?(_ text: String, replacing old: Barcode?) {
    let bare = TypedCode.bare(text.utf8)
    if let old, old.symbology != .code128 || old.bytes.count == bare.count { return nil }
    if bare.count == 10, BookNumber.isbn13(inText: text) != nil {
      (meanings, reason) = ([.book, .number], .isbn10)
      return
    }
    // 8 digits in groups are rather a member's number.
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
