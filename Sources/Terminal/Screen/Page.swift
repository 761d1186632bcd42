internal import Cards

/// The content of a window: lines of text and a cursor.
package struct Page: Sendable, Equatable {
  /// The lines, from the top; lines that do not fit are not shown.
  package var lines: [Line] = []
  /// The cursor's position; `nil` hides it.
  package var cursor: Cursor?
  /// A picture in pixels, where the window shows such.
  package var picture: PlacedPicture?

  /// How text looks; without colours, all styles except `symbol` still differ.
  package enum Style: Sendable {
    case plain, bold, reverse, underlined
    /// Black on white if the terminal has colours, so that a scanner can read the symbol (`Window.paintsSymbols`).
    case symbol
  }

  /// Part of a line, in one style.
  package struct Run: Sendable, Equatable {
    /// The text, without control characters.
    package let text: String
    /// How it looks.
    package let style: Style
    /// The column where it starts; `nil` for right after the previous run.
    package let column: Int?

    /// Makes a run; the text is cleaned (`String.printable`).
    package init(_ text: String, _ style: Style = .plain, at column: Int? = nil) {
      self.text = text.printable
      self.style = style
      self.column = column
    }
  }

  /// A line of a window.
  package struct Line: Sendable, Equatable {
    /// The parts of the line, from left to right.
    package var runs: [Run]

    /// Makes a line from runs.
    package init(_ runs: [Run]) { self.runs = runs }

    /// Makes a line in one style, truncated to `width` cells.
    package init(_ text: String, _ style: Style = .plain, width: Int) {
      runs = [Run(text.printable.fitted(to: width), style)]
    }

    /// Makes a line with a bold title on the left, and a note on the right if there is room.
    init(title: String, note: String, width: Int) {
      let title = title.printable.fitted(to: width)
      let note = note.printable.fitted(to: max(0, width - title.cellCount - 2))
      runs = [Run(title, .bold)]
      if note.cellCount > 1 { runs.append(Run(note, at: width - note.cellCount)) }
    }

    /// The line, shifted to the right.
    func moved(by columns: Int) -> Line {
      Line(
        runs.enumerated().map { index, run in
          let column = run.column ?? (index == 0 ? 0 : nil)
          return Run(run.text, run.style, at: column.map { $0 + columns })
        })
    }

    /// A blank line.
    static let empty = Line([])
  }

  /// A position of the cursor: the start of a run.
  package struct Cursor: Sendable, Equatable {
    /// The line, from 0.
    package let row: Int
    /// The run in that line, from 0.
    package let run: Int
  }
}

/// The size and colours of a terminal window, or of a part of it, for layout.
package struct Window: Sendable, Hashable {
  /// The number of cells in a line.
  package let columns: Int
  /// The number of lines.
  package let rows: Int
  /// Whether symbols are black on white; otherwise they have the terminal's own colours, probably light on dark.
  package let paintsSymbols: Bool
  /// The size of a cell, where the terminal shows pictures in pixels.
  package var cell: Cell?

  /// The size of a cell in pixels.
  package struct Cell: Sendable, Hashable {
    /// Its width.
    package let width: Int
    /// Its height.
    package let height: Int

    /// Makes a size.
    package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
  }

  /// Makes a window of this size.
  package init(columns: Int, rows: Int, paintsSymbols: Bool) {
    self.columns = columns
    self.rows = rows
    self.paintsSymbols = paintsSymbols
  }

  /// Whether pages fit: 40 columns by 10 rows hold a draft's fields, warnings and key hints (`DraftView`).
  package var isLargeEnough: Bool { columns >= Self.minColumns && rows >= Self.minRows }

  private static let minColumns = 40
  private static let minRows = 10

  /// The page to show in a window that is too small.
  var tooSmallPage: Page {
    let words = "The window is too small: \(Self.minColumns) x \(Self.minRows) at least."
    return Page(lines: words.wrapped(to: max(2, columns)).map { Page.Line($0, width: columns) })
  }
}

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
