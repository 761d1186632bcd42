import Testing

@testable import Sealing

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
