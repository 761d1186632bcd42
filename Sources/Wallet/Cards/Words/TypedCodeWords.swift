internal import Cards

extension TypedCode.Note {
  /// What was concluded from a typed text; of the number itself, the found digit at most.
  package var words: String {
    switch self {
    case .checkDigitAdded(let digit): "The check digit was missing and was added: …\(digit)"
    case .digitFound(let digit):
      "The unreadable digit is \(digit): the check digit allows no other. Compare it with the card."
    case .elements(let titles): "Read as a GS1 code: \(titles.joined(separator: ", "))"
    case .book: "Read as the EAN-13 of this ISBN."
    case .periodical: "Read as the EAN-13 of this ISSN."
    case .differsFromPhoto:
      "It differs from the digits that were read on the photo: compare it with the card once more."
    }
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
    }
  }
}

extension UnclearNumber.Meaning {
  /// When to use its symbology.
  package var purpose: String {
    switch self {
    case .book: "for the book"
    case .productUPCE: "for a UPC-E"
    case .incompleteEAN13: "for an EAN-13 without its check digit"
    case .number: "for a membership number"
    }
  }
}
