internal import TerminalIO

/// A symbol drawn with characters, or why there is none.
package enum Picture: Sendable, Equatable {
  /// Lines of the drawing, its quiet zone included.
  case lines([String])
  /// Why nothing is drawn, for a person.
  case reason(String)

  /// The room for a picture.
  package struct Space: Sendable, Equatable {
    /// How many cells a line may have.
    package let columns: Int
    /// How many lines there may be.
    package let rows: Int
    /// Whether the drawing is painted black on white; else the terminal's own colours are probably light on dark.
    package let isBlackOnWhite: Bool

    /// Room for a picture.
    package init(columns: Int, rows: Int, isBlackOnWhite: Bool) {
      self.columns = columns
      self.rows = rows
      self.isBlackOnWhite = isBlackOnWhite
    }
  }

  /// Draws a symbol for a space.
  package typealias Artist = (Space) -> Picture
}

/// A picture on a page, which is drawn again only for another space.
struct PictureFrame {
  private let draw: Picture.Artist
  private var last: (space: Picture.Space, picture: Picture)?

  init(_ draw: @escaping Picture.Artist) { self.draw = draw }

  /// The picture in the middle of a space, whole, or why there is none.
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
      return words.wrapped(to: window.columns).prefix(rows).map {
        Page.Line($0, width: window.columns)
      }
    case .lines(let lines):
      let width = lines.map(\.cellCount).max() ?? 0
      // Part of a symbol would look like one and could not be scanned.
      guard lines.count <= rows, width <= window.columns else {
        return [Page.Line("The code does not fit in this window.", width: window.columns)]
          .suffix(rows)
      }
      let column = (window.columns - width) / 2
      return lines.map { Page.Line([Page.Run($0, .symbol, at: column)]) }
    }
  }
}
