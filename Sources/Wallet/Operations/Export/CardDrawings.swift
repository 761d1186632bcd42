package import Cards
package import Drawing

/// Cards drawn to take along without this computer: one drawing for each code, and one for a card with only a number.
///
/// A drawing shows the name, the code and the number, and never a PIN.
package struct CardDrawings<Picture: Sendable>: Sendable {
  /// A drawing and what it shows.
  package struct Drawn: Sendable {
    /// The card.
    package let card: Card
    /// Which of its codes, from 1; `nil` where it has at most one.
    package let codeNumber: Int?
    /// What was drawn.
    package let picture: Picture
  }

  /// The drawings, in the order of the cards.
  package private(set) var drawn: [Drawn] = []
  /// What is not drawn.
  package private(set) var leftOut: [UndrawnCode] = []

  /// Draws cards.
  ///
  /// - Parameters:
  ///   - cards: The cards.
  ///   - codeNumber: Which code of each, from 1; `nil` for all.
  ///   - today: Today's date, which decides the century of dates in GS1 codes.
  ///   - draw: Draws a face.
  package init(
    of cards: [Card], codeNumber: Int? = nil, today: CalendarDate,
    draw: (CardFace) throws(DrawingError) -> Picture
  ) {
    let count = WorkMeter.begin(.drawing, count: cards.count)
    defer { count.end() }
    for card in cards {
      defer { count.advance() }
      let indices = card.codes.indices.filter { codeNumber == nil || $0 + 1 == codeNumber }
      for index in indices {
        add(card, index, today: today, draw)
      }
      guard indices.isEmpty else { continue }
      guard !card.printedNumber.isEmpty else {
        leftOut.append(UndrawnCode(card: card, reason: .nothingToShow))
        continue
      }
      add(CardFace(name: card.name, symbol: nil, number: card.printedNumber), card, nil, draw)
    }
  }

  private mutating func add(
    _ card: Card, _ index: Int, today: CalendarDate,
    _ draw: (CardFace) throws(DrawingError) -> Picture
  ) {
    let code = card.codes[index]
    guard !code.isPartial else {
      leftOut.append(UndrawnCode(card: card, reason: .partial))
      return
    }
    let symbol: DrawnSymbol
    do throws(DrawingError) { symbol = try DrawnSymbol(code) } catch {
      leftOut.append(UndrawnCode(card: card, reason: .drawing(error)))
      return
    }
    let hasSeveral = card.codes.count > 1
    // In front, where a long name does not push it out.
    let name = hasSeveral ? "\(index + 1) of \(card.codes.count)  \(card.name)" : card.name
    let number = card.printedNumber.isEmpty ? symbol.number(of: code, today) : card.printedNumber
    add(
      CardFace(name: name, symbol: symbol, number: number), card, hasSeveral ? index + 1 : nil,
      draw)
  }

  private mutating func add(
    _ face: CardFace, _ card: Card, _ codeNumber: Int?,
    _ draw: (CardFace) throws(DrawingError) -> Picture
  ) {
    do throws(DrawingError) {
      drawn.append(Drawn(card: card, codeNumber: codeNumber, picture: try draw(face)))
    } catch {
      leftOut.append(UndrawnCode(card: card, reason: .drawing(error)))
    }
  }
}

extension DrawnSymbol {
  /// What a cashier types where the code is not scanned, as printed beneath it.
  fileprivate func number(of code: Barcode, _ today: CalendarDate) -> String {
    if let elements = ElementString(code, year: today.year)?.text { return elements }
    return humanReadable.isEmpty ? code.text : humanReadable
  }
}

/// A code, or a whole card, that cannot be taken along as a picture.
package struct UndrawnCode: Sendable {
  /// Why it cannot.
  package enum Reason: Sendable, Hashable {
    /// The card has neither a code nor a number.
    case nothingToShow
    /// Digits of the code are missing.
    case partial
    /// The code cannot be drawn at all, or not in this size.
    case drawing(DrawingError)
  }

  /// The card.
  package let card: Card
  /// Why it is not drawn.
  package let reason: Reason
}

extension UndrawnCode {
  /// Why the card was left out, as the part of a sentence that follows “because”.
  package var because: String {
    switch reason {
    case .nothingToShow: "it has neither a code nor a number"
    case .partial: "digits of its code are missing"
    case .drawing(let error): error.reason
    }
  }

  /// The same on one line.
  package var words: String { "“\(card.name.printable)” was left out: \(because)" }

  /// What to do about it, on the command line.
  package var advice: Advice {
    switch reason {
    case .nothingToShow: .run("edit", .card(card), "--code", "-")
    case .partial: .run("review", .card(card))
    case .drawing(.tooFine): .run("show", .card(card), "--output", "card.pdf")
    case .drawing: .run("show", .card(card), note: "to compare the number with the card")
    }
  }

  /// The error where nothing else is drawn.
  package var failure: Failure {
    Failure(
      "“\(card.name.printable)” was not drawn", because: because, try: advice,
      onPage: "open the card, and edit it or show it on a large screen", status: .nothingFound)
  }
}
