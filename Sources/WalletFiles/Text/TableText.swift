/// A table's text, without the line that tells spreadsheets what separates the fields: `sep=;`.
struct TableText {
  /// The text from the header on.
  let text: String
  /// What separates the fields, if that line names one of `SeparatedValues.separators`.
  let separator: Character?
  /// The line of the file with the header, from 1.
  let headerLine: Int

  private static let mark = "sep="

  /// Parses a text.
  init(_ file: String) {
    let start = file.unicodeScalars.prefix(Self.mark.unicodeScalars.count)
    guard String(start).lowercased() == Self.mark else {
      text = file
      separator = nil
      headerLine = 1
      return
    }
    let stated = file.unicodeScalars[start.endIndex...].first.map { Character($0) }
    separator = SeparatedValues.separators.first { $0 == stated }
    let rest = file.unicodeScalars.drop { $0 != "\r" && $0 != "\n" }
    let isPair = rest.starts(with: "\r\n".unicodeScalars)
    text = String(rest.dropFirst(isPair ? 2 : 1))
    headerLine = 2
  }
}
