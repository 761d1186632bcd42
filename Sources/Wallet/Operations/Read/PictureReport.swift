package import Cards
package import ReaderLink

/// The result of `read` for one file: one line of JSON.
package struct PictureReport: Encodable, Sendable {
  let path: String
  let codes: [CodeReport]
  /// Codes of which some digits could not be read; absent if there are none.
  let partialCodes: [Partial]?
  let error: String?
  /// Whether it shows a vault's key, which is not among the codes; absent if not.
  let holdsKey: Bool?
  let milliseconds: Double

  /// A code with `?` for each digit that could not be read.
  struct Partial: Encodable {
    let symbology: String
    let pattern: String
  }

  /// Creates a report from the reader's outcome for a file.
  package init(path: String, _ outcome: PictureOutcome, today: CalendarDate) {
    self.path = path
    codes = outcome.pages.flatMap { page in
      page.codes.map { CodeReport($0, page: page.page, today: today) }
    }
    let partial = outcome.partialCodes.map {
      Partial(symbology: $0.symbology.name, pattern: $0.pattern)
    }
    partialCodes = partial.isEmpty ? nil : partial
    error = outcome.failure?.reason ?? (outcome.holdsKey ? KeyOnPicture.reason : nil)
    holdsKey = outcome.holdsKey ? true : nil
    let (seconds, attoseconds) = outcome.readingTime.components
    milliseconds =
      Double(seconds * 10_000 + attoseconds / 100_000_000_000_000) / 10
  }
}

extension FoundBarcode.Doubt {
  /// Why a person should check the code, in words.
  package var words: String {
    switch self {
    case .weakEvidence: "weak evidence"
    case .contradicted: "read in two ways"
    case .insideAnother: "inside another code"
    case .alteredPicture: "read only after the picture was altered"
    case .part: "only a part of a code"
    }
  }
}

/// A book's number on a picture, for scripts.
package struct BookReport: Encodable {
  package let path: String
  package let isbn: String

  /// Makes a report.
  package init(path: String, isbn: String) {
    self.path = path
    self.isbn = isbn
  }
}
