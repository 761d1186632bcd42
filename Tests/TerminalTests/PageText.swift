@testable import Terminal

extension Page {
  /// The lines as a terminal shows them, without styles and blanks at the end.
  var texts: [String] {
    lines.map { line in
      var text = ""
      for run in line.runs {
        if let column = run.column {
          text += String(repeating: " ", count: max(0, column - text.cellCount))
        }
        text += run.text
      }
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  /// The texts of all runs in a style.
  func texts(_ style: Style) -> [String] {
    lines.flatMap(\.runs).filter { $0.style == style && !$0.text.isEmpty }.map(\.text)
  }

  /// The cells of the widest line.
  var width: Int { texts.map(\.cellCount).max() ?? 0 }
}

extension View {
  /// Presses keys as long as the view stays.
  mutating func type(_ text: String) {
    for scalar in text.unicodeScalars { _ = press(.typed(scalar)) }
  }
}

extension Window {
  /// A window in the terminal's own colours.
  init(_ columns: Int, _ rows: Int) {
    self.init(columns: columns, rows: rows, paintsSymbols: false)
  }

  /// Sizes that every page must fit: the smallest, the usual one, and odd ones.
  static let all = [Window(40, 10), Window(80, 24), Window(41, 37), Window(200, 11)]
}
