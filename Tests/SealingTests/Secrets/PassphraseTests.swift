import Glibc
import Testing

@testable import Sealing

@Suite struct PassphraseTests {
  @Test func `a line is read to its end, and the rest is left`() throws {
    let pipe = try Pipe("first\nsecönd \r\nlast")
    #expect(try read(pipe) == Array("first".utf8))
    // Neither normalised nor trimmed.
    #expect(try read(pipe) == Array("secönd \r".utf8))
    #expect(try read(pipe) == Array("last".utf8))
    #expect(failure(pipe) == .passphrase(.missing))
  }

  @Test func `an empty line, no line, and a folder are distinguished`() throws {
    #expect(failure(try Pipe("\n")) == .passphrase(.empty))
    #expect(failure(try Pipe("")) == .passphrase(.missing))
    let folder = try WholeFile.openFolder("/")
    defer { close(folder) }
    #expect(
      sealingFailure { () throws(SealingError) in _ = try Passphrase(readingLineFrom: folder) }
        == .passphrase(.system(EISDIR)))
    #expect(
      sealingFailure { () throws(SealingError) in _ = try Passphrase(readingLineFrom: .max) }
        == .passphrase(.system(EBADF)))
  }

  @Test func `1,024 bytes are accepted, and a longer line is dropped completely`() throws {
    let most = String(repeating: "p", count: 1_024)
    let pipe = try Pipe("\(most)\n\(most)p\nnext\n")
    #expect(try read(pipe) == Array(most.utf8))
    #expect(failure(pipe) == .passphrase(.tooLong))
    #expect(try read(pipe) == Array("next".utf8))
    let longer = [UInt8](repeating: 7, count: 1_025)
    #expect(
      sealingFailure { () throws(SealingError) in _ = try Passphrase(longer.span) }
        == .passphrase(.tooLong))
    let none: [UInt8] = []
    #expect(
      sealingFailure { () throws(SealingError) in _ = try Passphrase(none.span) }
        == .passphrase(.empty))
  }

  @Test func `two are equal when every byte is`() throws {
    let one = try Passphrase("horse")
    let pipe = try Pipe("horse\nhorsf\nhors\n")
    let same = try Passphrase(readingLineFrom: pipe.end)
    let other = try Passphrase(readingLineFrom: pipe.end)
    let shorter = try Passphrase(readingLineFrom: pipe.end)
    #expect(one.isSame(as: same) && same.isSame(as: one))
    #expect(!one.isSame(as: other) && !one.isSame(as: shorter) && !shorter.isSame(as: one))
  }

  /// The reading end of a pipe that contains some text.
  private final class Pipe {
    let end: Int32

    init(_ text: String) throws {
      var ends: [Int32] = [0, 0]
      try SystemFailure.check { unsafe pipe(&ends) }
      end = ends[0]
      let bytes = Array(text.utf8)
      try SystemFailure.check { unsafe write(ends[1], bytes, bytes.count) }
      close(ends[1])
    }

    deinit { close(end) }
  }

  private func read(_ pipe: Pipe) throws -> [UInt8] {
    try Passphrase(readingLineFrom: pipe.end).unguardedBytes
  }

  private func failure(_ pipe: Pipe) -> SealingError? {
    sealingFailure { () throws(SealingError) in _ = try Passphrase(readingLineFrom: pipe.end) }
  }
}

@Suite struct PassphraseStrengthTests {
  private func bits(_ words: String) throws -> Int {
    PassphraseStrength(of: try Passphrase(words)).bits
  }

  @Test(arguments: [
    "a", "1234", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "12345678901234567890", "qwertyuiopasdfghjkl",
    "password", "Password1!", "Zauberwört", "passpasspasspasspasspasspass", "Summer2026!",
    "gym gym gym gym gym gym gym gym", "correct horse battery staple", "Tr0ub4dor&3",
  ])
  func `what could be guessed is weak`(words: String) throws {
    let bits = try bits(words)
    #expect(bits < PassphraseStrength.enough)
  }

  @Test(arguments: [
    "lantern orbit puddle tango walnut", "lantern-orbit-puddle-tango-walnut",
    "xK9$pQ2!vB7&nR4z", "5f0a9c3e71d84b26", "Die Katze auf dem Dach singt gern Opern",
  ])
  func `what could not is strong`(words: String) throws {
    let bits = try bits(words)
    #expect(bits >= PassphraseStrength.enough)
  }

  @Test(arguments: [
    ("a", 4), ("ax", 7), ("xj", 7), ("ab", 5), ("aa", 5), ("7", 3), ("73", 6), ("2026", 7),
    ("!", 5), ("mountain", 11), ("mountains", 13), ("oak oak", 11),
    // A letter of two bytes is one letter.
    ("xö", 7),
  ])
  func `the rule gives these bits`(words: String, expected: Int) throws {
    let bits = try bits(words)
    #expect(bits == expected)
  }

  @Test func `bytes that are no text are estimated as well`() throws {
    let bytes: [UInt8] = [0xFF, 0x80, 0xC3, 0x28, 0x00]
    let strength = PassphraseStrength(of: try Passphrase(bytes.span))
    #expect(strength.bits > 0 && strength.isWeak)
  }
}

@Suite struct SuggestedPassphraseTests {
  @Test func `the list has 2,048 short words that differ within four letters`() {
    let words = WordList.words
    #expect(words.count == 2_048)
    #expect(words.allSatisfy { (3...6).contains($0.count) })
    #expect(words.allSatisfy { $0.utf8.allSatisfy { (0x61...0x7A).contains($0) } })
    #expect(Set(words.map { $0.prefix(4) }).count == words.count)
    #expect(words == words.sorted())
  }

  @Test func `a suggestion is six words of the list, and strong`() throws {
    let known = Set(WordList.words.map(String.init))
    var seen: Set<String> = []
    for _ in 0..<50 {
      let suggestion = try Passphrase.suggested()
      let isWeak = PassphraseStrength(of: suggestion).isWeak
      let text = String(decoding: suggestion.unguardedBytes, as: UTF8.self)
      let words = text.split(separator: " ").map(String.init)
      #expect(words.count == Passphrase.suggestedWordCount && known.isSuperset(of: words))
      // The estimate counts a word only once, so five words that are easy to type may be too few for it.
      #expect(!isWeak || Set(words).count < words.count)
      seen.insert(text)
    }
    #expect(seen.count == 50)
  }
}
