import Testing

@testable import Sealing

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
