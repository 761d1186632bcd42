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
        "cannot tell which file format to write to \(output)",
        because: "its ending is none that is known",
        try: "an ending of svg, png, pdf, txt or json; or --as")
    }
  }

  /// Whether it would spoil a terminal.
  package var isBinary: Bool { self == .png || self == .pdf }
}
