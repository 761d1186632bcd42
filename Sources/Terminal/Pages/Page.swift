internal import Cards

/// The content of a window: lines of text and a cursor.
package struct Page: Sendable, Equatable {
  /// The lines, from the top; those that do not fit are not shown.
  package var lines: [Line] = []
  /// The cursor's position; `nil` hides it.
  package var cursor: Cursor?

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

    /// Makes a line with a bold title at the left, and a note at the right as far as there is room.
    init(title: String, note: String, width: Int) {
      let title = title.printable.fitted(to: width)
      let note = note.printable.fitted(to: max(0, width - title.cellCount - 2))
      runs = [Run(title, .bold)]
      if note.cellCount > 1 { runs.append(Run(note, at: width - note.cellCount)) }
    }

    /// The line with its text further right.
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
