package import Cards

/// A code and its meaning, in words.
package struct CodeWords {
  private let barcode: Barcode
  private let elements: ElementString?
  private let namesCommand: Bool

  /// Longer than any number typed by hand at a till; more would push other things off the screen.
  private static let maxLength = 160
  /// More elements than any card's code has, but few enough to keep what is above them visible.
  private static let maxLines = 24

  /// Describes a code.
  ///
  /// `today` decides the century of its dates; with `namesCommand`, a text that is cut names the command that shows all
  /// of it.
  package init(_ barcode: Barcode, today: CalendarDate, namesCommand: Bool = true) {
    self.barcode = barcode
    self.namesCommand = namesCommand
    elements = ElementString(barcode, year: today.year)
  }

  /// The code in one line, as printed under the symbol: `(01)09521234543213(17)261231` for GS1, an add-on
  /// last, and bytes if they are not text.
  package var line: String {
    let text = barcode.text.isEmpty ? "bytes \(barcode.bytes.hexadecimal)" : barcode.text
    return (elements?.text ?? text) + (barcode.traits.addOn.map { " \($0)" } ?? "")
  }

  /// The code in one line, shortened if it is long.
  package var shortLine: String { shortened(line) }

  /// What it means, one line for each element; empty for a plain number.
  package var meaning: [String] {
    let pieces = elements?.elements ?? []
    var lines = pieces.prefix(Self.maxLines).map { words(for: $0) }
    if let part = barcode.traits.part {
      lines.append("Part \(part.index)" + (part.count == 0 ? "" : " of \(part.count)"))
    }
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

  private func words(for element: ElementString.Element) -> String {
    var words = element.identifier.isEmpty ? [] : ["(\(element.identifier))", element.title]
    words.append(shortened(element.value))
    if let fault = element.fault { words.append("– \(fault.words)") }
    return words.joined(separator: " ")
  }

  private func shortened(_ text: String) -> String {
    let characters = text.unicodeScalars
    guard characters.count > Self.maxLength else { return text }
    return String(characters.prefix(Self.maxLength))
      + "… and \(characters.count - Self.maxLength) more characters"
      + (namesCommand ? ": see all with show --as text" : "")
  }
}
