internal import Cards
internal import ReaderLink

/// What `read` says of one file: one line of JSON.
struct PictureReport: Encodable {
  struct Code: Encodable {
    let symbology: String
    let text: String
    let bytes: String
    let sure: Bool
    let doubt: String?
    let position: [[Int]]
    let page: Int
    let aim: String?
    let addOn: String?
    let eci: Int?
    let gs1: Bool?
    let errorCorrection: String?
    let version: String?

    init(_ found: FoundBarcode, page: Int) {
      let (barcode, traits) = (found.barcode, found.barcode.traits)
      symbology = barcode.symbology.name
      text = barcode.text
      bytes = barcode.bytes.hexadecimal
      sure = found.isSure
      doubt = found.doubt?.words
      position = found.position.map { [$0.x, $0.y] }
      self.page = page
      aim = traits.aimIdentifier.isEmpty ? nil : traits.aimIdentifier
      addOn = traits.addOn
      eci = traits.eci
      gs1 = traits.gs1 ? true : nil
      errorCorrection = traits.errorCorrection
      version = traits.version
    }
  }

  let path: String
  let codes: [Code]
  let error: String?
  let milliseconds: Double

  init(path: String, _ outcome: PictureOutcome) {
    self.path = path
    codes = outcome.pages.flatMap { page in page.codes.map { Code($0, page: page.page) } }
    error = outcome.failure?.reason
    let (seconds, attoseconds) = outcome.readingTime.components
    milliseconds =
      Double(seconds * 10_000 + attoseconds / 100_000_000_000_000) / 10
  }
}

extension FoundBarcode.Doubt {
  /// Why a person should look, in words.
  var words: String {
    switch self {
    case .weakEvidence: "weak evidence"
    case .contradicted: "read in two ways"
    case .insideAnother: "inside another code"
    case .alteredPicture: "read only after the picture was altered"
    }
  }
}
