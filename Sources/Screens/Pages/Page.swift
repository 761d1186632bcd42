internal import Cards
internal import TerminalIO

/// What a window shows: lines of text, and where the cursor is.
package struct Page: Sendable, Equatable {
  /// The lines, from the top; those that do not fit are not shown.
  package var lines: [Line] = []
  /// Where the cursor is; `nil` hides it.
  package var cursor: Cursor?

  /// How text looks; without colours too, all but symbols look different.
  package enum Style: Sendable {
    case plain, bold, reverse, underlined
    /// Black on white, for a symbol that a scanner reads, where the terminal has colours (`Window.paintsSymbols`).
    case symbol
  }

  /// A piece of a line, in one style.
  package struct Run: Sendable, Equatable {
    /// The text, which cannot steer a terminal.
    package let text: String
    /// How it looks.
    package let style: Style
    /// The column where it begins; `nil` behind the run before.
    package let column: Int?

    /// A piece of a line; the text is cleaned (`String.printable`).
    package init(_ text: String, _ style: Style = .plain, at column: Int? = nil) {
      self.text = text.printable
      self.style = style
      self.column = column
    }
  }

  /// A line of a window.
  package struct Line: Sendable, Equatable {
    /// Its pieces, from the left.
    package var runs: [Run]

    /// A line of these pieces.
    package init(_ runs: [Run]) { self.runs = runs }

    /// A line of one style, cut to a width.
    package init(_ text: String, _ style: Style = .plain, width: Int) {
      runs = [Run(text.printable.fitted(to: width), style)]
    }

    /// A title, and at the right edge what goes with it, as far as there is room.
    init(title: String, note: String, width: Int) {
      let title = title.printable.fitted(to: width)
      let note = note.printable.fitted(to: max(0, width - title.cellCount - 2))
      runs = [Run(title, .bold)]
      if note.cellCount > 1 { runs.append(Run(note, at: width - note.cellCount)) }
    }

    /// Nothing.
    static let empty = Line([])
  }

  /// A place for the cursor: where a run of a line begins.
  package struct Cursor: Sendable, Equatable {
    /// The line, from 0.
    package let row: Int
    /// The run of that line, from 0.
    package let run: Int
  }
}
