package import Cards

/// A number or address typed without a symbology, of a form that several symbologies have.
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
    /// An address, whose barcode is a QR Code nearly always.
    case address
    /// The same text in a Code 128.
    case text

    /// The symbology of its barcode.
    package var symbology: Symbology {
      switch self {
      case .book, .incompleteEAN13: .ean13
      case .productUPCE: .upcE
      case .number, .text: .code128
      case .address: .qrCode
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
    /// It is a web address.
    case webAddress
  }

  /// Its possible meanings, most likely first.
  package let meanings: [Meaning]
  /// Why it is not clear.
  package let reason: Reason

  /// Whether the most likely explanation is a mistyped digit.
  var isFaulty: Bool { if case .wrongCheckDigit = reason { true } else { false } }

  /// Examines a number; `nil` if its meaning is clear.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - old: The code that it replaces, whose symbology it usually has; but as Code 128 can contain anything, it
  ///     decides only for a number of the same length.
  package init?(_ text: String, replacing old: Barcode?) {
    if old == nil, WebHost.isAddress(text) {
      (meanings, reason) = ([.address, .text], .webAddress)
      return
    }
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

extension UnclearNumber.Reason {
  /// Why the meaning of a number is not clear.
  package var words: String {
    switch self {
    case .isbn10: "its 10 characters are a valid ISBN-10, but may also be a membership number"
    case .upcE: "its 8 digits are a valid UPC-E, but may also be a membership number"
    case .wrongCheckDigit(let kind, let count):
      "its \(count) digits would be \(kind == .upcA ? "a" : "an") \(kind) with a wrong check digit"
    case .webAddress: "a web address is in a QR Code nearly always, but other kinds can hold it"
    }
  }
}

extension UnclearNumber.Meaning {
  /// When to use its symbology.
  var purpose: String {
    switch self {
    case .book: "for the book"
    case .productUPCE: "for a UPC-E"
    case .incompleteEAN13: "for an EAN-13 without its check digit"
    case .number: "for a membership number"
    case .address: "for most web addresses"
    case .text: "for bars that hold the address"
    }
  }
}

extension Failure {
  /// A number whose symbology a person must choose.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - verb: What to do with a symbology, such as `use`.
  ///   - option: How a symbology is named there.
  package init(
    _ number: UnclearNumber, advising verb: String, option: (Symbology) -> String
  ) {
    let options = number.meanings.map { "\(option($0.symbology)) \($0.purpose)" }
    let choices = "\(verb) " + options.joined(separator: ", ")
    self = .usage(
      "the kind of this number is not clear", because: number.reason.words,
      try: number.isFaulty
        ? .prose("look for a mistyped digit").or(.prose(choices)) : .prose(choices))
  }
}
