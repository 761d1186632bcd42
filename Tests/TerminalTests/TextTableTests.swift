import Terminal
import Testing

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
