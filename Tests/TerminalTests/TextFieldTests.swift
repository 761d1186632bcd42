import Testing

@testable import Terminal

struct TextFieldTests {
  private func typed(_ keys: [Key], in text: String, isSuggestion: Bool = false) -> TextField {
    var field = TextField(text, isSuggestion: isSuggestion)
    for key in keys { _ = field.press(key) }
    return field
  }

  @Test func `the first character replaces a suggestion`() {
    #expect(typed([.typed("B"), .typed("i")], in: "Rewe", isSuggestion: true).text == "Bi")
    #expect(typed([.typed("B")], in: "Rewe").text == "ReweB")
  }

  @Test(arguments: [
    (Key.backspace, "Rew"), (.home, "Rewe"), (.left, "Rewe"), (.control("w"), ""),
    (.control("u"), ""),
  ])
  func `other keys edit a suggestion`(key: Key, text: String) {
    var field = typed([key], in: "Rewe", isSuggestion: true)
    #expect(field.text == text)
    #expect(!field.isSuggestion)
    _ = field.press(.typed("x"))
    #expect(field.text.count == text.count + 1)
  }

  @Test func `keys move and remove`() {
    #expect(typed([.left, .left, .typed("x")], in: "abc").text == "axbc")
    #expect(typed([.home, .delete], in: "abc").text == "bc")
    #expect(typed([.home, .right, .control("k")], in: "abc").text == "a")
    #expect(typed([.left, .control("u")], in: "abc").text == "c")
    #expect(
      typed([.control("a"), .typed("x"), .control("e"), .typed("y")], in: "ab").text == "xaby")
    #expect(typed([.control("w")], in: "one two  ").text == "one ")
    #expect(typed([.backspace, .delete, .left, .right, .control("w")], in: "").text == "")
  }

  @Test func `a character with its marks is one`() {
    #expect(typed([.typed("e"), .typed("\u{301}"), .backspace], in: "caf").text == "caf")
    #expect(typed([.left, .backspace], in: "a👩‍👩‍👧b").text == "ab")
    #expect(typed([.home, .delete], in: "🇩🇪x").text == "x")
    #expect(typed([.left, .typed("\u{301}")], in: "ax").text == "a\u{301}x")
  }

  @Test func `what steers a terminal cannot be typed`() {
    #expect(typed([.typed("\u{202E}"), .typed("\u{85}")], in: "ab").text == "ab")
    #expect(!typed([], in: "a\u{1B}[2J").runs(width: 20, at: 0)[0].text.contains("\u{1B}"))
  }

  @Test(arguments: ["", "abc", String(repeating: "卡", count: 50), "abcdefghijklmnop"])
  func `the part around the cursor fits`(text: String) {
    for moves in [0, 1, 7, 60] {
      let field = typed(Array(repeating: .left, count: moves), in: text)
      let runs = field.runs(width: 12, at: 3)
      #expect(runs.map { $0.text.cellCount }.reduce(0, +) == 12)
      #expect(runs[0].text.cellCount < 12)
      #expect(runs[0].column == 3)
    }
  }
}
