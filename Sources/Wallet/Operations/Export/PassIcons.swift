package import Cards
internal import Drawing
package import ReaderLink

/// The icons that every pass has: our own drawing, rendered by readers.
package struct PassIcons: Sendable {
  /// The names of the icons and their sides in pixels: 29 points for displays of one, two and three pixels per point
  /// (Apple, Wallet Developer Guide: "Pass Design and Creation").
  private static let sides = [("icon.png", 29), ("icon@2x.png", 58), ("icon@3x.png", 87)]

  /// The pictures in the order of `sides`.
  private let pictures: [CardIcon: [[UInt8]]]

  /// Renders the icons of cards: their initials on their colour, once for all cards that share them.
  ///
  /// - Parameters:
  ///   - cards: The cards.
  ///   - renderer: Renders them.
  ///   - onMissing: Called at most once, with the names of the protections that this kernel lacks.
  /// - Throws: `ReaderLinkError` (`.notRendered`, `.otherVersion`, `.readerUnusable`).
  package init(
    of cards: [Card], by renderer: PictureRenderer, onMissing: ([String]) -> Void = { _ in }
  ) async throws {
    let icons = Array(Set(cards.map { CardIcon(of: $0) }))
    let drawings = icons.flatMap { icon in
      Self.sides.map { Array(icon.svg(pixels: $0.1).utf8) }
    }
    let count = WorkMeter.begin(.rendering, count: drawings.count)
    defer { count.end() }
    var rendered: [[UInt8]] = []
    try await renderer.renderEach(of: drawings, onMissing: onMissing) { _, picture in
      rendered.append(picture)
      count.advance()
    }
    var pictures: [CardIcon: [[UInt8]]] = [:]
    for (place, icon) in icons.enumerated() {
      pictures[icon] = Array(rendered[(place * Self.sides.count)...].prefix(Self.sides.count))
    }
    self.pictures = pictures
  }

  /// The icons of a card.
  ///
  /// - Parameter card: One of the cards that they were rendered for.
  /// - Returns: The PNG files by name; none for another card.
  package func files(of card: Card) -> [(name: String, bytes: [UInt8])] {
    zip(Self.sides, pictures[CardIcon(of: card)] ?? []).map { (name: $0.0, bytes: $1) }
  }
}
