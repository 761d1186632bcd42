internal import Cards
internal import Wallet

/// What was found on a frame: never a number, only its visible ending.
struct ScanAnswer: Encodable, Sendable {
  /// A code on the frame.
  struct Code: Encodable, Sendable {
    /// Names the code in further calls.
    let key: String
    let symbology: String
    let ending: String?
    let sure: Bool
    /// How much of the evidence for a sure reading there is, from 0 to 1.
    let confidence: Double
    /// Its corners in the frame's pixels.
    let points: [[Int]]
    /// The card that has it.
    let known: Known?
  }

  /// A card in the vault.
  struct Known: Encodable, Sendable {
    let id: String
    let name: String
    let draft: Bool

    init(_ card: Card) {
      id = card.id.description
      name = card.name
      draft = card.isDraft
    }
  }

  let codes: [Code]
  /// What would help to read the next one.
  let hints: [String]
  /// Where something is that could not be read.
  let located: [[[Int]]]
  let milliseconds: Int

  /// Puts a reading into words.
  ///
  /// - Parameters:
  ///   - codes: Its codes, with their keys and cards.
  ///   - reading: The rest of it.
  init(_ codes: [Code], _ reading: LiveReading) {
    self.codes = codes
    hints = ScanHint(reading).map { [$0.rawValue] } ?? []
    located = reading.candidate.map { [Self.points($0)] } ?? []
    milliseconds = Int(reading.readingTime / .milliseconds(1))
  }

  /// Points as pages have them.
  static func points(_ points: [FoundBarcode.Point]) -> [[Int]] { points.map { [$0.x, $0.y] } }
}

extension ScanAnswer.Code {
  /// A code as a page shows it.
  init(_ code: LiveReading.Code, key: String, known: Card?) {
    let barcode = code.found.barcode
    let ending = String(Masking.masked(barcode).drop { $0 == "•" })
    self.init(
      key: key, symbology: barcode.symbology.name, ending: ending.isEmpty ? nil : ending,
      sure: code.found.isSure, confidence: code.confidence,
      points: ScanAnswer.points(code.found.position), known: known.map(ScanAnswer.Known.init))
  }
}
