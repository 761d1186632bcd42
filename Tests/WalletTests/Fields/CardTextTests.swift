import Cards
import Testing
import Wallet

/// What may be written on a card.
@Suite struct CardTextTests {
  @Test func `white space around a text is removed`() throws {
    #expect(try CardText.name("  Corner  shop\n") == "Corner  shop")
    #expect(try CardText.note("") == "")
  }

  @Test func `tags are a sorted set, from commas or words`() throws {
    #expect(
      try CardText.tags(["food, town", "town"], inAdditionTo: ["a"]) == ["a", "food", "town"])
    #expect(try CardText.tags(["food,,"]) == ["food"])
    #expect(
      try CardText.tags(["Food", "bücher,Bucher"], inAdditionTo: ["food"]) == ["bücher", "food"])
  }

  @Test(
    arguments: [
      ("", .text(.empty(.name))), (" \t", .text(.empty(.name))),
      ("\u{200B}", .text(.empty(.name))), ("\u{200D} \u{FE0F}", .text(.empty(.name))),
      ("a\u{FFFD}", .text(.notUnicode(.name))),
      (String(repeating: "a", count: 201), .text(.tooLong(.name, count: 201, limit: 200))),
      (
        "a" + String(repeating: "\u{301}", count: 2_000),
        .text(.tooLong(.name, count: 2_001, limit: 200))
      ),
      ("my cardvault-wrapped-key1qq", .keyTyped),
    ] as [(String, WalletError)])
  func `an invalid name is refused`(_ text: String, _ problem: WalletError) {
    #expect(throws: problem) { try CardText.name(text) }
  }

  @Test(arguments: ["👨\u{200D}👩\u{200D}👧 Zoo", "❤\u{FE0F}", "می\u{200C}خواهم"])
  func `joiners and selectors stay in a name`(_ text: String) throws {
    #expect(Array(try CardText.name(text).unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test func `too many tags are refused, counting those already there`() {
    let tags = (1...20).map { "t\($0)" }
    let others = (1...13).map { "o\($0)" }
    #expect(throws: WalletError.text(.tooManyTags(count: 33, limit: 32))) {
      try CardText.tags(tags, inAdditionTo: others)
    }
    #expect(throws: WalletError.text(.empty(.tag))) { try CardText.tags([","]) }
  }

  @Test func `a colour has six digits or a name`() throws {
    #expect(try CardText.colour(" #12AB00 ") == 0x12AB00)
    #expect(try CardText.colour("12ab00") == 0x12AB00)
    #expect(try CardText.colour("Green") == 0x008000)
    #expect(try CardText.colour("") == nil)
    for text in ["-00000", "+00000", "#12ab0", "greenish"] {
      #expect(throws: WalletError.text(.notAColour(text))) { try CardText.colour(text) }
    }
  }

  @Test func `dates are days of the calendar, or cleared`() throws {
    #expect(try CardText.lastDay(" 2026-12-31 ") == CalendarDate("2026-12-31"))
    #expect(try CardText.lastDay("31.12.2026") == CalendarDate("2026-12-31"))
    #expect(try CardText.lastDay("1.2.2027") == CalendarDate("2027-02-01"))
    for text in ["12.31.2026", "+1.2.2027", "1..2027", "12/26", "soon", "1/2/3"] {
      #expect(throws: WalletError.text(.notADate(text))) { try CardText.lastDay(text) }
    }
    #expect(try CardText.lastDay("Never") == nil && CardText.lastDay("") == nil)
    #expect(throws: WalletError.text(.notADate("2026-02-30"))) {
      try CardText.lastDay("2026-02-30")
    }
  }

  @Test func `a card's last day is not before its first day`() throws {
    let (early, late) = (try CalendarDate.someDay, try CalendarDate.someDay.adding(days: 1))
    var typed = TypedFields()
    (typed.validFrom, typed.expires) = ("\(late)", "\(early)")
    let problem = WalletError.text(.neverValid(from: late, expires: early))
    #expect(throws: problem) { try typed.check() }
    typed.validFrom = "\(early)"
    try typed.check()
    // The other date may be on the card already; other fields of such a card can still be changed.
    var card = Card.sample("Grocer").with { $0.validFrom = late }
    typed.validFrom = nil
    #expect(throws: problem) { try typed.apply(to: &card) }
    card.expires = early
    var note = TypedFields()
    note.note = "x"
    try note.apply(to: &card)
    #expect(card.note == "x")
  }

  @Test func `fields that were not typed stay`() throws {
    var card = Card.sample("Grocer").with {
      ($0.tags, $0.expires, $0.isOneTime) = (["food"], CalendarDate("2026-12-31"), true)
    }
    let before = card
    try TypedFields().apply(to: &card)
    #expect(card == before)
    try TypedFields(tags: ["town"], expires: "never", isOneTime: false).apply(to: &card)
    #expect(card.tags == ["food", "town"] && card.expires == nil && !card.isOneTime)
  }
}
