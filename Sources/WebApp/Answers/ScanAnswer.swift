internal import Cards
internal import Wallet

/// What was found on a frame: never a number, only its visible ending.
struct ScanAnswer: Encodable, Sendable {
  let codes: [ScannedCode]
  /// Sure codes of other kinds than were looked for.
  let others: [ScannedCode]
  let candidate: Candidate?
  let milliseconds: Int

  /// A code that several frames show but that could not be read.
  struct Candidate: Encodable, Sendable {
    /// Its corners in the frame's pixels.
    let position: [[Int]]
    /// What would help to read it.
    let hint: String?
  }

  /// Puts a reading into words; `codes` are those of it that were looked for, and `others` those to offer.
  init(_ codes: [ScannedCode], others: [ScannedCode], _ reading: LiveReading) {
    self.codes = codes
    self.others = others
    candidate = reading.candidate.map {
      Candidate(position: $0.corners.map { [$0.x, $0.y] }, hint: $0.hint?.rawValue)
    }
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
