/// A name for a draft to start from.
enum SuggestedName {
  /// The name of the picture, without its folder and ending.
  ///
  /// - Parameters:
  ///   - source: What a person calls the picture; `-` for standard input.
  ///   - number: Which of its codes it is, from 1; `nil` for the only one.
  /// - Returns: The name, which `CardText` accepts.
  static func name(for source: String, number: Int?) -> String {
    let file = source == "-" ? "card" : source.split(separator: "/").last.map(String.init) ?? "card"
    let stem = file.split(separator: ".").dropLast().joined(separator: ".")
    let words = (stem.isEmpty ? file : stem).split { "-_ ".contains($0) }.joined(separator: " ")
    let name = String((words.isEmpty ? "card" : words).prefix(CardText.longestName - 8))
      .replacing("\u{FFFD}", with: "")
    return (name.isEmpty ? "card" : name) + (number.map { " \($0)" } ?? "")
  }
}
