/// One draft on a full screen: the person types its name, and decides with one key.
package struct ReviewScreen: View {
  /// What to do with the draft.
  package enum Decision: Sendable, Equatable {
    /// Keep it as a card with these fields.
    case accept
    /// Change its code.
    case correct
    /// Combine all codes on the photo into one card.
    case join
    /// Go to the next draft, or to the previous one.
    case skip, back
    /// Delete it.
    case discard
    /// Accept all drafts that need no review.
    case acceptSure
    /// Leave the other drafts for later.
    case quit
  }

  /// What the person decided.
  package struct Outcome: Sendable, Equatable {
    /// What to do with the draft.
    package let decision: Decision
    /// The texts in the form.
    package let fields: Draft.Fields
    /// The field that was focused last.
    package let field: Draft.Field
  }

  private let draft: Draft
  private var frame: PictureFrame
  private var texts: [Draft.Field: TextField] = [:]
  private var field: Draft.Field

  /// Makes a screen for one draft.
  package init(_ draft: Draft) {
    self.draft = draft
    frame = PictureFrame(draft.picture)
    field = draft.firstField
    for field in Draft.Field.allCases {
      texts[field] = TextField(draft.fields[field], isSuggestion: draft.isSuggestion)
    }
  }

  /// The texts in the form.
  private var fields: Draft.Fields {
    Draft.Fields(name: text(.name), tags: text(.tags), expires: text(.expires))
  }

  private func text(_ field: Draft.Field) -> String { texts[field, default: TextField()].text }

  /// Handles a key press: decides, moves to another field, or edits the focused one.
  package mutating func press(_ key: Key) -> Reaction<Outcome> {
    switch key {
    case .enter: ends(.accept)
    case .control("o"): ends(.correct)
    case .control("t"), .function(3): ends(.join, if: .join)
    case .control("n"): ends(.skip)
    case .control("p"): ends(.back, if: .back)
    case .control("d"): ends(.discard)
    case .control("g"): ends(.acceptSure, if: .acceptSure)
    case .escape, .control("q"): ends(.quit)
    case .tab, .down: move(by: 1)
    case .backTab, .up: move(by: -1)
    default: edit(key)
    }
  }

  private func ends(_ decision: Decision, if offer: Draft.Offer? = nil) -> Reaction<Outcome> {
    if let offer, !draft.offers.contains(offer) { return .stays }
    return .ends(Outcome(decision: decision, fields: fields, field: field))
  }

  private mutating func move(by step: Int) -> Reaction<Outcome> {
    let all = Draft.Field.allCases
    let place = all.firstIndex(of: field) ?? 0
    field = all[(place + step + all.count) % all.count]
    return .stays
  }

  private mutating func edit(_ key: Key) -> Reaction<Outcome> {
    _ = texts[field, default: TextField()].press(key)
    return .stays
  }

  /// Lays out the draft: title, picture, number and remarks, fields, status, key hints.
  package mutating func page(in window: Window) -> Page {
    let width = window.columns
    let title = "Card \(draft.position) of \(draft.count)"
    var page = Page(lines: [Page.Line(title: title, note: draft.source, width: width)])
    let hints = hints.lines(width: width)
    let form = Draft.Field.allCases.map { formLine($0, width: width) }
    // Below the remarks: fields, status and key hints.
    let bottom = form.count + 1 + hints.count
    let known = Array(knownLines(width: width).prefix(window.rows - 1 - bottom))
    let room = window.rows - 1 - known.count - bottom
    page.lines += frame.lines(rows: room, in: window)
    page.lines += known
    let spare = window.rows - page.lines.count - bottom
    if spare > 0 { page.lines.append(.empty) }
    let place = Draft.Field.allCases.firstIndex(of: field) ?? 0
    page.cursor = Page.Cursor(row: page.lines.count + place, run: 2)
    page.lines += form
    page.lines += Array(repeating: .empty, count: max(0, spare - 1))
    page.lines.append(statusLine(width: width))
    page.lines += hints
    return page
  }

  private func knownLines(width: Int) -> [Page.Line] {
    let kind = draft.symbology.isEmpty ? "" : draft.symbology + "  "
    // Reverse video makes a warning stand out even without colours; its text is there without either.
    let doubts = draft.doubts.map {
      let mark = " CHECK THIS "
      let words = Page.Line(" \($0)", width: width - mark.count).runs
      return Page.Line([Page.Run(mark, .reverse)] + words)
    }
    let remarks = draft.remarks.map { Page.Line($0, width: width) }
    let room = max(2, width - kind.count)
    let number = Page.Line(draft.number, .bold, width: room).runs
    return [Page.Line([Page.Run(kind)] + number)] + doubts + remarks
  }

  /// The column where text fields start.
  private static let labelWidth = 9

  private func formLine(_ field: Draft.Field, width: Int) -> Page.Line {
    let label =
      switch field {
      case .name: "Name"
      case .tags: "Tags"
      case .expires: "Expires"
      }
    let style = field == self.field ? Page.Style.bold : .plain
    let runs = texts[field, default: TextField()]
      .runs(width: width - Self.labelWidth, at: Self.labelWidth)
    return Page.Line([Page.Run(label, style)] + runs)
  }

  private func statusLine(width: Int) -> Page.Line {
    switch draft.status {
    case nil: .empty
    case .done(let words): Page.Line(words, width: width)
    case .failed(let words): Page.Line(words, .reverse, width: width)
    }
  }

  private var hints: KeyHints {
    var hints: [KeyHints.Hint] = [
      .init("Enter", "accept"), .init("Tab", "next field"), .init("Ctrl-O", "correct"),
    ]
    if draft.offers.contains(.join) { hints.append(.init("Ctrl-T", "join")) }
    hints.append(.init("Ctrl-N", "skip"))
    if draft.offers.contains(.back) { hints.append(.init("Ctrl-P", "back")) }
    hints.append(.init("Ctrl-D", "discard"))
    if draft.offers.contains(.acceptSure) { hints.append(.init("Ctrl-G", "accept all sure")) }
    return KeyHints(hints + [.init("Esc", "quit")])
  }
}
