internal import Cards

extension TerminalText {
  /// The text with its lines broken between words, so that a terminal does not break them within one.
  ///
  /// Later parts of a line are indented as its beginning. A command stays whole, as long as it fits in a line by itself:
  /// whoever copies it would copy the line end, too.
  ///
  /// - Parameter width: The terminal's width in cells.
  /// - Returns: The text, with line feeds in place of some spaces.
  func broken(to width: Int) -> TerminalText {
    // Most texts are one short line.
    if string.utf8.count <= width { return self }
    let lines = string.split(separator: "\n", omittingEmptySubsequences: false)
    return withLines(lines.map { Self.broken($0, to: width) })
  }

  private static func broken(_ line: Substring, to width: Int) -> String {
    guard visibleWidth(of: line) > width else { return String(line) }
    let indent = line.prefix { $0 == " " }
    // A terminal narrower than a word breaks that.
    let room = max(1, width - indent.count)
    var lines: [Substring] = []
    var (last, length) = (Substring(""), 0)
    for piece in pieces(of: line.dropFirst(indent.count), to: room) {
      let width = visibleWidth(of: piece)
      // The terminal breaks what is wider than a line anyway.
      if !last.isEmpty, length + 1 + width > room, width <= room {
        lines.append(last)
        (last, length) = ("", 0)
      }
      if last.isEmpty {
        (last, length) = (piece, width)
      } else {
        last += " " + piece
        length += 1 + width
        if length > room { length %= room }
      }
    }
    return (lines + [last]).map { indent + $0 }.joined(separator: "\n")
  }

  /// The words of a line, and the commands in it, each as one piece.
  private static func pieces(of line: Substring, to width: Int) -> [Substring] {
    var pieces: [Substring] = []
    var command: [Substring] = []
    func endCommand() {
      let whole = Substring(command.joined(separator: " "))
      pieces += visibleWidth(of: whole) <= width ? [whole] : command
      command = []
    }
    for word in line.split(separator: " ", omittingEmptySubsequences: false) {
      if !command.isEmpty || word == "cardvault" {
        command.append(word)
      } else {
        pieces.append(word)
      }
      if !command.isEmpty, let end = word.last, ",;:.)".contains(end) { endCommand() }
    }
    if !command.isEmpty { endCommand() }
    return pieces
  }

  /// The cells that a text needs, without its control sequences.
  private static func visibleWidth(of text: Substring) -> Int {
    guard text.contains("\u{1B}") else { return String(text).cellCount }
    var visible = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar != "\u{1B}" {
        visible.unicodeScalars.append(scalar)
      } else if rest.first == "[" {
        // Parameters and the final byte (ECMA-48 5.4).
        rest = rest.dropFirst().drop { (0x20...0x3F).contains($0.value) }.dropFirst()
      }
    }
    return visible.cellCount
  }
}
