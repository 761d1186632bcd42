internal import Cards

extension String {
  /// The cleaned text in lines of at most `width` terminal cells, broken between words where possible.
  ///
  /// - Parameter width: At least 2.
  /// - Returns: No lines for an empty text.
  package func wrapped(to width: Int) -> [String] {
    precondition(width > 1, "a wide character has two cells")
    let text = printable
    if text.cellCount <= width { return text.isEmpty ? [] : [text] }
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.cellCount + 1 + String(word).cellCount <= width {
        line += " " + word
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = ""
      for character in word {
        if line.cellCount + String(character).cellCount > width {
          lines.append(line)
          line = ""
        }
        line.append(character)
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// The same in at most so many lines; what is left out is shown by an ellipsis.
  func wrapped(to width: Int, atMost count: Int) -> [String] {
    let lines = wrapped(to: width)
    guard lines.count > count else { return lines }
    guard count > 0 else { return [] }
    return lines.prefix(count - 1)
      + [lines.dropFirst(count - 1).joined(separator: " ").fitted(to: width)]
  }
}
