import SystemPackage
import Testing

@testable import Wallet

/// Words of the commands that people copy.
@Suite struct `Words for a shell` {
  @Test(
    arguments: [
      ("gym", "gym"), ("Käse-2.csv", "Käse-2.csv"), ("", #""""#), ("old gym", #""old gym""#),
      ("~x", #""~x""#), ("it's", #""it's""#), ("$HOME", "'$HOME'"), ("wow!", "'wow!'"),
      (#"a "b" it's"#, #"'a "b" it'\''s'"#), ("a\tb", #"$'a\011b'"#),
      ("it's\u{1B}[2J!", #"$'it\047s\033[2J\041'"#), ("a\u{202E}b", #"$'a\342\200\256b'"#),
    ])
  func `only what a shell would read otherwise is quoted`(text: String, word: String) {
    #expect(text.shellWord == word)
  }

  @Test func `no word is an option`() {
    #expect(Command([.text("show"), .operand("-x")]).line == "show -- -x")
    #expect(Command([.text("show"), .operand("- x")]).line == #"show -- "- x""#)
    #expect(Command([.text("show"), .operand("x-"), .operand("-y")]).line == "show x- -- -y")
    #expect(FilePath("-x.csv").shellWord == "./-x.csv")
    #expect(FilePath("/media/my stick").shellWord == #""/media/my stick""#)
    let latin = "caf\u{E9} 1".unicodeScalars.map { CChar(bitPattern: UInt8($0.value)) } + [0]
    #expect(FilePath(platformString: latin).shellWord == #"$'caf\351 1'"#)
  }
}
