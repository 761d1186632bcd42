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
    /// The share of the evidence for a sure reading, from 0 to 1.
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

  /// A code that was seen before, such as one that waits in a page's tray.
  struct Seen: Encodable, Sendable {
    let key: String
    let symbology: String
    let ending: String?
    let sure: Bool
  }

  let codes: [Code]
  /// What would help to read the next frame.
  let hints: [String]
  /// Where codes are that could not be read.
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

  /// Points as pages use them.
  static func points(_ points: [FoundBarcode.Point]) -> [[Int]] { points.map { [$0.x, $0.y] } }
}

extension ScanAnswer.Code {
  /// A code as a page shows it.
  init(_ code: LiveReading.Code, key: String, known: Card?) {
    let seen = ScanAnswer.Seen(code.found, key: key)
    self.init(
      key: key, symbology: seen.symbology, ending: seen.ending, sure: seen.sure,
      confidence: code.confidence, points: ScanAnswer.points(code.found.position),
      known: known.map(ScanAnswer.Known.init))
  }
}

extension ScanAnswer.Seen {
  /// A code as a list shows it.
  init(_ found: FoundBarcode, key: String) {
    let ending = String(Masking.masked(found.barcode).drop { $0 == "•" })
    self.init(
      key: key, symbology: found.barcode.symbology.name, ending: ending.isEmpty ? nil : ending,
      sure: found.isSure)
  }
}
