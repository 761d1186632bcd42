import Testing

@testable import Exchange

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
    #expect(throws: ForeignProblem.cutOff) {
      try SeparatedValues.rows(of: "a,\"b", separator: ",")
    }
    #expect(throws: ForeignProblem.damaged(offset: 3)) {
      try SeparatedValues.rows(of: "\"a\"b", separator: ",")
    }
  }

  @Test func `rows and columns are limited`() {
    let columns = String(repeating: ",", count: SeparatedValues.maximumColumnCount + 1)
    #expect(throws: ForeignProblem.tooMany(limit: SeparatedValues.maximumColumnCount)) {
      try SeparatedValues.rows(of: columns, separator: ",")
    }
    let rows = String(repeating: "a\n", count: SeparatedValues.maximumRowCount + 1)
    #expect(throws: ForeignProblem.tooMany(limit: SeparatedValues.maximumRowCount)) {
      try SeparatedValues.rows(of: rows, separator: ",")
    }
  }
}
