import Testing

@testable import Terminal

struct CardViewTests {
  private func view(
    lines: Int = 4, offers: Set<CardView.Offer> = [.neighbours, .copyNumber, .showPIN, .noteUse]
  ) -> CardView {
    CardView(
      "Rewe", details: ["expires 2027-01-31", "note: in the drawer"],
      captions: ["EAN-13  5901234123457"], status: "", offers: offers,
      picture: { _ in .lines(Array(repeating: "█ █ █", count: lines)) })
  }

  @Test(arguments: [
    (Key.right, CardView.Outcome.next), (.left, .previous), (.typed("c"), .copyNumber),
    (.typed("P"), .showPIN), (.typed("u"), .noteUse), (.escape, .leave), (.enter, .leave),
    (.typed("q"), .leave),
  ])
  func `each key asks for one thing`(key: Key, outcome: CardView.Outcome) {
    var all = view()
    var none = view(offers: [])
    #expect(all.press(key) == .ends(outcome))
    #expect(none.press(key) == (outcome == .leave ? .ends(.leave) : .stays))
  }

  @Test func `once the PIN is shown, its key copies it`() {
    var shown = view(offers: [.copyPIN])
    #expect(shown.press(.typed("p")) == .ends(.copyPIN))
    #expect(shown.press(.typed("P")) == .ends(.copyPIN))
    #expect(shown.page(in: Window(80, 24)).texts.last == "Esc leave  p copy PIN")
  }

  @Test func `the code is in the middle, whole, between its words`() {
    var view = view()
    let page = view.page(in: Window(80, 24))
    let bars = String(repeating: " ", count: 37) + "█ █ █"
    #expect(
      page.texts[..<8] == [
        "Rewe", "expires 2027-01-31", "note: in the drawer", bars, bars, bars, bars,
        "EAN-13  5901234123457",
      ])
    #expect(page.cursor == nil)
    #expect(page.texts(.symbol).count == 4)
  }

  @Test func `the code comes before details, and is never cut`() {
    var high = view(lines: 7)
    #expect(high.page(in: Window(40, 10)).texts(.symbol).isEmpty)
    #expect(high.page(in: Window(40, 10)).texts.contains("The code does not fit in this window."))
    #expect(high.page(in: Window(40, 11)).texts(.symbol).count == 7)
    #expect(high.page(in: Window(40, 11)).texts[1].hasSuffix("█ █ █"))
  }

  @Test func `a number is shown whole`() {
    let number = String(repeating: "0123456789", count: 13)
    var view = CardView(
      "Rewe", captions: [number], offers: [], picture: { _ in .reason("too wide") })
    let texts = view.page(in: Window(40, 10)).texts
    #expect(texts[2...5].joined() == number)
    #expect(texts[1] == "too wide")
  }

  @Test func `a long name, a long number and the reason for no code are wrapped between words`() {
    let reason =
      "The code needs 89 columns and 47 lines, but only 40 columns and 4 lines are free. Use a larger window."
    var view = CardView(
      "The library of the town on the hill by the river",
      captions: ["QR Code  " + String(repeating: "0123456789", count: 30), "PIN  7391"],
      offers: [.neighbours, .copyNumber, .noteUse], picture: { _ in .reason(reason) })
    let texts = view.page(in: Window(40, 14)).texts
    #expect(texts[..<2] == ["The library of the town on the hill by", "the river"])
    #expect(texts[2..<5].joined(separator: " ") == reason)
    #expect(texts.contains("PIN  7391"))
    #expect(texts.contains { $0.hasSuffix("…") })
  }

  @Test(arguments: Window.all)
  func `the page fits`(window: Window) {
    let words = String(repeating: "卡 x ", count: 200)
    var view = CardView(
      words, details: [words], captions: [words], offers: [], picture: { _ in .reason(words) })
    let page = view.page(in: window)
    #expect(page.lines.count == window.rows)
    #expect(page.width <= window.columns)
  }
}
