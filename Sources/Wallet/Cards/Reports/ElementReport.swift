package import Cards

/// An element of a GS1 code, for scripts.
package struct ElementReport: Encodable, Sendable {
  let ai: String?
  let title: String?
  let value: String
  let raw: String?
  let fault: String?

  init(_ element: ElementString.Element) {
    ai = element.identifier.isEmpty ? nil : element.identifier
    title = element.title.isEmpty ? nil : element.title
    value = element.value
    raw = element.value == element.data ? nil : element.data
    fault = element.fault?.words
  }
}

extension ElementString.Fault {
  /// What is wrong, in words.
  package var words: String {
    switch self {
    case .unknownIdentifier: "unknown application identifier"
    case .malformed: "wrong format for its application identifier"
    case .wrongCheckDigit: "its check digit is wrong"
    case .noSuchDate: "not a valid date"
    }
  }
}
