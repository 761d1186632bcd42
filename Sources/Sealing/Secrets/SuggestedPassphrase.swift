internal import Csodium
internal import Glibc

extension Passphrase {
  /// How many words a suggestion has: 66 bits, which are beyond guessing even without Argon2id's cost.
  static let suggestedWordCount = 6

  /// Makes a passphrase of random words of `WordList`, with a blank between two.
  ///
  /// - Throws: `SealingError.noGuardedMemory`.
  package static func suggested() throws(SealingError) -> Passphrase {
    let longest = WordList.words.map(\.utf8.count).max() ?? 0
    let line = try SecretBytes(byteCount: suggestedWordCount * (longest + 1))
    var length = 0
    for place in 0..<suggestedWordCount {
      let word = WordList.words[Int(randombytes_uniform(UInt32(WordList.words.count)))]
      line.withMutableBytes { line in
        if place > 0 {
          line[length] = UInt8(ascii: " ")
          length += 1
        }
        for byte in word.utf8 {
          line[length] = byte
          length += 1
        }
      }
    }
    let byteCount = length
    return try line.withBytes { (line) throws(SealingError) in
      try Passphrase(line.extracting(first: byteCount))
    }
  }

  /// Shows the passphrase to the person who chose it, from guarded memory and without a copy.
  package borrowing func show(on descriptor: Int32) {
    _ = unsafe Glibc.write(descriptor, secret.address, byteCount)
  }
}
