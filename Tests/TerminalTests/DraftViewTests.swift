import Testing

@testable import Terminal

struct DraftViewTests {
  private static let choices: [Draft.Choice] = [
    .init(["Enter"], "accept"), .init(["Ctrl-O"], "correct"), .init(["Ctrl-T", "F3"], "join"),
    .init(["Ctrl-N"], "skip"), .init(["Ctrl-P"], "back"), .init(["Ctrl-D"], "discard"),
    .init(["Ctrl-G"], "accept all sure"), .init(["Esc", "Ctrl-Q"], "quit"),
  ]
  private static let bars = Array(repeating: "████████", count: 6)

  private func draft(
    number: String = "5901234123457", choices: [Draft.Choice] = choices,
    picture: @escaping Picture.Artist = { .lines(Array(bars.prefix($0.rows))) }
  ) -> Draft {
    let texts = [("Name", "Rewe"), ("Tags", "food"), ("Expires", "2027-01-31")]
    var draft = Draft(
      position: 3, count: 77,
      fields: texts.map { .init($0.0, text: $0.1, isSuggestion: true) }, choices: choices,
      picture: picture)
    draft.source = "drawer.jpg, page 2"
    draft.symbology = "EAN-13"
    draft.number = number
    draft.doubts = ["ZBar and ZXing read different numbers."]
    draft.remarks = ["kind: loyalty"]
    return draft
  }

