internal import Cards
internal import TerminalIO

/// A line of text that a person edits, character by character.
package struct TextField: Sendable, Equatable {
  /// What is before the cursor, and behind it.
  private var before: String
  private var after = ""
  /// Whether the text is still the suggestion it began with, which the first character typed replaces.
  private(set) var isSuggestion: Bool

  /// A field with text in it, and the cursor at its end.
  ///
  /// - Parameters:
  ///   - text: what it begins with.
  ///   - isSuggestion: whether typing replaces that text; other keys begin to edit it.
  package init(_ text: String = "", isSuggestion: Bool = false) {
    before = text
    self.isSuggestion = isSuggestion && !text.isEmpty
  }

  /// The text.
  package var text: String { before + after }

  /// Follows a key that edits.
  ///
  /// - Returns: Whether it was one.
  mutating func press(_ key: Key) -> Bool {
    switch key {
    case .typed(let scalar):
      // What cannot be shown as it is cannot be typed, either.
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

  /// Removes the word before the cursor, and blanks behind it.
  private mutating func removeWord() {
    while before.last?.isWhitespace == true { before.removeLast() }
    while let last = before.last, !last.isWhitespace { before.removeLast() }
  }

  /// The part of the text around the cursor that fits, and a line to type on behind it.
  ///
  /// - Parameters:
  ///   - width: how many cells there are, the cursor's included.
  ///   - column: the column where it begins.
  /// - Returns: Two runs or more; the cursor is where the second one begins.
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
