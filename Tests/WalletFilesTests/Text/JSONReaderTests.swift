import Testing

@testable import WalletFiles

/// JSON as wallets write it, and as it comes when it is broken.
@Suite struct JSONReaderTests {
  @Test(
    arguments: [
      (#"{"a":1,}"#, JSONValue.object(["a": .number("1")])),
      (#"[1,,2,]"#, .array([.number("1"), .number("2")])),
      (#"{"a":,"b":2}"#, .object(["a": .null, "b": .number("2")])),
      (#" "\u00e9\ud83d\ude00\n" "#, .string("é😀\n")),
      (
        #"{"a":{"b":[true,false,null]}}"#,
        .object(["a": .object(["b": .array([.bool(true), .bool(false), .null])])])
      ),
    ])
  func `superfluous commas and absent values are skipped`(text: String, value: JSONValue) throws {
    #expect(try JSONReader.value(of: text) == value)
  }

  @Test func `a text that ends early is cut off at each byte`() {
    let text = #"{"a":["\u00e9",{"b":-1.5e3}],"c":true}"#
    for length in 0..<text.utf8.count {
      let part = String(decoding: text.utf8.prefix(length), as: UTF8.self)
      #expect(throws: ForeignProblem.self) { try JSONReader.value(of: part) }
    }
  }

  @Test(arguments: ["{1:2}", "[1 2]", "[1] x", #"{"a" 1}"#, "[yes]", #""\x""#])
  func `other texts are damaged`(text: String) {
    #expect(throws: ForeignProblem.self) { try JSONReader.value(of: text) }
  }

  @Test func `deep nesting is refused`() {
    let depth = JSONReader.maxDepth + 2
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(throws: ForeignProblem.tooMany(.levels, limit: JSONReader.maxDepth)) {
      try JSONReader.value(of: text)
    }
  }
}
