/// A symbol drawn with characters, or the reason why there is none.
package enum Picture: Sendable, Equatable {
  /// The lines of the drawing, including its quiet zone.
  case lines([String])
  /// Why nothing is drawn, as a text for people.
  case reason(String)

  /// Draws a symbol to fit into part of a window.
  package typealias Artist = (Window) -> Picture
}

/// A picture on a page, drawn once for each size.
struct PictureFrame {
  private let draw: Picture.Artist
  private var drawn: [Window: Picture] = [:]

  init(_ draw: @escaping Picture.Artist) { self.draw = draw }

  /// The whole picture, centred in the window, or the reason why there is none; at most `rows` lines.
  mutating func lines(rows: Int, in window: Window) -> [Page.Line] {
    switch picture(columns: window.columns, rows: rows, in: window) {
    case .reason(let words):
      return words.wrapped(to: window.columns, atMost: rows).map {
        Page.Line($0, width: window.columns)
      }
    case .lines(let lines):
      let column = (window.columns - (lines.first?.cellCount ?? 0)) / 2
      return lines.map { Page.Line([Page.Run($0, .symbol, at: column)]) }
    }
  }

  /// The lines of the whole picture; `nil` if there is no room for it, or it cannot be drawn.
  mutating func whole(columns: Int, rows: Int, in window: Window) -> [String]? {
    guard columns > 0, rows > 0 else { return nil }
    guard case .lines(let lines) = picture(columns: columns, rows: rows, in: window) else {
      return nil
    }
    return lines
  }

  private mutating func picture(columns: Int, rows: Int, in window: Window) -> Picture {
    let part = Window(columns: columns, rows: rows, paintsSymbols: window.paintsSymbols)
    if let known = drawn[part] { return known }
    var picture = draw(part)
    if case .lines(let lines) = picture {
      // A cropped symbol would look like a code, but could not be scanned.
      let width = lines.map(\.cellCount).max() ?? 0
      if lines.count > rows || width > columns {
        picture = .reason("The code does not fit in this window.")
      }
    }
    drawn[part] = picture
    return picture
  }
}
