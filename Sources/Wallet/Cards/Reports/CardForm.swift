/// In which form `show` gives a card.
package enum CardForm: String, CaseIterable {
  case terminal, svg, png, pdf, text, json

  /// The form that a file's ending asks for; `nil` when there is no file.
  package init?(output: String?) throws {
    guard let output, output != "-" else { return nil }
    switch output.split(separator: ".").last?.lowercased() {
    case "svg": self = .svg
    case "png": self = .png
    case "pdf": self = .pdf
    case "json": self = .json
    case "txt": self = .text
    default:
      throw Failure.usage(
        "\(output): unknown file type", because: "cards are written as svg, png, pdf, txt or json",
        try: "use one of these endings, or --as")
    }
  }

  /// Whether it would spoil a terminal.
  package var isBinary: Bool { self == .png || self == .pdf }
}
