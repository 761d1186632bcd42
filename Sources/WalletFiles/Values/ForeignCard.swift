package import Cards

/// A card as another wallet's file describes it.
///
/// Texts are as in the file; their lengths are checked only when they are stored.
package struct ForeignCard: Sendable, Hashable {
  /// Something that a person may want to check.
  package enum Doubt: Sendable, Hashable {
    /// The file states no barcode; there may be a number.
    case noCode
    /// The symbology is unknown, with this name; empty if the file names none.
    case unknownSymbology(String)
    /// The file does not state the symbology; it is guessed from the number.
    case guessedSymbology(Symbology)
    /// The check digit of its number is wrong.
    case wrongCheckDigit
    /// The file calls it a GS1 code, but its content breaks GS1's syntax.
    case wrongElements
    /// Its number was one digit short: the check digit, which was added, or a leading zero, which spreadsheets drop.
    case missingDigit
    /// Its code cannot be drawn in this symbology.
    case undrawable(Symbology)
    /// The code's text does not fit the charset that the file names, so its bytes are a guess.
    case charset(String)
    /// Its code or number looks like 4.00638E+12 or 4006381333931.0: a spreadsheet rounded it, or may have.
    case rounded
    /// Its code was hard to read, and nobody has compared it with the card yet.
    case hardToRead
    /// The file ends with its number, without a line end, so part of it may be missing.
    case mayBeCutOff
    /// It has several codes or numbers where a card has one; only the note has them.
    case severalCodes
    /// Its row has more values than the table has columns, so any of them may be misplaced.
    case tooManyValues
    /// Its balance has no currency, and is kept without one.
    case noCurrency
    /// Its balance is ambiguous, in points with decimals, in an unknown unit, or one of several amounts; only the note has
    /// it.
    case unclearBalance
    /// A day was picked in another time zone, and may be off by one.
    case unclearDay
    /// A day is unreadable or ambiguous; only the note has it.
    case unreadDay
  }

  /// A picture of it, in a member of an archive or in the file itself.
  package struct Photo: Sendable, Hashable {
    /// What it shows.
    package let side: CardPhoto.Side
    /// The member's name; empty for a picture in the file itself.
    package let member: String
    /// The picture in the file itself, untrusted; empty for a member.
    package var bytes: [UInt8] = []
    /// The inner archive that contains it, as in a `.pkpasses`; `nil` if there is none.
    package var archive: String?
    /// What it is if it shows no side of the card, such as `logo`; empty if the file does not say.
    package var picture = ""
  }

  /// The program that it comes from.
  package let source: ForeignSource
  /// Its id in that program, unique among its cards; empty if it has none.
  package let sourceID: String
  /// What people call it.
  package var name: String
  /// Its codes.
  package var codes: [Barcode] = []
  /// The number printed on it, if it differs from the code.
  package var number = ""
  /// Whose name is on it.
  package var holder = ""
  /// The secret number that a gift card asks for.
  package var pin = ""
  /// Where its balance is looked up.
  package var webAddress = ""
  /// Free text.
  package var note = ""
  /// Words to find it by.
  package var tags: [String] = []
  /// The first day it is valid.
  package var validFrom: CalendarDate?
  /// The last day it is valid.
  package var expires: CalendarDate?
  /// What is left on it.
  package var balance: Balance?
  /// Its colour, 0xRRGGBB.
  package var colour: UInt32?
  /// What it is for, if the file says so.
  package var kind: CardKind?
  /// Whether it comes first in lists.
  package var isFavourite = false
  /// Whether it was archived.
  package var isArchived = false
  /// Whether it can be used only once.
  package var isOneTime = false
  /// When it was first used, for a one-time card.
  package var usedAt: Timestamp?
  /// When it was last used.
  package var lastUsed: Timestamp?
  /// Its origin as recorded in the vault that exported it.
  package var formerOrigin = ""
  /// Its pictures.
  package var photos: [Photo] = []
  /// What a person may want to check; empty for a card that can be used as it is.
  package var doubts: [Doubt] = []
  /// The names of the file's fields that could not be kept.
  package var leftOut: [String] = []

  /// Whether its id is made of its name and number, as its file gives it none.
  package var isKnownByContents: Bool { source == .table || source == .fidMe }

  /// Makes a card with a name; everything else is empty.
  package init(source: ForeignSource, sourceID: String, name: String) {
    self.source = source
    self.sourceID = sourceID
    self.name = name
  }

  /// Keeps an uncertain value in the note, under a name for people, and adds the doubt.
  mutating func keep(_ text: String, inNoteAs name: String, _ doubt: Doubt) {
    if !doubts.contains(doubt) { doubts.append(doubt) }
    note = [note, "\(name): \(text)"].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Parses a day; if that fails, keeps the text in the note, and adds a doubt.
  mutating func day(
    _ text: String, inNoteAs name: String, read: (String) -> CalendarDate?
  ) -> CalendarDate? {
    let day = read(text)
    if day == nil, !text.isEmpty { keep(text, inNoteAs: name, .unreadDay) }
    return day
  }

  /// Keeps secrets: one as it is, several with their labels if there is room.
  ///
  /// If they are too long together, the shortest stay, since longer ones may be sentences about them; the others are not in
  /// the note either, which is not hidden.
  mutating func keepPINs(_ pins: [(label: String, value: String)]) {
    var known: Set<String> = []
    let pins = pins.filter { known.insert($0.value).inserted }
    let short = pins.filter { !$0.value.isLonger(than: CardLimits.pin) }
    let separator = ", "
    var room = CardLimits.pin + separator.count
    let fitting = short.enumerated()
      .sorted { ($0.element.value.count, $0.offset) < ($1.element.value.count, $1.offset) }
      .prefix {
        room -= $0.element.value.count + separator.count
        return room >= 0
      }
    let kept = fitting.sorted { $0.offset < $1.offset }.map(\.element)
    if kept.count < pins.count { leftOut.append("pin") }
    let labelled = kept.map { $0.label.isEmpty ? $0.value : "\($0.label): \($0.value)" }
      .joined(separator: separator)
    pin =
      kept.count > 1 && !labelled.isLonger(than: CardLimits.pin)
      ? labelled : kept.map(\.value).joined(separator: separator)
  }

  /// Keeps the tags, once if they differ only in case; one more than a card holds, so that the cut is reported.
  mutating func keepTags(_ found: some Sequence<String>) {
    var keys: Set<String> = []
    tags = []
    for tag in found where !tag.isEmpty && keys.insert(Folding.key(of: tag)).inserted {
      tags.append(tag)
      if tags.count > CardLimits.tagCount { break }
    }
  }

  /// Keeps the tags in a text, trimmed.
  mutating func keepTags(in text: String, separatedBy separators: Set<Character>) {
    // Lazily: splitting a text full of separators would take many times its memory.
    keepTags(
      sequence(state: text[...]) { (rest: inout Substring) -> String? in
        if rest.isEmpty { return nil }
        let tag = rest.prefix { !separators.contains($0) }
        rest = rest[tag.endIndex...].dropFirst()
        return String(tag).trimmed
      })
  }

  /// The doubts of the format, and those that its code, number and PIN themselves raise.
  package var allDoubts: [Doubt] {
    let texts = codes.map(\.text) + [number, pin]
    return texts.contains(where: Self.isRounded) ? doubts + [.rounded] : doubts
  }

  /// Rounded numbers are shorter.
  private static let longestRounded = 64

  private static func isRounded(_ text: String) -> Bool {
    text.utf8.count <= longestRounded && (isDecimal(text) || hasExponent(text))
  }

  /// Whether a text is at least eight digits and `.0` or `,0`; shorter numbers may be printed like that.
  private static func isDecimal(_ text: String) -> Bool {
    let digits = text.utf8.dropLast(2)
    return (text.hasSuffix(".0") || text.hasSuffix(",0")) && digits.count >= 8
      && digits.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Whether a text is a number with an exponent; without a plus sign, it needs decimals, since 12E5 may be a code.
  private static func hasExponent(_ text: String) -> Bool {
    let parts = text.lowercased().split(
      separator: "e", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return false }
    let isDigits = { (text: Substring, others: String) in
      !text.isEmpty && text.allSatisfy { "0123456789\(others)".contains($0) }
    }
    let isSigned = parts[1].hasPrefix("+")
    return isDigits(parts[0], ".,") && isDigits(parts[1].dropFirst(isSigned ? 1 : 0), "")
      && (isSigned || !isDigits(parts[0], ""))
  }

  /// An id for a card whose file states none: the same card gets the same id in every file, in any order.
  ///
  /// It only suggests where a card comes from: a card found by it is also compared by code, number and name.
  ///
  /// - Returns: Eight hexadecimal digits: FNV-1a of 32 bits (Fowler, Noll and Vo).
  static func sourceID(name: String, number: String) -> String {
    let bytes = Array(name.utf8) + [0] + Array(number.utf8)
    let hash = bytes.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    return UInt64(hash).bigEndianBytes.suffix(4).hexadecimal
  }
}
