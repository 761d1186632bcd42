/// A list to pick a row from, filtered as the person types.
///
/// Its outcome is the index of a row, or `nil` if nothing is picked.
package struct Picker: View {
  /// A row of the list.
  package struct Row: Sendable {
    /// Its name.
    package let text: String
    /// What distinguishes it from rows with the same name.
    package let detail: String

    /// Makes a row.
    package init(_ text: String, detail: String = "") {
      self.text = text
      self.detail = detail
    }
  }

  private let title: String
  private let rows: [Row]
  /// The keys that end it or do something else than to pick, for the last lines.
  fileprivate var hints: [KeyHints.Hint] = [.init("Enter", "pick"), .init("Esc", "cancel")]
  /// What precedes a row's text, by its index.
  fileprivate var mark: (Int) -> String = { _ in "" }
  private let find: (String) -> [Int]

  private var filter = TextField()
  /// The indices of the matching rows, and the position of the selected one among them.
  private var matches: [Int]
  private var selected = 0
  /// The first visible match, and how many fit in the window.
  private var top = 0
  private var shown = 1

  /// Makes a list of the rows that `find` returns for an empty text.
  ///
  /// - Parameters:
  ///   - title: The question.
  ///   - rows: The rows to pick from.
  ///   - find: Returns the indices of the rows that match the typed text, best first.
  package init(title: String, rows: [Row], find: @escaping (String) -> [Int]) {
    self.title = title
    self.rows = rows
    self.find = find
    matches = find("").filter(rows.indices.contains)
  }

  /// Handles a key press: navigation keys move the selection, most others edit the filter.
  package mutating func press(_ key: Key) -> Reaction<Int?> {
    switch key {
    case .enter: return matches.isEmpty ? .stays : .ends(matches[selected])
    case .escape: return .ends(nil)
    case .up: select(selected - 1)
    case .down: select(selected + 1)
    case .pageUp: select(selected - shown)
    case .pageDown: select(selected + shown)
    case .home: select(0)
    case .end: select(matches.count - 1)
    default:
      let before = filter.text
      if filter.press(key), filter.text != before {
        matches = find(filter.text).filter(rows.indices.contains)
        select(0)
      }
    }
    return .stays
  }

  /// The index of the selected row; `nil` if nothing matches.
  fileprivate var selectedRow: Int? { matches.isEmpty ? nil : matches[selected] }

  /// The indices of the rows that match.
  fileprivate var matchingRows: [Int] { matches }

  fileprivate mutating func select(_ position: Int) {
    selected = max(0, min(position, matches.count - 1))
  }

  /// Lays out the list: title, filter, rows, key hints.
  package mutating func page(in window: Window) -> Page {
    let width = window.columns
    let count = "\(matches.count) of \(rows.count)"
    let hints = KeyHints(
      self.hints + [.init("Up Down", "move"), .init("type", "to filter")]
    ).lines(width: width)
    var page = Page(lines: [Page.Line(title: title, note: count, width: width)])
    let label = "Filter: "
    page.cursor = Page.Cursor(row: 1, run: 2)
    page.lines.append(
      Page.Line([Page.Run(label)] + filter.runs(width: width - label.count, at: label.count)))
    shown = window.rows - page.lines.count - hints.count
    top = max(0, min(top, matches.count - shown))
    top = max(min(top, selected), selected - shown + 1)
    let visible = matches.indices.dropFirst(top).prefix(shown)
    let detailColumn = column(of: visible.map { rows[matches[$0]] }, width: width)
    for index in visible {
      page.lines.append(line(index, detailAt: detailColumn, width: width))
    }
    if matches.isEmpty { page.lines.append(Page.Line("Nothing matches.", width: width)) }
    while page.lines.count < window.rows - hints.count { page.lines.append(.empty) }
    page.lines += hints
    return page
  }

  /// The column where details start: after the longest text, but within three fifths of the width.
  private func column(of rows: [Row], width: Int) -> Int {
    let longest = (rows.map { $0.text.cellCount }.max() ?? 0) + mark(0).cellCount
    return min(2 + longest + 2, width * 3 / 5)
  }

  private func line(_ index: Int, detailAt column: Int, width: Int) -> Page.Line {
    let row = rows[matches[index]]
    let isSelected = index == selected
    let style = isSelected ? Page.Style.reverse : .plain
    // The mark shows the selection on terminals without reverse video.
    let mark = isSelected ? "> " : "  "
    let room = row.detail.isEmpty ? width - 2 : column - 4
    let text = Page.Line(self.mark(matches[index]) + row.text, width: room).runs.map(\.text)
      .joined()
    let blanks = String(repeating: " ", count: max(0, column - 2 - text.cellCount))
    guard !row.detail.isEmpty else { return Page.Line([Page.Run(mark + text, style)]) }
    return Page.Line([
      Page.Run(mark + text + blanks, style),
      Page.Run(
        Page.Line(row.detail, width: width - column).runs.map(\.text).joined(), style, at: column),
    ])
  }
}

/// A list to choose any number of rows from, filtered as the person types.
///
/// Its outcome is the indices of the chosen rows, or `nil` if the person goes back.
package struct Checklist: View {
  private var picker: Picker
  private var chosen: Set<Int>

  /// Makes a list of the rows that `find` returns for an empty text.
  ///
  /// - Parameters:
  ///   - title: The question.
  ///   - rows: The rows to choose from.
  ///   - chosen: The indices of the rows that are chosen at first.
  ///   - find: Returns the indices of the rows that match the typed text, best first.
  package init(
    title: String, rows: [Picker.Row], chosen: Set<Int>, find: @escaping (String) -> [Int]
  ) {
    picker = Picker(title: title, rows: rows, find: find)
    picker.hints = [
      .init("Tab", "choose or not"), .init("Ctrl-A", "all or none"), .init("Enter", "done"),
      .init("Esc", "back"),
    ]
    self.chosen = chosen
  }

  /// Handles a key press: Tab chooses a row or takes it back, and the list handles the others.
  package mutating func press(_ key: Key) -> Reaction<Set<Int>?> {
    switch key {
    case .enter: return .ends(chosen)
    case .escape: return .ends(nil)
    case .tab:
      guard let row = picker.selectedRow else { return .stays }
      chosen.formSymmetricDifference([row])
      _ = picker.press(.down)
    // Of those that match, so that a filter chooses a kind.
    case .control("a"):
      let rows = Set(picker.matchingRows)
      if chosen.isSuperset(of: rows) { chosen.subtract(rows) } else { chosen.formUnion(rows) }
    default: _ = picker.press(key)
    }
    return .stays
  }

  /// Lays out the list, with a mark before each row.
  package mutating func page(in window: Window) -> Page {
    let chosen = chosen
    picker.mark = { chosen.contains($0) ? "[x] " : "[ ] " }
    return picker.page(in: window)
  }
}
