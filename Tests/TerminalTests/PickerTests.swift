import Testing

@testable import Terminal

struct PickerTests {
  private let names = ["Rewe", "Rossmann", "Ikea", "Bücherei", "卡片卡片", "Müller"]

  private func picker(count: Int? = nil) -> Picker {
    let names = count.map { (1...$0).map { "Card \($0)" } } ?? names
    return Picker(
      title: "Which card?", rows: names.map { Picker.Row($0, detail: "EAN-13") },
      find: { words in
        names.indices.filter {
          words.isEmpty || names[$0].lowercased().contains(words.lowercased())
        }
      })
  }

  @Test func `typing narrows the list, and Enter picks`() {
    var picker = picker()
    picker.type("r")
    #expect(picker.page(in: Window(80, 24)).texts[0].hasSuffix("4 of 6"))
    #expect(picker.press(.down) == .stays)
    #expect(picker.press(.enter) == .ends(1))
    picker.type("ossm")
    #expect(picker.press(.enter) == .ends(1))
  }

  @Test func `nothing is picked where nothing matches, nor by Escape`() {
    var picker = picker()
    picker.type("zzz")
    #expect(picker.page(in: Window(80, 24)).texts.contains("Nothing matches."))
    for key in [Key.enter, .down, .up, .pageDown, .end, .home] {
      #expect(picker.press(key) == .stays)
    }
    #expect(picker.press(.escape) == .ends(nil))
    _ = picker.press(.control("u"))
    #expect(picker.press(.enter) == .ends(0))
  }

  @Test func `the selected row is always shown`() {
    var picker = picker(count: 100)
    for window in Window.all {
      for key in [Key.end, .pageUp, .up, .home, .pageDown, .down, .pageDown, .end, .home] {
        _ = picker.press(key)
        let page = picker.page(in: window)
        #expect(page.lines.count == window.rows)
        #expect(page.texts.count { $0.hasPrefix("> ") } == 1)
      }
    }
    _ = picker.press(.end)
    _ = picker.page(in: Window(80, 24))
    #expect(picker.press(.enter) == .ends(99))
  }

  @Test(arguments: Window.all)
  func `the page fits`(window: Window) {
    var picker = picker()
    picker.type("e")
    let page = picker.page(in: window)
    #expect(page.lines.count == window.rows)
    #expect(page.width <= window.columns)
    #expect(page.texts[0].hasPrefix("Which card?"))
  }

  @Test func `indices that are none are left out`() {
    var picker = Picker(title: "", rows: [Picker.Row("a")], find: { _ in [7, 0, -1] })
    _ = picker.page(in: Window(40, 10))
    #expect(picker.press(.enter) == .ends(0))
  }
}

struct ChecklistTests {
  private let names = ["Rewe", "Rossmann", "Ikea"]

  private func list(chosen: Set<Int> = [0, 1, 2]) -> Checklist {
    Checklist(
      title: "Which cards?", rows: names.map { Picker.Row($0, detail: "new") }, chosen: chosen,
      find: { words in
        names.indices.filter {
          words.isEmpty || names[$0].lowercased().contains(words.lowercased())
        }
      })
  }

  @Test func `Tab takes a row away or chooses it, and goes on to the next`() {
    var list = list()
    #expect(list.press(.tab) == .stays)
    #expect(
      list.page(in: Window(80, 24)).texts[2...4] == [
        "  [ ] Rewe      new", "> [x] Rossmann  new", "  [x] Ikea      new",
      ])
    #expect(list.press(.tab) == .stays)
    #expect(list.press(.up) == .stays)
    #expect(list.press(.tab) == .stays)
    #expect(list.press(.enter) == .ends([1, 2]))
  }

  @Test func `all that match are chosen at once, or none`() {
    var list = list()
    for character in "r".unicodeScalars { _ = list.press(.typed(character)) }
    #expect(list.press(.control("a")) == .stays)
    #expect(list.press(.enter) == .ends([2]))
    #expect(list.press(.control("a")) == .stays)
    #expect(list.press(.enter) == .ends([0, 1, 2]))
  }

  @Test func `Escape goes back, and nothing is toggled where nothing matches`() {
    var list = list(chosen: [])
    for character in "zzz".unicodeScalars { _ = list.press(.typed(character)) }
    #expect(list.press(.tab) == .stays && list.press(.control("a")) == .stays)
    #expect(list.press(.escape) == .ends(nil))
    #expect(list.press(.enter) == .ends([]))
  }

  @Test(arguments: Window.all)
  func `the page fits`(window: Window) {
    var list = list()
    let page = list.page(in: window)
    #expect(page.lines.count == window.rows && page.width <= window.columns)
  }
}
