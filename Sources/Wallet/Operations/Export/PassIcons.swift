internal import Cards
internal import Drawing
internal import ReaderLink

/// The icons that every pass has: our own drawing, rendered by readers.
struct PassIcons: Sendable {
  /// The names of the icons and their sides in pixels: 29 points for displays of one, two and three pixels per point
  /// (Apple, Wallet Developer Guide: "Pass Design and Creation").
  private static let sides = [("icon.png", 29), ("icon@2x.png", 58), ("icon@3x.png", 87)]

  /// The pictures in the order of `sides`.
  private let pictures: [CardIcon: [[UInt8]]]

  /// Renders the icons of cards: their initials on their colour, once for all cards that share them.
  init(
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
    for (index, icon) in icons.enumerated() {
      pictures[icon] = Array(rendered[(index * Self.sides.count)...].prefix(Self.sides.count))
    }
    self.pictures = pictures
  }

  /// The PNG files of a card by name; none for a card that was not among those rendered.
  func files(of card: Card) -> [(name: String, bytes: [UInt8])] {
    zip(Self.sides, pictures[CardIcon(of: card)] ?? []).map { (name: $0.0, bytes: $1) }
  }
}
