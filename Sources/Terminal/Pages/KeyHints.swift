/// The lines at the bottom of a page that list its keys.
struct KeyHints {
  /// A key and what it does.
  struct Hint {
    let key: String
    let words: String

    init(_ key: String, _ words: String) {
      self.key = key
      self.words = words
    }
  }

  private let hints: [Hint]

  /// Makes hints in order of importance: the last ones are dropped if there is too little room.
  init(_ hints: [Hint]) { self.hints = hints }

  /// Below this width, Ctrl is written as `^`.
  private static let fullWidth = 60

  /// As many lines as the hints need, at most three.
  func lines(width: Int) -> [Page.Line] {
    var lines: [Page.Line] = []
    var used = width
    for hint in hints {
      let isNarrow = width < Self.fullWidth
      let key = isNarrow ? hint.key.replacing("Ctrl-", with: "^") : hint.key
      let length = key.cellCount + 1 + hint.words.cellCount
      let runs = [Page.Run(key, .bold), Page.Run(" \(hint.words)")]
      if let last = lines.indices.last, used + 2 + length <= width {
        lines[last].runs += [Page.Run("  ")] + runs
        used += 2 + length
      } else if lines.count < 3 {
        lines.append(Page.Line(runs))
        used = length
      }
    }
    return lines
  }
}
