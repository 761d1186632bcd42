internal import Cards
internal import Wallet

/// What a code says, in words for a person.
struct CodeWords {
  private let barcode: Barcode
  private let elements: ElementString?

  /// What is typed by hand at a till is shorter, and what is longer pushes other things off the screen.
  private static let longest = 160
  /// More pieces than any code of a card has, and fewer than bury what stands above them.
  private static let mostLines = 24

  /// Takes a code; `today` decides the century of its dates.
  init(_ barcode: Barcode, today: CalendarDate) {
    self.barcode = barcode
    elements = ElementString(barcode, year: today.year)
  }

  /// The code in one line, as it is printed under the symbol: `(01)09521234543213(17)261231` for GS1, an
  /// add-on behind the rest, bytes where no text can be made of them.
  var line: String {
    let text = barcode.text.isEmpty ? "bytes \(barcode.bytes.hexadecimal)" : barcode.text
    return (elements?.text ?? text) + (barcode.traits.addOn.map { " \($0)" } ?? "")
  }

  /// The code in one line for a person; of a long one the beginning.
  var shortLine: String { Self.shortened(line) }

  /// What it means, a line for each piece; none for a plain number.
  var meaning: [String] {
    let pieces = elements?.elements ?? []
    var lines = pieces.prefix(Self.mostLines).map(Self.line)
    if pieces.count > lines.count { lines.append("and \(pieces.count - lines.count) more") }
    if let isbn = BookNumber.isbn13(statedBy: barcode) {
      lines.append("ISBN \(isbn)" + (BookNumber.isbn10(for: isbn).map { " / \($0)" } ?? ""))
    }
    if let periodical = PeriodicalNumber(barcode) {
      let variant = periodical.variant.isEmpty ? "" : ", variant \(periodical.variant)"
      let issue = periodical.issue.isEmpty ? "" : ", issue \(periodical.issue)"
      lines.append("ISSN \(periodical.issn)" + variant + issue)
    }
    return lines
  }

  private static func line(_ element: ElementString.Element) -> String {
    var words = element.identifier.isEmpty ? [] : ["(\(element.identifier))", element.title]
    words.append(shortened(element.value))
    if let fault = element.fault { words.append("– \(fault.words)") }
    return words.joined(separator: " ")
  }

  private static func shortened(_ text: String) -> String {
    let characters = text.unicodeScalars
    guard characters.count > longest else { return text }
    return String(characters.prefix(longest))
      + "… and \(characters.count - longest) more characters: show --as text has them all"
  }
}
