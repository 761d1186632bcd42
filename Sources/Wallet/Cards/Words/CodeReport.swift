package import Cards

/// A code on a card or picture, as JSON.
package struct CodeReport: Encodable, Sendable {
  /// Which of several symbols it is.
  struct Part: Encodable, Sendable {
    let index: Int
    /// How many there are; absent if that is not known.
    let count: Int?
    let id: String?
  }

  let symbology: String
  let text: String
  /// The text for people, as printed beneath the symbol: GS1 codes without their separators.
  let shown: String
  /// What it means, one line for each element; absent for a plain number.
  let meaning: [String]?
  let bytes: String
  let aim: String?
  let addOn: String?
  let eci: Int?
  let gs1: Bool?
  let errorCorrection: String?
  let version: String?
  let mask: Int?
  let columns: Int?
  let readerInitialisation: Bool?
  let part: Part?
  let elements: [ElementReport]?
  let isbn: String?
  let issn: String?
  /// Whether digits are missing, each a `?` in the text; absent if not.
  let incomplete: Bool?

  // On a picture only.
  private(set) var sure: Bool?
  private(set) var doubt: String?
  private(set) var position: [[Int]]?
  private(set) var page: Int?

  /// A code of a card; `today` decides the century of dates in it.
  package init(_ barcode: Barcode, today: CalendarDate) {
    let traits = barcode.traits
    symbology = barcode.symbology.name
    text = barcode.text
    let words = CodeWords(barcode, today: today, namesCommand: false)
    shown = words.line
    meaning = words.meaning.isEmpty ? nil : words.meaning
    bytes = barcode.bytes.hexadecimal
    aim = traits.aimIdentifier.isEmpty ? nil : traits.aimIdentifier
    addOn = traits.addOn
    eci = traits.eci
    gs1 = traits.gs1 ? true : nil
    errorCorrection = traits.errorCorrection
    version = traits.version
    mask = traits.mask
    columns = traits.columns
    readerInitialisation = traits.readerInitialisation ? true : nil
    part = traits.part.map { part in
      Part(
        index: part.index, count: part.count == 0 ? nil : part.count,
        id: part.id.isEmpty ? nil : part.id)
    }
    elements = ElementString(barcode, year: today.year)?.elements.map(ElementReport.init)
    isbn = BookNumber.isbn13(statedBy: barcode)
    issn = PeriodicalNumber(barcode)?.issn
    incomplete = barcode.isPartial ? true : nil
  }

  /// A code on a picture; `page` is `nil` where there are no pages, as for a camera.
  package init(_ found: FoundBarcode, page: Int? = nil, today: CalendarDate) {
    self.init(found.barcode, today: today)
    sure = found.isSure
    doubt = found.doubt?.words
    position = found.corners
    self.page = page
  }
}

/// An element of a GS1 code, as JSON.
struct ElementReport: Encodable, Sendable {
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

extension FoundBarcode {
  /// Its corners as JSON, in pixels of the picture.
  package var corners: [[Int]] { position.map { [$0.x, $0.y] } }
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
