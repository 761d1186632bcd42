internal import Csodium
internal import Glibc

/// A passphrase in guarded memory: bytes as they were typed, 1 to 1,024.
///
/// They are neither normalised nor trimmed: passphrases match if every byte does.
public struct Passphrase: ~Copyable {
  /// The most bytes that a passphrase may have.
  public static let longestByteCount = 1_024
  /// How much of an overlong line to read, so that its rest is not mistaken for the next line.
  private static let longestLineByteCount = 1 << 16

  /// How many bytes it has.
  public let byteCount: Int
  /// Its bytes, then zeros.
  let secret: SecretBytes

  /// Makes a passphrase from known bytes.
  ///
  /// - Throws: `SealingError.passphrase` (`.empty` or `.tooLong`), or `.noGuardedMemory`.
  package init(_ bytes: Span<UInt8>) throws(SealingError) {
    guard bytes.count > 0 else { throw .passphrase(.empty) }
    guard bytes.count <= Self.longestByteCount else { throw .passphrase(.tooLong) }
    let secret = try SecretBytes(byteCount: bytes.count)
    secret.withMutableBytes { secret in
      for index in bytes.indices { secret[index] = bytes[index] }
    }
    self.secret = secret
    byteCount = bytes.count
  }

  /// Reads a line byte by byte, so that nothing after it is consumed.
  ///
  /// - Parameter descriptor: a file, pipe or terminal; the passphrase ends before a line feed or at the end of
  ///   the input. Overlong lines are read to their end, up to a limit.
  /// - Throws: `SealingError.passphrase`, or `.noGuardedMemory`.
  public init(readingLineFrom descriptor: Int32) throws(SealingError) {
    let line = try SecretBytes(byteCount: Self.longestByteCount)
    let next = try SecretBytes(byteCount: 1)
    var length = 0
    var isMissing = true
    while try Self.readByte(from: descriptor, into: next) {
      isMissing = false
      if next.withBytes({ $0[0] == UInt8(ascii: "\n") }) { break }
      // A line that never ends is an error.
      if length > Self.longestLineByteCount { throw .passphrase(.tooLong) }
      if length < Self.longestByteCount {
        next.withBytes { next in line.withMutableBytes { $0[length] = next[0] } }
      }
      length += 1
    }
    if isMissing { throw .passphrase(.missing) }
    guard length > 0 else { throw .passphrase(.empty) }
    guard length <= Self.longestByteCount else { throw .passphrase(.tooLong) }
    secret = line
    byteCount = length
  }

  /// A copy of its bytes outside guarded memory: for a page, or another program that writes or opens an archive.
  package var unguardedBytes: [UInt8] {
    secret.withBytes { bytes in (0..<byteCount).map { bytes[$0] } }
  }

  /// Whether two passphrases are equal, byte for byte.
  public func isSame(as other: borrowing Passphrase) -> Bool {
    guard byteCount == other.byteCount else { return false }
    return unsafe sodium_memcmp(secret.address, other.secret.address, byteCount) == 0
  }

  /// Reads one byte; `false` at the end of the input.
  private static func readByte(
    from descriptor: Int32, into byte: borrowing SecretBytes
  ) throws(SealingError) -> Bool {
    do throws(SystemFailure) {
      return try SystemFailure.check { unsafe Glibc.read(descriptor, byte.address, 1) } == 1
    } catch {
      throw .passphrase(.system(error.code))
    }
  }
}

extension Passphrase {
  /// How many words a suggestion has: 66 bits are beyond guessing even without Argon2id's cost.
  static let suggestedWordCount = 6

  /// Makes a passphrase of random words of `WordList`, with a blank between two.
  ///
  /// - Throws: `SealingError.noGuardedMemory`.
  package static func suggested() throws(SealingError) -> Passphrase {
    try ofWords { _ in Int(randombytes_uniform(UInt32(WordList.words.count))) }
  }

  /// Makes a passphrase of words of `WordList`, with a blank between two.
  ///
  /// - Parameter choice: which word is at a place, as its place in the list.
  /// - Returns: the passphrase.
  /// - Throws: `SealingError.noGuardedMemory`.
  static func ofWords(_ choice: (Int) -> Int) throws(SealingError) -> Passphrase {
    let longest = WordList.words.map(\.utf8.count).max() ?? 0
    let line = try SecretBytes(byteCount: suggestedWordCount * (longest + 1))
    var length = 0
    for place in 0..<suggestedWordCount {
      let word = WordList.words[choice(place)]
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
