internal import TerminalIO

/// A symbol drawn with characters, or the reason why there is none.
package enum Picture: Sendable, Equatable {
  /// The lines of the drawing, including its quiet zone.
  case lines([String])
  /// Why nothing is drawn, as a text for the person.
  case reason(String)

  /// The room for a picture.
  package struct Space: Sendable, Equatable {
    /// The maximum number of cells in a line.
    package let columns: Int
    /// The maximum number of lines.
    package let rows: Int
    /// Whether the drawing is black on white; otherwise it has the terminal's own colours, probably light on dark.
    package let isBlackOnWhite: Bool

    /// Makes a space.
    package init(columns: Int, rows: Int, isBlackOnWhite: Bool) {
      self.columns = columns
      self.rows = rows
      self.isBlackOnWhite = isBlackOnWhite
    }
  }

  /// Draws a symbol to fit a space.
  package typealias Artist = (Space) -> Picture
}

/// A picture on a page, redrawn only when its space changes.
struct PictureFrame {
  private let draw: Picture.Artist
  private var last: (space: Picture.Space, picture: Picture)?

  init(_ draw: @escaping Picture.Artist) { self.draw = draw }

  /// The whole picture, centred across the window, or the reason why there is none.
  ///
  /// - Returns: At most `rows` lines.
  mutating func lines(rows: Int, in window: Window) -> [Page.Line] {
    let space = Picture.Space(
      columns: window.columns, rows: rows, isBlackOnWhite: window.paintsSymbols)
    let picture = last?.space == space ? last?.picture : nil
    let shown = picture ?? draw(space)
    last = (space, shown)
    switch shown {
    case .reason(let words):
      return words.wrapped(to: window.columns, atMost: rows).map {
        Page.Line($0, width: window.columns)
      }
    case .lines(let lines):
      let width = lines.map(\.cellCount).max() ?? 0
      // A cropped symbol would look like a code but could not be scanned.
      guard lines.count <= rows, width <= window.columns else {
        return [Page.Line("The code does not fit in this window.", width: window.columns)]
          .suffix(rows)
      }
      let column = (window.columns - width) / 2
      return lines.map { Page.Line([Page.Run($0, .symbol, at: column)]) }
    }
  }
}
