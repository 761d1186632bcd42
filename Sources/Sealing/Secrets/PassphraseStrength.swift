/// An estimate of how many guesses it takes to find a passphrase that a person made up.
///
/// It is a rule, not a dictionary. A passphrase is split into runs of letters, of digits and of other characters; a capital
/// after a lower-case letter begins another run. What each character adds:
///
/// | character | bits | why |
/// |---|---|---|
/// | the first letter of a run | 4.7 | one of 26 |
/// | another letter | 2.5 | our choice between a random letter and one of English text, 1 to 3 (Shannon 1951) |
/// | the first eight letters of a run together | at most 11 | a common word: one of 2,048 |
/// | a digit | 3.3 | one of 10 |
/// | four digits from 19 or 20 on | at most 7 | a year: one of about 128 |
/// | another character | 5 | one of the 32 of ASCII |
/// | a blank | 1 | words usually have one between them |
/// | a character that repeats its predecessor, or is next to it in the alphabet or on a keyboard | 1 | a pattern |
/// | a run that occurred before | 1 | a repetition |
///
/// The estimate is only good for advice: nothing is refused because of it. It reads the passphrase where it is, in
/// guarded memory.
package struct PassphraseStrength: Sendable, Hashable {
  /// The estimate, in whole bits: half of 2 to the power of these many guesses are needed on average.
  package let bits: Int

  /// Enough even if the key file is stolen: at 0.6 s per guess (`KeyDerivationCost.moderate`), 2 to the power of 49
  /// guesses take a processor 11 million years.
  package static let enough = 50

  /// Whether it is less than enough.
  package var isWeak: Bool { bits < Self.enough }

  /// Estimates the strength of a passphrase.
  package init(of passphrase: borrowing Passphrase) {
    let count = passphrase.byteCount
    let tenths = passphrase.secret.withBytes { Self.tenths(of: $0.extracting(first: count)) }
    bits = tenths / 10
  }

  // In tenths of a bit.
  private static let firstLetter = 47
  private static let nextLetter = 25
  private static let commonWord = 110
  private static let digit = 33
  private static let year = 70
  private static let symbol = 50
  private static let pattern = 10
  /// Letters of a run that a common word accounts for.
  private static let wordLength = 8
  /// The rows of letters and digits of a QWERTY keyboard.
  private static let rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm", "1234567890"].map {
    Array($0.utf8)
  }

  private enum Sort { case letter, digit, blank, symbol }

  /// The estimate in tenths of a bit.
  private static func tenths(of bytes: Span<UInt8>) -> Int {
    var total = 0
    var runs: [Range<Int>] = []
    var start = 0
    while start < bytes.count {
      var end = start + 1
      while end < bytes.count, isOneRun(bytes[end - 1], bytes[end]) { end += 1 }
      let run = start..<end
      let isKnown = runs.contains { isSame($0, run, in: bytes) }
      total += isKnown ? pattern : value(of: run, in: bytes)
      runs.append(run)
      start = end
    }
    return total
  }

  private static func sort(of byte: UInt8) -> Sort {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...0xFF:
      .letter
    case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
    case UInt8(ascii: " "): .blank
    default: .symbol
    }
  }

  private static func isOneRun(_ byte: UInt8, _ next: UInt8) -> Bool {
    let beginsWord =
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(next)
    return sort(of: byte) == sort(of: next) && !beginsWord
  }

  private static func isSame(_ one: Range<Int>, _ other: Range<Int>, in bytes: Span<UInt8>) -> Bool
  {
    guard one.count == other.count else { return false }
    for offset in 0..<one.count
    where bytes[one.lowerBound + offset] != bytes[other.lowerBound + offset] {
      return false
    }
    return true
  }

  /// What a run adds, in tenths of a bit.
  private static func value(of run: Range<Int>, in bytes: Span<UInt8>) -> Int {
    switch sort(of: bytes[run.lowerBound]) {
    case .letter: return letters(run, in: bytes)
    case .digit:
      let sum = characters(run, in: bytes, each: digit)
      return isYear(run, in: bytes) ? min(sum, year) : sum
    case .blank: return pattern * run.count
    case .symbol: return characters(run, in: bytes, each: symbol)
    }
  }

  private static func characters(_ run: Range<Int>, in bytes: Span<UInt8>, each bits: Int) -> Int {
    var sum = bits
    for index in run.dropFirst() {
      sum += isPattern(bytes[index - 1], bytes[index]) ? pattern : bits
    }
    return sum
  }

  private static func letters(_ run: Range<Int>, in bytes: Span<UInt8>) -> Int {
    var (word, rest, count) = (0, 0, 0)
    var previous: UInt8?
    // Bytes 0x80 to 0xBF continue a letter in UTF-8 (RFC 3629, section 3).
    for index in run where !(0x80...0xBF).contains(bytes[index]) {
      let letter = bytes[index]
      var bits = firstLetter
      if let previous { bits = isPattern(previous, letter) ? pattern : nextLetter }
      if count < wordLength { word += bits } else { rest += bits }
      count += 1
      previous = letter
    }
    return min(word, commonWord) + rest
  }

  private static func isYear(_ run: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    guard run.count == 4 else { return false }
    let century = (bytes[run.lowerBound], bytes[run.lowerBound + 1])
    return century == (UInt8(ascii: "1"), UInt8(ascii: "9"))
      || century == (UInt8(ascii: "2"), UInt8(ascii: "0"))
  }

  /// Whether a character follows another as in `aa`, `ab`, `ba` or `qw`.
  private static func isPattern(_ byte: UInt8, _ next: UInt8) -> Bool {
    if byte == next { return true }
    let (byte, next) = (lowered(byte), lowered(next))
    if sort(of: byte) != .symbol, byte < 0x80, abs(Int(byte) - Int(next)) <= 1 { return true }
    return rows.contains { row in
      guard let index = row.firstIndex(of: byte), let other = row.firstIndex(of: next) else {
        return false
      }
      return abs(index - other) == 1
    }
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
