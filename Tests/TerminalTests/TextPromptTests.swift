import Testing

@testable import Terminal

struct TextPromptTests {
  private func prompt(problem: String? = nil) -> TextPrompt {
    TextPrompt(
      "Correct the code", details: ["Type the number as it is printed on the card."],
      fields: [TextPrompt.Field("Number", text: "590123412345")],
      choice: TextPrompt.Choice("Kind", options: ["EAN-13", "EAN-8", "Code 128"]),
      problem: problem)
  }

  @Test func `a text is edited, and an option chosen`() {
    var prompt = prompt()
    prompt.type("7")
    _ = prompt.press(.tab)
    _ = prompt.press(.right)
    #expect(
      prompt.press(.enter) == .ends(TextPrompt.Answer(texts: ["5901234123457"], selected: 1)))
    _ = prompt.press(.left)
    _ = prompt.press(.left)
    #expect(
      prompt.press(.enter) == .ends(TextPrompt.Answer(texts: ["5901234123457"], selected: 2)))
    prompt.type("e")
    prompt.type("E")
    #expect(
      prompt.press(.enter) == .ends(TextPrompt.Answer(texts: ["5901234123457"], selected: 1)))
    #expect(prompt.press(.escape) == .ends(nil))
  }

  @Test func `a single text needs no other keys`() {
    var prompt = TextPrompt(
      "Name", fields: [TextPrompt.Field("Name", text: "a", isSuggestion: true)])
    for key in [Key.tab, .backTab, .up, .down] { #expect(prompt.press(key) == .stays) }
    prompt.type("b")
    #expect(prompt.press(.enter) == .ends(TextPrompt.Answer(texts: ["b"], selected: nil)))
    #expect(prompt.page(in: Window(80, 24)).texts.last == "Enter done  Esc cancel")
  }

  @Test(arguments: Window.all)
  func `the page fits`(window: Window) {
    var prompt = prompt(problem: String(repeating: "wrong ", count: 20))
    prompt.type(String(repeating: "卡", count: 100))
    let page = prompt.page(in: window)
    #expect(page.lines.count == window.rows)
    #expect(page.width <= window.columns)
    #expect(page.texts.contains { $0.hasSuffix("< EAN-13 > (1 of 3)") })
    #expect(page.cursor.map { page.texts[$0.row].hasPrefix("Number") } == true)
  }
}
