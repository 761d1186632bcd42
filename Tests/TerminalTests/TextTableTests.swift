import Testing

@testable import Terminal

/// Tables of text on terminals of any width.
@Suite struct TextTableTests {
  private static let name = "Bäckerei am Hafen"

  private func lines(width: Int?) -> [String] {
    var table = TextTable(["NAME", "KIND", "EXPIRES", "STATE", "NOTE"])
    table.append([Self.name, "Data Matrix", "2026-12-31", "doubtful draft", ""])
    table.append(["H&M", "Code 128", "", "", ""])
    return table.lines(width: width, dropping: [1, 2], style: { $0 }).map(\.string)
  }

  @Test func `without a limit nothing is cut, and empty columns are left out`() {
    #expect(
      lines(width: nil) == [
        "NAME               KIND         EXPIRES     STATE",
        "Bäckerei am Hafen  Data Matrix  2026-12-31  doubtful draft",
        "H&M                Code 128",
      ])
  }

  @Test func `long states are cut before names and dates`() {
    #expect(lines(width: 55)[1] == "Bäckerei am Hafen  Data Matrix  2026-12-31  doubtful d…")
  }

  @Test func `a column is left out before the names are cut`() {
    #expect(lines(width: 50)[1] == "Bäckerei am Hafen  2026-12-31  doubtful draft")
  }

  @Test(arguments: 4...60)
  func `no line is wider than the terminal`(width: Int) {
    #expect(lines(width: width).allSatisfy { $0.cellCount <= width })
  }
}

struct WrappedTextTests {
  @Test func `text breaks between words, and inside those that are too long`() {
    #expect("one two three".wrapped(to: 7) == ["one two", "three"])
    #expect("123456789".wrapped(to: 4) == ["1234", "5678", "9"])
    #expect("a 123456".wrapped(to: 4) == ["a", "1234", "56"])
    #expect("卡卡卡".wrapped(to: 5) == ["卡卡", "卡"])
    #expect("".wrapped(to: 5) == [])
    #expect("a\nb\u{1B}".wrapped(to: 9) == ["a␊b␛"])
  }

  @Test func `lines for people break between words, as they are indented, and commands stay whole`()
  {
    func broken(_ text: TerminalText, _ width: Int) -> String { text.broken(to: width).string }
    #expect(broken("one two three\n", 7) == "one two\nthree\n")
    #expect(broken("  one two three", 8) == "  one\n  two\n  three")
    #expect(broken("a  b", 80) == "a  b")
    let advice: TerminalText = "To bring it back: cardvault undo, or cardvault restore 1234"
    #expect(broken(advice, 30) == "To bring it back:\ncardvault undo, or\ncardvault restore 1234")
    #expect(
      broken(advice, 12) == "To bring it\nback:\ncardvault\nundo, or\ncardvault\nrestore 1234")
    // Control sequences need no room.
    let bold: TerminalText = "\(ControlSequence.bold)one two\(ControlSequence.normal) three"
    #expect(broken(bold, 13) == bold.string)
    #expect(
      broken(bold, 7) == "\(ControlSequence.bold.code)one two\(ControlSequence.normal.code)\nthree")
    #expect(broken("卡卡 卡卡", 5) == "卡卡\n卡卡")
  }

  @Test func `text that is too long for its lines ends with an ellipsis`() {
    #expect("one two three".wrapped(to: 7, atMost: 2) == ["one two", "three"])
    #expect("one two three".wrapped(to: 7, atMost: 1) == ["one tw…"])
    #expect("one two three four".wrapped(to: 7, atMost: 2) == ["one two", "three …"])
    #expect("one".wrapped(to: 7, atMost: 0) == [])
  }
}
