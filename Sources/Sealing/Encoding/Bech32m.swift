/// Text for bytes that people copy by hand: a prefix, `1`, the bytes in 32 letters that are hard to confuse,
/// and a checksum that detects any four wrong characters (BIP-350; the alphabet is BIP-173's).
///
/// The checksum guarantees this for up to 90 characters, BIP-173's limit. Longer texts are read and written
/// too; their contents need another proof.
///
/// It works only in memory that its caller owns and keeps no copies.
enum Bech32m {
  static let checksumLength = 6
  private static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
  /// BIP-350, "Bech32m": the constant that distinguishes it from Bech32.
  private static let constant: UInt32 = 0x2bc8_30a3

  /// How many characters `byteCount` bytes need.
  static func length(prefix: [UInt8], byteCount: Int) -> Int {
    prefix.count + 1 + (byteCount * 8 + 4) / 5 + checksumLength
  }

  /// Writes the text of `bytes` to the first `length(prefix:byteCount:)` characters of `text`.
  static func encode(_ bytes: Span<UInt8>, prefix: [UInt8], into text: inout MutableSpan<UInt8>) {
    var checksum = Checksum(prefix: prefix)
    var written = 0
    for character in prefix + [UInt8(ascii: "1")] {
      text[written] = character
      written += 1
    }
    func put(_ symbol: UInt32, _ text: inout MutableSpan<UInt8>) {
      text[written] = character(of: symbol)
      written += 1
    }
    var (bits, bitCount): (UInt32, UInt32) = (0, 0)
    for index in bytes.indices {
      bits = (bits & 0xff) << 8 | UInt32(bytes[index])
      bitCount += 8
      while bitCount >= 5 {
        bitCount -= 5
        checksum.add(bits >> bitCount & 31)
        put(bits >> bitCount, &text)
      }
    }
    if bitCount > 0 {
      checksum.add(bits << (5 - bitCount) & 31)
      put(bits << (5 - bitCount), &text)
    }
    for _ in 0..<checksumLength { checksum.add(0) }
    let value = checksum.value ^ constant
    for index in 0..<UInt32(checksumLength) { put(value >> (25 - 5 * index), &text) }
  }

  /// Decodes a text.
  ///
  /// - Parameters:
  ///   - text: the text and nothing else; all lower or all upper case.
  ///   - prefix: the required text before the `1`, in lower case.
  ///   - bytes: filled completely; the text must hold exactly this many.
  /// - Returns: whether every character is correct.
  static func decode(_ text: Span<UInt8>, prefix: [UInt8], into bytes: inout MutableSpan<UInt8>)
    -> Bool
  {
    guard text.count == length(prefix: prefix, byteCount: bytes.count),
      let isUpper = isUpperCase(text)
    else { return false }
    for (index, character) in (prefix + [UInt8(ascii: "1")]).enumerated() {
      guard lowered(text[index], isUpper) == character else { return false }
    }
    var checksum = Checksum(prefix: prefix)
    var (bits, bitCount, written): (UInt32, UInt32, Int) = (0, 0, 0)
    for index in prefix.count + 1..<text.count {
      guard let symbol = symbol(of: lowered(text[index], isUpper)) else { return false }
      checksum.add(symbol)
      guard index < text.count - checksumLength else { continue }
      bits = (bits & 0xff) << 5 | symbol
      bitCount += 5
      if bitCount >= 8 {
        bitCount -= 8
        bytes[written] = UInt8(truncatingIfNeeded: bits >> bitCount)
        written += 1
      }
    }
    // The remaining bits pad the last character and must be zero, so that only one text is valid.
    return checksum.value == constant && bits & (1 << bitCount - 1) == 0
  }

  /// The value of a lower-case character, 0 to 31; `nil` if it is not in the alphabet.
  static func symbol(of character: UInt8) -> UInt32? {
    alphabet.firstIndex(of: character).map(UInt32.init)
  }

  /// The character of a value from 0 to 31.
  static func character(of symbol: UInt32) -> UInt8 { alphabet[Int(symbol & 31)] }

  /// Whether the letters are capitals; `nil` if both cases occur, which BIP-173 forbids.
  private static func isUpperCase(_ text: Span<UInt8>) -> Bool? {
    var (upper, lower) = (false, false)
    for index in text.indices {
      upper = upper || (0x41...0x5a).contains(text[index])
      lower = lower || (0x61...0x7a).contains(text[index])
    }
    return upper && lower ? nil : upper
  }

  private static func lowered(_ character: UInt8, _ isUpper: Bool) -> UInt8 {
    isUpper && (0x41...0x5a).contains(character) ? character | 0x20 : character
  }

  /// The polynomial of BIP-173, "Checksum".
  private struct Checksum {
    private static let generator: [UInt32] = [
      0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3,
    ]
    private(set) var value: UInt32 = 1

    init(prefix: [UInt8]) {
      for character in prefix { add(UInt32(character >> 5)) }
      add(0)
      for character in prefix { add(UInt32(character & 31)) }
    }

    mutating func add(_ symbol: UInt32) {
      let top = value >> 25
      value = (value & 0x1ff_ffff) << 5 ^ symbol
      for bit in 0..<5 where top >> UInt32(bit) & 1 == 1 { value ^= Self.generator[bit] }
    }
  }
}
