internal import Cards
internal import Wallet

/// What was found on a frame: never a number, only its visible ending.
struct ScanAnswer: Encodable, Sendable {
  let codes: [ScannedCode]
  /// What would help to read the next frame.
  let hints: [String]
  /// Where codes are that could not be read.
  let located: [[[Int]]]
  let milliseconds: Int

  /// Puts a reading into words; `codes` are those of it that were looked for.
  init(_ codes: [ScannedCode], _ reading: LiveReading) {
    self.codes = codes
    hints = ScanHint(reading).map { [$0.rawValue] } ?? []
    located = reading.candidate.map { [$0.map { [$0.x, $0.y] }] } ?? []
    milliseconds = Int(reading.readingTime / .milliseconds(1))
  }
}

/// A code on a frame.
typealias ScannedCode = PageValue<SeenCode, CodeOnFrame>

/// A code that was seen by a tab, such as one that waits in a page's tray.
struct SeenCode: Encodable, Sendable {
  /// Names the code in further calls.
  let key: String
  let symbology: String
  let ending: String?
  let sure: Bool

  init(_ found: FoundBarcode, key: String) {
    self.key = key
    symbology = found.barcode.symbology.name
    ending = Masking.ending(of: found.barcode.text)
    sure = found.isSure
  }
}

/// What is known of a code only while it is on a frame.
struct CodeOnFrame: Encodable, Sendable {
  /// A card in the vault.
  struct Known: Encodable, Sendable {
    let id: String
    let name: String
    let state: String
  }

  /// How much of the evidence for a sure reading there is, from 0 to 1.
  let confidence: Double
  /// Its corners in the frame's pixels.
  let position: [[Int]]
  /// The card that has it.
  let known: Known?

  init(_ code: LiveReading.Code, known card: Card?, today: CalendarDate) {
    confidence = code.confidence
    position = code.found.corners
    known = card.map {
      Known(id: $0.id.description, name: $0.name, state: $0.state(on: today).rawValue)
    }
  }
}
