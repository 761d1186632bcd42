package import Cards

/// A card as another wallet's file describes it.
///
/// Texts are as in the file; their lengths are checked before they are stored.
package struct ForeignCard: Sendable, Hashable {
  /// What a person may want to look at.
  package enum Doubt: Sendable, Hashable {
    /// It has no barcode, as the file states, but perhaps a number.
    case noCode
    /// The file names a kind of barcode that is not known here; empty where it names none.
    case unknownSymbology(String)
    /// The file does not tell the kind of barcode; it is guessed from the number.
    case guessedSymbology(Symbology)
    /// The check digit of its number is wrong.
    case wrongCheckDigit
    /// It is named a GS1 code, but its content is not as GS1 writes it.
    case wrongElements
    /// Its number is a digit short: the check digit, which was added, or the first one, which spreadsheets drop if it
    /// is a zero.
    case missingDigit
    /// Its code cannot be drawn as this kind of barcode.
    case undrawable(Symbology)
    /// The code's text does not fit the charset that the file names, so its bytes are a guess.
    case charset(String)
    /// Its code or number looks like 4.00638E+12 or 4006381333931.0: a spreadsheet has rounded it, or may have.
    case rounded
    /// Its code was hard to read, and nobody has compared it with the card yet.
    case hardToRead
    /// Its number is the last thing in a file that has no line end there, so a part of it may be missing.
    case mayBeCutOff
    /// Its row has more values than there are columns, so any of them may be in a wrong place.
    case tooManyValues
    /// Its balance has no currency; it is kept as it is, and money is never made of it.
    case noCurrency
    /// Its balance could be read in two ways, is points with decimals, of a unit that is not known, or one of several amounts;
    /// it is only in its note.
    case unclearBalance
    /// A day was picked in another time zone, so it may be the one beside it.
    case unclearDay
    /// A day could not be read, or could be read in two ways; it is only in its note.
    case unreadDay
  }

  /// A picture of it, among the members of an archive or in the file itself.
  package struct Photo: Sendable, Hashable {
    /// What it shows.
    package let side: CardPhoto.Side
    /// The member's name; empty for a picture in the file itself.
    package let member: String
    /// The picture in the file itself, untrusted; empty for a member.
    package var bytes: [UInt8] = []
    /// The member that is an archive itself and holds it, as in a `.pkpasses`; `nil` if there is none.
    package var archive: String?
    /// What it is where it shows no side of the card, such as `logo`; empty where the file does not tell.
    package var picture = ""
  }

  /// The program that it comes from.
  package let source: ForeignSource
  /// What the program calls it, unique among its cards; empty if it has no such name.
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
  /// What it is for, if the file tells.
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
  /// Where it came from before, in the words of the vault that it was in.
  package var formerOrigin = ""
  /// Its pictures.
  package var photos: [Photo] = []
  /// What a person may want to look at; empty for a card that can be used as it is.
  package var doubts: [Doubt] = []
  /// The names of the file's fields that could not be kept.
  package var leftOut: [String] = []

  /// Makes a card with a name; everything else is empty.
  package init(source: ForeignSource, sourceID: String, name: String) {
    self.source = source
    self.sourceID = sourceID
    self.name = name
  }

  /// Keeps in the note what is not certain, with a doubt.
  ///
  /// - Parameters:
  ///   - text: What the file has.
  ///   - name: What it is, for people: `Balance`.
  ///   - doubt: The doubt.
  mutating func keep(_ text: String, inNoteAs name: String, _ doubt: Doubt) {
    if !doubts.contains(doubt) { doubts.append(doubt) }
    note = [note, "\(name): \(text)"].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The day that a text tells.
  ///
  /// - Parameters:
  ///   - text: What the file has; empty where it has nothing.
  ///   - name: What it is, for people: `Expires`.
  ///   - read: How the file writes days.
  /// - Returns: The day; `nil` where there is none, or where it cannot be read and is in the note, with a doubt.
  mutating func day(
    _ text: String, inNoteAs name: String,
    read: (String) -> CalendarDate?
  ) -> CalendarDate? {
    let day = read(text)
    if day == nil, !text.isEmpty { keep(text, inNoteAs: name, .unreadDay) }
    return day
  }

  /// Keeps tags of a file: of too many, one more than a card has, so that it is told that the others are cut.
  ///
  /// - Parameter found: The tags, of which no more are taken than it needs; those that differ only by case count once.
  mutating func keepTags(_ found: some Sequence<String>) {
    var keys: Set<String> = []
    tags = []
    for tag in found where !tag.isEmpty && keys.insert(Folding.key(of: tag)).inserted {
      tags.append(tag)
      if tags.count > CardLimits.tagCount { break }
    }
  }

  /// Keeps the tags that a text holds, without white space around them.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - separators: What stands between two tags.
  mutating func keepTags(in text: String, separatedBy separators: Set<Character>) {
    // One after the other: all parts of a text full of separators would take many times its memory.
    keepTags(
      sequence(state: text[...]) { (rest: inout Substring) -> String? in
        if rest.isEmpty { return nil }
        let tag = rest.prefix { !separators.contains($0) }
        rest = rest[tag.endIndex...].dropFirst()
        return String(tag).trimmed
      })
  }

  /// The doubts of its format, and those that a glance at its code, number and PIN raises.
  package var allDoubts: [Doubt] {
    let texts = codes.map(\.text) + [number, pin]
    return texts.contains(where: Self.isRounded) ? doubts + [.rounded] : doubts
  }

  /// More bytes than any number has that a program rounds.
  private static let longestRounded = 64

  private static func isRounded(_ text: String) -> Bool {
    text.utf8.count <= longestRounded && (isDecimal(text) || hasExponent(text))
  }

  /// Whether a text is a number of eight digits or more, and `.0` or `,0`: shorter ones may be printed so.
  private static func isDecimal(_ text: String) -> Bool {
    let digits = text.utf8.dropLast(2)
    return (text.hasSuffix(".0") || text.hasSuffix(",0")) && digits.count >= 8
      && digits.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Whether a text is a number with an exponent; without a plus sign only one with decimals, as 12E5 may be a code.
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
}