  @Test(arguments: [
    (Key.enter, 0), (.control("o"), 1), (.control("t"), 2), (.function(3), 2), (.control("n"), 3),
    (.control("p"), 4), (.control("d"), 5), (.control("g"), 6), (.control("q"), 7), (.escape, 7),
  ])
  func `each decision is one key`(key: Key, choice: Int) throws {
    var screen = DraftView(draft())
    let texts = ["Rewe", "food", "2027-01-31"]
    #expect(
      screen.press(key) == .ends(DraftView.Outcome(choice: choice, texts: texts, field: 0)))
  }

  @Test(arguments: [Key.control("t"), .function(3), .control("p"), .control("g")])
  func `what makes no sense does nothing`(key: Key) {
    var screen = DraftView(draft(choices: [Self.choices[0], Self.choices[7]]))
    #expect(screen.press(key) == .stays)
    let footer = screen.page(in: Window(80, 24)).texts.suffix(3).joined()
    #expect(footer == "Enter accept  Tab next field  Esc quit")
  }

  @Test func `letters go into the name, and Tab goes to the other fields`() {
    var screen = DraftView(draft())
    screen.type("Bäcker qn")
    _ = screen.press(.tab)
    screen.type("bread")
    _ = screen.press(.backTab)
    _ = screen.press(.up)
    _ = screen.press(.backspace)
    let texts = ["Bäcker qn", "bread", "2027-01-3"]
    #expect(screen.press(.enter) == .ends(DraftView.Outcome(choice: 0, texts: texts, field: 2)))
  }

  @Test func `Right at the end of a tag completes it, and Tab leaves it as it is`() {
    var draft = draft()
    draft.completion = { $1 == "sport, gym" ? "sport, gymnastics" : nil }
    var screen = DraftView(draft)
    let shows = { (text: String) in
      screen.page(in: Window(80, 24)).texts.contains { $0.contains(text) }
    }
    let keys = "Tab next field  → complete  Ctrl-O correct"
    _ = screen.press(.tab)
    #expect(!shows(keys))
    screen.type("sport, gym")
    #expect(shows(keys))
    // Within the text, Right moves the cursor.
    _ = screen.press(.left)
    #expect(!shows(keys))
    _ = screen.press(.right)
    #expect(shows(keys) && !shows("gymnastics"))
    _ = screen.press(.tab)
    #expect(!shows(keys) && !shows("gymnastics"))
    _ = screen.press(.backTab)
    _ = screen.press(.right)
    #expect(!shows(keys))
    let texts = ["Rewe", "sport, gymnastics", "2027-01-31"]
    #expect(screen.press(.enter) == .ends(DraftView.Outcome(choice: 0, texts: texts, field: 1)))
  }

  @Test func `used tags are not looked for before a tag is typed`() {
    var isAsked = false
    var draft = draft()
    draft.completion = { field, _ in
      isAsked = isAsked || field == 1
      return nil
    }
    var screen = DraftView(draft)
    screen.type("Gym")
    for key in [Key.right, .tab, .tab, .backTab] {
      _ = screen.press(key)
      _ = screen.page(in: Window(80, 24))
    }
    #expect(!isAsked)
    screen.type("f")
    _ = screen.page(in: Window(80, 24))
    #expect(isAsked)
  }

  @Test func `the smallest window has room for all keys while a tag is completed`() {
    var draft = draft()
    draft.completion = { $1 + "x" }
    var screen = DraftView(draft)
    _ = screen.press(.tab)
    screen.type("f")
    #expect(
      screen.page(in: Window(40, 10)).texts.suffix(3) == [
        "Enter accept  Tab next field  → complete", "^O correct  ^T join  ^N skip  ^P back",
        "^D discard  ^G accept all sure  Esc quit",
      ])
  }

  @Test func `a usual terminal shows it all, with the keys in two lines`() {
    var screen = DraftView(draft())
    let page = screen.page(in: Window(80, 24))
    let texts = page.texts
    #expect(texts.count == 24)
    #expect(texts[0] == "Card 3 of 77" + String(repeating: " ", count: 50) + "drawer.jpg, page 2")
    #expect(texts[1] == String(repeating: " ", count: 36) + "████████")
    #expect(texts[7] == "EAN-13  5901234123457")
    #expect(texts[8] == " CHECK THIS  ZBar and ZXing read different numbers.")
    #expect(texts[9] == "kind: loyalty")
    #expect(texts[11...13] == ["Name     Rewe", "Tags     food", "Expires  2027-01-31"])
    #expect(
      texts[22...] == [
        "Enter accept  Tab next field  Ctrl-O correct  Ctrl-T join  Ctrl-N skip",
        "Ctrl-P back  Ctrl-D discard  Ctrl-G accept all sure  Esc quit",
      ])
    #expect(page.cursor == Page.Cursor(row: 11, run: 2))
    #expect(page.texts(.reverse).contains(" CHECK THIS "))
  }

  @Test(arguments: Window.all)
  func `the page fits`(window: Window) {
    var draft = draft(number: String(repeating: "1", count: 200))
    draft.source = String(repeating: "卡", count: 200)
    draft.doubts = Array(repeating: String(repeating: "x", count: 200), count: 30)
    draft.status = .failed(String(repeating: "y", count: 200))
    var screen = DraftView(draft)
    screen.type(String(repeating: "卡", count: 200))
    let page = screen.page(in: window)
    #expect(page.lines.count == window.rows)
    #expect(page.width <= window.columns)
    #expect(page.texts.contains { $0.contains("Expires") })
    #expect(page.texts.last?.hasSuffix("Esc quit") == true)
    #expect(page.texts.contains { $0.contains(" CHECK THIS ") })
  }

  @Test func `the smallest window has the warning before the picture`() {
    var screen = DraftView(draft())
    let texts = screen.page(in: Window(40, 10)).texts
    #expect(texts[1] == "EAN-13  5901234123457")
    #expect(texts[2].hasPrefix(" CHECK THIS "))
    #expect(texts[7] == "Enter accept  Tab next field  ^O correct")
  }

  @Test func `a small window wraps words between them`() {
    var draft = draft()
    draft.status = .failed("the name is too long: it has 201 characters, and the limit is 200")
    draft.number = String(repeating: "1234567890", count: 6)
    var screen = DraftView(draft)
    let small = screen.page(in: Window(40, 14)).texts
    #expect(
      small[1...5] == [
        "EAN-13", String(repeating: "1234567890", count: 4), "12345678901234567890",
        " CHECK THIS  ZBar and ZXing read", "             different numbers.",
      ])
    #expect(small.contains("the name is too long: it has 201"))
    #expect(small.contains("characters, and the limit is 200"))
    let low = screen.page(in: Window(40, 12)).texts
    #expect(low.contains("characters, and the limit is 200"))
  }

  @Test func `a high picture is at the left of all texts`() throws {
    var high = draft(picture: {
      $0.columns < 35 || $0.rows < 18
        ? .reason("too small")
        : .lines(Array(repeating: String(repeating: "█", count: 35), count: 18))
    })
    high.source = ""
    var screen = DraftView(high)
    let page = screen.page(in: Window(80, 24))
    let texts = page.texts
    let bars = String(repeating: "█", count: 35)
    #expect(texts.count == 24)
    #expect(texts[1] == "\(bars)  EAN-13  5901234123457")
    #expect(texts[2] == "\(bars)   CHECK THIS  ZBar and ZXing read different")
    #expect(texts[3] == "\(bars)               numbers.")
    #expect(texts[4] == "\(bars)  kind: loyalty")
    #expect(
      texts[6...8] == [
        "\(bars)  Name     Rewe", "\(bars)  Tags     food", "\(bars)  Expires  2027-01-31",
      ])
    #expect(texts[18] == bars && texts[19].isEmpty)
    #expect(page.width <= 80)
    let cursor = try #require(page.cursor)
    #expect(cursor == Page.Cursor(row: 6, run: 3))
    #expect(page.lines[6].runs[2].text == "Rewe")
    // With less room, the reason is shown, and the fields stay.
    let low = screen.page(in: Window(80, 20)).texts
    #expect(low[1] == "too small" && low.contains { $0.hasPrefix("Name     Rewe") })
    let narrow = screen.page(in: Window(72, 24)).texts
    #expect(narrow[1] == "too small")
  }

  @Test func `a picture is drawn once for a window`() {
    var draws = 0
    var draft = draft(picture: { _ in
      draws += 1
      return .reason("This kind of code cannot be drawn.")
    })
    draft.source = "a\u{1B}[2Jb"
    var screen = DraftView(draft)
    for _ in 0..<3 {
      screen.type("x")
      let page = screen.page(in: Window(80, 24))
      #expect(page.texts[1] == "This kind of code cannot be drawn.")
      #expect(page.texts[0].hasSuffix("a␛[2Jb"))
    }
    // Above the texts, and beside them.
    #expect(draws == 2)
    _ = screen.page(in: Window(81, 24))
    #expect(draws == 4)
  }
}
