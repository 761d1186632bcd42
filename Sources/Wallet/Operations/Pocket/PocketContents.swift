internal import Cards
internal import Drawing
internal import FoundationEssentials
internal import VaultStore

/// What a pocket holds, as the JSON that its page reads: `Format.md`, section 7.
struct PocketContents: Encodable, Sendable {
  /// When it was published: milliseconds since 1970.
  let published: Int64
  /// Which cards were chosen, for the next time; absent for all in use.
  let tags: [String]?
  /// Whether PINs were chosen; absent if not.
  let withPINs: Bool?
  let cards: [PocketCard]

  init(published: Int64, _ choice: PocketChoice, cards: [PocketCard]) {
    self.published = published
    tags = choice.tags.isEmpty ? nil : choice.tags
    withPINs = choice.withPINs ? true : nil
    self.cards = cards
  }

  /// What was chosen for a pocket with this payload.
  ///
  /// - Throws: `DecodingError`.
  static func choice(in payload: [UInt8]) throws -> PocketChoice {
    struct Chosen: Decodable {
      var tags: [String]?
      var withPINs: Bool?
    }
    let chosen = try JSONDecoder().decode(Chosen.self, from: Data(payload))
    return PocketChoice(tags: chosen.tags ?? [], withPINs: chosen.withPINs ?? false)
  }

  /// The steps in which files are as long as they are: fewer than a hundred cards are in one or two.
  private static let stepByteCount = 64 << 10
  /// The length in front of a payload (`Format.md`, section 3).
  private static let lengthByteCount = 8

  /// The JSON, and blanks up to the next step, so that the file's length shows little of what is in it.
  var payload: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else {
      preconditionFailure("cards hold only numbers, words and lists")
    }
    let step = Self.stepByteCount
    let count = (data.count + Self.lengthByteCount + step - 1) / step * step - Self.lengthByteCount
    return Array(data) + [UInt8](repeating: UInt8(ascii: " "), count: count - data.count)
  }
}

/// A card in a pocket; absent keys are left out.
struct PocketCard: Encodable, Sendable {
  /// A code, with the symbol that is drawn or why there is none.
  struct Code: Encodable, Sendable {
    let symbology: String
    /// The text for people, as printed beneath the symbol.
    let shown: String
    let meaning: [String]?
    private(set) var symbol: SymbolReport?
    private(set) var refusal: String?

    init(_ barcode: Barcode, today: CalendarDate) {
      symbology = barcode.symbology.name
      let words = CodeWords(barcode, today: today, namesCommand: false)
      shown = words.line
      meaning = words.meaning.isEmpty ? nil : words.meaning
      if barcode.isPartial {
        refusal = WalletError.digitsMissing
      } else {
        do throws(DrawingError) {
          symbol = SymbolReport(try DrawnSymbol(barcode))
        } catch {
          refusal = error.failure.because
        }
      }
    }
  }

  let name: String
  let tags: [String]?
  let favourite: Bool?
  let kind: String
  let colour: String?
  let balance: String?
  let validFrom: String?
  let expires: String?
  let oneTime: Bool?
  let number: String?
  /// The visible ending of its number, which tells cards of one name apart.
  let ending: String?
  let holder: String?
  let webAddress: String?
  let note: String?
  let pin: String?
  let codes: [Code]

  init(_ card: Card, withPIN: Bool, today: CalendarDate) {
    func text(_ text: String) -> String? { text.isEmpty ? nil : text }
    name = card.name
    tags = card.tags.isEmpty ? nil : card.tags
    favourite = card.isFavourite ? true : nil
    kind = card.kind.name
    colour = card.colour.map(ColourText.text)
    balance = card.balance?.shown
    validFrom = card.validFrom?.description
    expires = card.expires?.description
    oneTime = card.isOneTime ? true : nil
    number = text(card.printedNumber)
    ending = card.maskedEnding
    holder = text(card.holder)
    webAddress = text(card.webAddress)
    note = text(card.note)
    pin = withPIN ? text(card.pin) : nil
    codes = card.codes.map { Code($0, today: today) }
  }

  /// Whether it has a code that the page cannot draw.
  var isUndrawn: Bool { codes.contains { $0.symbol == nil } }
}
