/// A card on a full screen: its code for a scanner, and its details for a person.
package struct CardView: View {
  /// What the person asks for.
  package enum Outcome: Sendable, Equatable {
    /// Show another card.
    case next, previous
    /// Copy the number to the clipboard.
    case copyNumber
    /// Show the PIN, or copy it once it is shown.
    case showPIN, copyPIN
    /// Note that the card was used.
    case noteUse
    /// Stop showing cards.
    case leave
  }

  private let title: String
  private let details: [String]
  private let captions: [String]
  private let status: String
  private let offers: Set<Offer>
  private var frame: PictureFrame
  /// How many lines the reason for not drawing a code needs in the narrowest window.
  private static let reasonLines = 4

  /// A key that is available for some cards only.
  package enum Offer: Sendable { case neighbours, copyNumber, showPIN, copyPIN, noteUse }

  /// Makes a view of one card.
  ///
  /// - Parameters:
  ///   - title: Its name.
  ///   - details: Text above the code, wrapped; dropped from the end if there is too little room.
  ///   - captions: Text below it, for example its number; wrapped and never dropped in favour of the code, but shortened if
  ///     the reason for not drawing the code needs the room.
  ///   - status: The result of the last key; may be empty.
  ///   - offers: The available keys.
  ///   - picture: Draws the code.
  package init(
    _ title: String, details: [String] = [], captions: [String], status: String = "",
    offers: Set<Offer>, picture: @escaping Picture.Artist
  ) {
    self.title = title
    self.details = details
    self.captions = captions
    self.status = status
    self.offers = offers
    frame = PictureFrame(picture)
  }

  /// Handles a key press.
  package mutating func press(_ key: Key) -> Reaction<Outcome> {
    switch key {
    case .right where offers.contains(.neighbours): .ends(.next)
    case .left where offers.contains(.neighbours): .ends(.previous)
    case .typed("c") where offers.contains(.copyNumber),
      .typed("C") where offers.contains(.copyNumber):
      .ends(.copyNumber)
    case .typed("p") where offers.contains(.showPIN), .typed("P") where offers.contains(.showPIN):
      .ends(.showPIN)
    case .typed("p") where offers.contains(.copyPIN), .typed("P") where offers.contains(.copyPIN):
      .ends(.copyPIN)
    case .typed("u") where offers.contains(.noteUse), .typed("U") where offers.contains(.noteUse):
      .ends(.noteUse)
    case .escape, .enter, .typed("q"), .typed("Q"), .control("q"): .ends(.leave)
    default: .stays
    }
  }

  /// Lays out the card; if there is too little room, the code has priority over details.
  package mutating func page(in window: Window) -> Page {
    let width = window.columns
    let hints = hints.lines(width: width)
    let head = title.wrapped(to: width, atMost: 2).map { Page.Line($0, .bold, width: width) }
    var page = Page(lines: head.isEmpty ? [.empty] : head)
    let statusLines = status.wrapped(to: width, atMost: 2).map {
      Page.Line($0, .reverse, width: width)
    }
    let available = window.rows - page.lines.count - hints.count - statusLines.count
    // Next to a long number, there must be room for the reason why there is no code, and for a PIN.
    let limit = max(1, available - Self.reasonLines - max(0, captions.count - 1))
    let texts = captions.flatMap { $0.wrapped(to: width, atMost: limit) }
    let bottom = texts.prefix(available).map { Page.Line($0, width: width) } + statusLines
    let above = details.flatMap { $0.wrapped(to: width) }.map { Page.Line($0, width: width) }
    let room = window.rows - page.lines.count - bottom.count - hints.count
    let picture = frame.lines(rows: room, in: window)
    page.lines += above.prefix(room - picture.count)
    page.lines += picture + bottom
    while page.lines.count < window.rows - hints.count { page.lines.append(.empty) }
    page.lines += hints
    return page
  }

  private var hints: KeyHints {
    var hints: [KeyHints.Hint] = [.init("Esc", "leave")]
    if offers.contains(.neighbours) { hints.append(.init("Left Right", "other cards")) }
    if offers.contains(.copyNumber) { hints.append(.init("c", "copy number")) }
    if offers.contains(.showPIN) { hints.append(.init("p", "show PIN")) }
    if offers.contains(.copyPIN) { hints.append(.init("p", "copy PIN")) }
    if offers.contains(.noteUse) { hints.append(.init("u", "record use")) }
    return KeyHints(hints)
  }
}
