/// A text that stays until the person decides; the outcome is the index of the choice.
package struct ChoiceView: View {
  private let words: String
  private let choices: [Draft.Choice]

  /// Makes a notice with its choices.
  package init(_ words: String, choices: [Draft.Choice]) {
    self.words = words
    self.choices = choices
  }

  /// Handles a key press.
  package func press(_ key: Key) -> Reaction<Int> {
    choices.firstIndex { choice in key.name.map(choice.keys.contains) ?? false }
      .map { .ends($0) } ?? .stays
  }

  /// Lays out the text and the key hints.
  package func page(in window: Window) -> Page {
    let hints = KeyHints(choices.map { KeyHints.Hint($0.keys[0], $0.words) })
      .lines(width: window.columns)
    let lines = words.wrapped(to: window.columns, atMost: window.rows - hints.count)
      .map { Page.Line($0, .bold, width: window.columns) }
    let spare = max(0, window.rows - lines.count - hints.count)
    return Page(lines: lines + Array(repeating: .empty, count: spare) + hints)
  }
}
