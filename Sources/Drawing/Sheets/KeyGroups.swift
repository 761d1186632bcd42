/// The characters of a key in groups for reading and typing: four characters and one that checks them.
struct KeyGroups {
  /// How many characters of the key a group has; the last may have fewer.
  static let length = 4
  /// BIP-173's 32 characters, in capitals.
  private static let alphabet = Array("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L".utf8)

  /// The groups in order, in capitals, each with its check character.
  let groups: [String]

  /// Groups what follows the last `1` of a key's line; `nil` when that contains other than BIP-173's characters.
  init?(line: [UInt8]) {
    guard let separator = line.lastIndex(of: UInt8(ascii: "1")) else { return nil }
    var values: [UInt8] = []
    for byte in line[(separator + 1)...] {
      let capital = (0x61...0x7A).contains(byte) ? byte & 0xDF : byte
      guard let value = Self.alphabet.firstIndex(of: capital) else { return nil }
      values.append(UInt8(value))
    }
    groups = stride(from: 0, to: values.count, by: Self.length).map { start in
      let group = values[start..<min(start + Self.length, values.count)]
      let check = Self.check(of: group, number: start / Self.length)
      return String(
        decoding: (group + [check]).map { Self.alphabet[Int($0)] }, as: UTF8.self)
    }
  }

  /// The check character of a group (the vault's format, section 2, "Key as people type it").
  private static func check(of group: some Sequence<UInt8>, number: Int) -> UInt8 {
    doubled(group.reduce(UInt8(number % 32)) { doubled($0) ^ $1 })
  }

  /// Twice a value of GF(32) modulo x^5 + x^3 + 1.
  private static func doubled(_ value: UInt8) -> UInt8 {
    let twice = value << 1
    return twice > 31 ? twice ^ 41 : twice
  }
}
