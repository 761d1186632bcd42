import Testing

@testable import WalletFiles

/// Comma-separated values.
@Suite struct SeparatedValuesTests {
  @Test(
    arguments: [
      ("a,b\r\nc,d", [["a", "b"], ["c", "d"]]), ("a\n\nb\n", [["a"], [], ["b"]]),
      ("\"a\n\nb\",\"c\"\"d\"\r\n", [["a\n\nb", "c\"d"]]), ("a,,\n", [["a", "", ""]]),
      ("a,", [["a", ""]]), ("\"\"", [[""]]), ("", []),
    ])
  func `rows are read`(text: String, rows: [[String]]) throws {
    #expect(try SeparatedValues.rows(of: text, separator: ",") == rows)
  }

  @Test func `quotes must end, and a separator must follow them`() {
    #expect(throws: ForeignProblem.openQuotes(line: 3)) {
      try SeparatedValues.rows(of: "a,b\r\n\nc,\"d\n\n", separator: ",")
    }
    #expect(throws: ForeignProblem.damagedLine(4)) {
      try SeparatedValues.rows(of: "a\n\"b\nc\",d\n\"e\"f", separator: ",")
    }
  }

  @Test(
    arguments: [
      ("\"c\n,d\n", false), ("\"c,d\n\ne", true), ("\"c,d", true), ("\"c\n\"\"d,", false),
      ("\"c\"\"\nd\"\"", true),
    ])
  func `quotes that never close may hold the rest of a row, but no further one`(
    rest: String, isRest: Bool
  ) throws {
    let text = "a,b\n1,2\n" + rest
    if isRest {
      let rows = try SeparatedValues.numberedRows(of: text, separator: ",")
      let field = rest.dropFirst().replacing("\"\"", with: "\"")
      #expect(rows.last?.fields == [String(field)] && rows.last?.ending == .openQuotes)
    } else {
      #expect(throws: ForeignProblem.openQuotes(line: 3)) {
        try SeparatedValues.rows(of: text, separator: ",")
      }
    }
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `rows know their lines`(end: String) throws {
    let text = ["a,b", "\"c", "c\",d", "", "e"].joined(separator: end)
    let rows = try SeparatedValues.numberedRows(of: text, separator: ",")
    #expect(rows.map(\.line) == [1, 2, 4, 5])
  }

  @Test(
    arguments: [
      ("a,b;c,d", ","), ("a;b;c", ";"), ("a\tb", "\t"), ("\"a,b,c\";d", ";"), ("a", nil), ("", nil),
    ] as [(String, Character?)])
  func `the header determines the separator`(header: String, separator: Character?) {
    #expect(SeparatedValues.separator(of: header) == separator)
  }

  @Test func `rows and columns are limited`() {
    let columns = String(repeating: ",", count: SeparatedValues.maxColumnCount + 1)
    #expect(throws: ForeignProblem.tooMany(.columns, limit: SeparatedValues.maxColumnCount)) {
      try SeparatedValues.rows(of: columns, separator: ",")
    }
    let rows = String(repeating: "a\n", count: SeparatedValues.maxRowCount + 1)
    #expect(throws: ForeignProblem.tooMany(.rows, limit: SeparatedValues.maxRowCount)) {
      try SeparatedValues.rows(of: rows, separator: ",")
    }
    let row = String(repeating: ",", count: SeparatedValues.maxColumnCount - 1) + "\n"
    let count = SeparatedValues.maxFieldCount / SeparatedValues.maxColumnCount + 1
    #expect(throws: ForeignProblem.tooMany(.values, limit: SeparatedValues.maxFieldCount)) {
      try SeparatedValues.rows(of: String(repeating: row, count: count), separator: ",")
    }
  }
}
