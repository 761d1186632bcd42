/// A draft on a full screen: the person fills its fields in, and decides with one key.
package struct DraftView: View {
  /// What the person decided.
  package struct Outcome: Sendable, Equatable {
    /// The index of the choice; `nil` after Ctrl-C.
    package let choice: Int?
    /// The texts in the form.
    package let texts: [String]
    /// The field that was focused last.
    package let field: Int
  }

  private let draft: Draft
  private var frame: PictureFrame
  private var fields: [TextPrompt.Field]
  private var field: Int

  /// Makes a screen for one draft.
  package init(_ draft: Draft) {
    self.draft = draft
    frame = PictureFrame(draft.picture)
    fields = draft.fields
    field = draft.firstField
  }

  /// Handles a key press: decides, moves to another field, or edits the focused one.
  package mutating func press(_ key: Key) -> Reaction<Outcome> {
    if let name = key.name, let choice = draft.choices.firstIndex(where: { $0.keys.contains(name) })
    {
      return .ends(Outcome(choice: choice, texts: fields.map(\.text.text), field: field))
    }
    switch key {
    case .control("c"):
      return .ends(Outcome(choice: nil, texts: fields.map(\.text.text), field: field))
    case .tab, .down: field = (field + 1) % fields.count
    case .backTab, .up: field = (field + fields.count - 1) % fields.count
    case .right:
      // Right completes in the fish shell, too. Tab must not: a new tag may begin like a known one.
      if let completed { fields[field].text = TextField(completed) } else { edit(key) }
    default: edit(key)
    }
    return .stays
  }

  private mutating func edit(_ key: Key) { _ = fields[field].text.press(key) }

  /// The focused field with what is being typed completed; `nil` if there is nothing to complete.
  private var completed: String? {
    let text = fields[field].text
    return text.isAtEnd && !text.isSuggestion ? draft.completion(field, text.text) : nil
  }

  /// Lays out the draft: title, picture, number and remarks, fields, status, key hints.
  package mutating func page(in window: Window) -> Page {
    let width = window.columns
    let title = "Card \(draft.position) of \(draft.count)"
    var page = Page(lines: [Page.Line(title: title, note: draft.source, width: width)])
    let hints = hints.lines(width: width)
    // The photo is at the right of what is below the drawn code.
    let photoColumns = photoColumns(in: window)
    let textWidth = photoColumns > 0 ? width - photoColumns - Self.gap : width
    let form = fields.indices.map { formLine($0, width: textWidth) }
    // Leave two lines for the number and a warning.
    let status = statusLines(
      width: width, atMost: min(3, window.rows - 1 - form.count - hints.count - 2))
    // Below the remarks: fields, status and key hints.
    let bottom = form.count + status.count + hints.count
    let known = knownLines(width: textWidth, atMost: window.rows - 1 - bottom)
    let room = window.rows - 1 - known.count - bottom
    if frame.whole(columns: width, rows: room, in: window) == nil,
      let lower = pictureBesideForm(in: window, above: status + hints)
    {
      page.cursor = lower.cursor
      page.lines += lower.lines
      page.picture = lower.picture
      return page
    }
    page.lines += frame.lines(rows: room, in: window)
    page.picture = photo(
      columns: photoColumns, rows: page.lines.count..<(window.rows - status.count - hints.count),
      in: window)
    page.lines += known
    let spare = window.rows - page.lines.count - bottom
    if spare > 0 { page.lines.append(.empty) }
    page.cursor = Page.Cursor(row: page.lines.count + field, run: 2)
    page.lines += form
    page.lines += Array(repeating: .empty, count: max(0, spare - 1))
    page.lines += status
    page.lines += hints
    return page
  }

  /// The fewest columns of a window, and lines, that leave room for a photo.
  private static let (minWidthWithPhoto, minPhotoRows) = (60, 4)

  private func photoColumns(in window: Window) -> Int {
    window.cell == nil || window.columns < Self.minWidthWithPhoto || draft.photo() == nil
      ? 0 : window.columns * 2 / 5
  }

  /// The photo at the right of some lines, as large as fits.
  private func photo(columns: Int, rows: Range<Int>, in window: Window) -> PlacedPicture? {
    guard columns > 0, rows.count >= Self.minPhotoRows, let photo = draft.photo(),
      let cell = window.cell
    else { return nil }
    let size = photo.cells(columns: columns, rows: rows.count, cell: cell)
    return PlacedPicture(
      picture: photo, row: rows.lowerBound, column: window.columns - size.columns,
      columns: size.columns, rows: size.rows, cell: cell)
  }

  /// The minimum width of texts beside a picture, and the gap between the two.
  private static let (minWidthBeside, gap) = (36, 2)

  /// The page below the title with the picture on the left of all texts, for a picture too high to leave room below it.
  ///
  /// The photo is below the texts, if there is room.
  ///
  /// - Returns: The lines, and the places of the cursor and the photo on the whole page; `nil` if the picture does not fit
  ///   there either.
  private mutating func pictureBesideForm(in window: Window, above end: [Page.Line]) -> Page? {
    let rows = window.rows - 1 - end.count
    let form = fields.count
    // The texts are the fields, a blank line, the number and a warning.
    guard rows >= form + 3,
      let picture = frame.whole(
        columns: window.columns - Self.minWidthBeside - Self.gap, rows: rows, in: window)
    else { return nil }
    let column = (picture.first?.cellCount ?? 0) + Self.gap
    let width = window.columns - column
    var texts = knownLines(width: width, atMost: rows - form - 1) + [.empty]
    let cursorRow = texts.count + field
    texts += fields.indices.map { formLine($0, width: width) }
    var page = Page()
    for row in 0..<rows {
      let symbol = picture.indices.contains(row) ? [Page.Run(picture[row], .symbol, at: 0)] : []
      let text = texts.indices.contains(row) ? texts[row].moved(by: column).runs : []
      page.lines.append(Page.Line(symbol + text))
    }
    // The title is above, and a run of the picture may precede those of the field.
    let isBesideSymbol = picture.indices.contains(cursorRow)
    page.cursor = Page.Cursor(row: 1 + cursorRow, run: isBesideSymbol ? 3 : 2)
    page.picture = photo(
      columns: photoColumns(in: window) > 0 ? width : 0, rows: (1 + texts.count)..<(1 + rows),
      in: window)
    page.lines += end
    return page
  }

  private func knownLines(width: Int, atMost count: Int) -> [Page.Line] {
    let doubts = draft.doubts.flatMap {
      doubtLines($0, width: width, atMost: max(1, count - draft.doubts.count))
    }
    let remarks = draft.remarks.flatMap { $0.wrapped(to: width) }
    let number = numberLines(width: width, atMost: min(3, count - doubts.count))
    return Array(
      (number + doubts + remarks.map { Page.Line($0, width: width) }).prefix(max(0, count)))
  }

  private func numberLines(width: Int, atMost count: Int) -> [Page.Line] {
    let kind = draft.symbology.isEmpty ? "" : draft.symbology + "  "
    let room = max(2, width - kind.cellCount)
    if count < 3 || draft.number.cellCount <= room {
      return [Page.Line([Page.Run(kind)] + Page.Line(draft.number, .bold, width: room).runs)]
    }
    return [Page.Line(kind, width: width)]
      + draft.number.wrapped(to: width, atMost: count - 1).map {
        Page.Line($0, .bold, width: width)
      }
  }

  /// Reverse video makes a warning stand out even without colours.
  private func doubtLines(_ words: String, width: Int, atMost count: Int) -> [Page.Line] {
    let mark = " CHECK THIS "
    let column = mark.count + 1
    return words.wrapped(to: width - column, atMost: count).enumerated().map { index, line in
      let words = Page.Run(line, at: column)
      return Page.Line(index == 0 ? [Page.Run(mark, .reverse), words] : [words])
    }
  }

  /// The column where text fields start.
  private static let labelWidth = 9

  private func formLine(_ index: Int, width: Int) -> Page.Line {
    let runs = fields[index].text.runs(width: width - Self.labelWidth, at: Self.labelWidth)
    return Page.Line([Page.Run(fields[index].label, index == field ? .bold : .plain)] + runs)
  }

  /// The result of the last decision; a blank line without one.
  private func statusLines(width: Int, atMost count: Int) -> [Page.Line] {
    let (words, style): (String, Page.Style) =
      switch draft.status {
      case nil: ("", .plain)
      case .done(let text): (text, .plain)
      case .failed(let text): (text, .reverse)
      }
    let lines = words.wrapped(to: width, atMost: max(1, count))
    return lines.isEmpty ? [.empty] : lines.map { Page.Line($0, style, width: width) }
  }

  private var hints: KeyHints {
    var hints = draft.choices.compactMap { choice in
      choice.keys.first.map { KeyHints.Hint($0, choice.words) }
    }
    // An arrow, since a word would leave no room for Esc in the smallest window.
    if completed != nil { hints.insert(.init("→", "complete"), at: min(1, hints.count)) }
    hints.insert(.init("Tab", "next field"), at: min(1, hints.count))
    return KeyHints(hints)
  }
}
