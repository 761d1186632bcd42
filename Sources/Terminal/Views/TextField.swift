internal import Cards

/// An editable line of text.
struct TextField: Sendable, Equatable {
  /// The text before the cursor, and after it.
  private var before: String
  private var after = ""
  /// Whether the text is still the initial suggestion, which the first typed character replaces.
  private(set) var isSuggestion: Bool

  /// Makes a field with the cursor at the end of its text; typing replaces a suggestion, and other keys edit it.
  init(_ text: String = "", isSuggestion: Bool = false) {
    before = text
    self.isSuggestion = isSuggestion && !text.isEmpty
  }

  /// What the field contains.
  var text: String { before + after }

  /// Whether the cursor is at the end.
  var isAtEnd: Bool { after.isEmpty }

  /// Handles a key press.
  ///
  /// - Returns: Whether it was an editing key.
  mutating func press(_ key: Key) -> Bool {
    switch key {
    case .typed(let scalar):
      // Ignore characters that could not be shown as they are.
      guard String(scalar).printable == String(scalar) else { return true }
      if isSuggestion { before = "" }
      before.unicodeScalars.append(scalar)
    case .backspace: _ = before.popLast()
    case .delete: if !after.isEmpty { after.removeFirst() }
    case .left: if let last = before.popLast() { after = String(last) + after }
    case .right: if !after.isEmpty { before.append(after.removeFirst()) }
    case .home, .control("a"): (before, after) = ("", text)
    case .end, .control("e"): (before, after) = (text, "")
    case .control("u"): before = ""
    case .control("k"): after = ""
    case .control("w"): removeWord()
    default: return false
    }
    isSuggestion = false
    return true
  }

  /// Removes the word before the cursor, and the blanks after it.
  private mutating func removeWord() {
    while before.last?.isWhitespace == true { before.removeLast() }
    while let last = before.last, !last.isWhitespace { before.removeLast() }
  }

  /// The part of the text around the cursor that fits, underlined to the full width.
  ///
  /// - Returns: Three runs in `width` cells, including the cursor's; the cursor is at the start of the second run.
  func runs(width: Int, at column: Int) -> [Page.Run] {
    var head = before.printable[...]
    while String(head).cellCount >= width, !head.isEmpty { head.removeFirst() }
    var tail = ""
    var used = String(head).cellCount
    for character in after.printable {
      used += String(character).cellCount
      if used > width { break }
      tail.append(character)
    }
    used = (head + tail).cellCount
    return [
      Page.Run(String(head), isSuggestion ? .reverse : .underlined, at: column),
      Page.Run(tail, .underlined),
      Page.Run(String(repeating: " ", count: max(0, width - used)), .underlined),
    ]
  }
}
