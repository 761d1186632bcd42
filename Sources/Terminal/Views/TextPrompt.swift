/// A form with some lines of text to edit, and optionally a choice.
///
/// Its outcome is `nil` if the person cancels.
package struct TextPrompt: View {
  /// A choice among options; Left and Right change it, and so does the first letter of an option.
  package struct Choice: Sendable {
    /// The text beside it.
    package let label: String
    /// At least one.
    package let options: [String]
    /// The index of the chosen option.
    package fileprivate(set) var selected: Int

    /// Makes a choice with one of its options selected.
    package init(_ label: String, options: [String], selected: Int = 0) {
      precondition(options.indices.contains(selected), "there is no such option")
      self.label = label
      self.options = options
      self.selected = selected
    }
  }

  /// A line to edit.
  package struct Field: Sendable {
    /// The text beside it.
    package let label: String
    var text: TextField

    /// Makes a line with an initial text.
    package init(_ label: String, text: String = "", isSuggestion: Bool = false) {
      self.label = label
      self.text = TextField(text, isSuggestion: isSuggestion)
    }
  }

  /// What the person entered.
  package struct Answer: Sendable, Equatable {
    /// One per field, in order.
    package let texts: [String]
    /// The index of the chosen option; `nil` without a choice.
    package let selected: Int?
  }

  private let title: String
  private let details: [String]
  private let problem: String?
  private var fields: [Field]
  private var choice: Choice?
  /// The index of the focused field; the choice comes after the last one.
  private var focus = 0

  /// Makes a form with the first field focused.
  ///
  /// - Parameters:
  ///   - title: The question.
  ///   - details: Help with the answer, shown above the fields.
  ///   - fields: The lines to edit, at least one.
  ///   - choice: A choice below the fields.
  ///   - problem: What was wrong with the previous answer.
  package init(
    _ title: String, details: [String] = [], fields: [Field], choice: Choice? = nil,
    problem: String? = nil
  ) {
    precondition(!fields.isEmpty, "a prompt without a field")
    self.title = title
    self.details = details
    self.problem = problem
    self.fields = fields
    self.choice = choice
  }

  /// What the person entered until now.
  package var answer: Answer {
    Answer(texts: fields.map(\.text.text), selected: choice?.selected)
  }

  private var focusCount: Int { fields.count + (choice == nil ? 0 : 1) }

  /// Handles a key press.
  package mutating func press(_ key: Key) -> Reaction<Answer?> {
    switch key {
    case .enter: return .ends(answer)
    case .escape: return .ends(nil)
    case .tab, .down: focus = (focus + 1) % focusCount
    case .backTab, .up: focus = (focus + focusCount - 1) % focusCount
    default:
      if focus < fields.count { _ = fields[focus].text.press(key) } else { choose(key) }
    }
    return .stays
  }

  private mutating func choose(_ key: Key) {
    guard var choice else { return }
    let count = choice.options.count
    switch key {
    case .left: choice.selected = (choice.selected + count - 1) % count
    case .right, .typed(" "): choice.selected = (choice.selected + 1) % count
    case .home: choice.selected = 0
    case .end: choice.selected = count - 1
    case .typed(let letter):
      // The next option that starts with this letter, wrapping around.
      let others = (1...count).map { (choice.selected + $0) % count }
      let start = "\(letter)".lowercased()
      let found = others.first { choice.options[$0].lowercased().hasPrefix(start) }
      if let found { choice.selected = found }
    default: break
    }
    self.choice = choice
  }

  /// Lays out the form: title, details, fields, choice, problem, key hints.
  package mutating func page(in window: Window) -> Page {
    let width = window.columns
    var hints: [KeyHints.Hint] = [.init("Enter", "done"), .init("Esc", "cancel")]
    if focusCount > 1 { hints.append(.init("Tab", "next field")) }
    if choice != nil { hints.append(.init("Left Right", "choose")) }
    let footer = KeyHints(hints).lines(width: width)
    var page = Page(lines: [Page.Line(title, .bold, width: width)])
    let problemLines = (problem ?? "").wrapped(to: width)
      .prefix(max(0, window.rows - 1 - focusCount - footer.count))
      .map { Page.Line($0, .reverse, width: width) }
    let bottom = focusCount + problemLines.count + footer.count
    let above = details.flatMap { $0.wrapped(to: width) }.map { Page.Line($0, width: width) }
    page.lines += above.prefix(max(0, window.rows - 1 - bottom))
    let spare = window.rows - page.lines.count - bottom
    if spare > 0 { page.lines.append(.empty) }
    page.cursor = Page.Cursor(row: page.lines.count + focus, run: 2)
    let labels = fields.map(\.label) + (choice.map { [$0.label] } ?? [])
    let column = min((labels.map(\.cellCount).max() ?? 0) + 2, width / 2)
    for (index, field) in fields.enumerated() {
      let label = labelRun(field.label, isFocused: index == focus, width: column - 1)
      let runs = field.text.runs(width: width - column, at: column)
      page.lines.append(Page.Line([label] + runs))
    }
    if let choice {
      let label = labelRun(choice.label, isFocused: focus == fields.count, width: column - 1)
      page.lines.append(Page.Line([label] + runs(of: choice, width: width - column, at: column)))
    }
    page.lines += problemLines
    while page.lines.count < window.rows - footer.count { page.lines.append(.empty) }
    page.lines += footer
    return page
  }

  private func labelRun(_ label: String, isFocused: Bool, width: Int) -> Page.Run {
    Page.Run(label.fitted(to: width), isFocused ? .bold : .plain)
  }

  /// The chosen option between arrows, and its number.
  private func runs(of choice: Choice, width: Int, at column: Int) -> [Page.Run] {
    let count = " > (\(choice.selected + 1) of \(choice.options.count))"
    let option = choice.options[choice.selected].fitted(to: max(2, width - 2 - count.count))
    return [
      Page.Run("< ", at: column),
      Page.Run(option, focus == fields.count ? .reverse : .plain),
      Page.Run(count),
    ]
  }
}
