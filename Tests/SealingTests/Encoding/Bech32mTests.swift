import Testing

@testable import Sealing

@Suite struct Bech32mTests {
  /// BIP-350, "Test vectors for Bech32m": valid texts whose data are whole bytes.
  @Test(
    arguments: [
      ("A1LQFN3A", "a", 0), ("a1lqfn3a", "a", 0), ("?1v759aa", "?", 0),
      ("abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx", "abcdef", 20),
      ("split1checkupstagehandshakeupstreamerranterredcaperredlc445v", "split", 30),
    ])
  func `valid texts of the standard are read and written`(
    text: String, prefix: String, byteCount: Int
  ) {
    let decoded = decode(text, prefix: prefix, byteCount: byteCount)
    #expect(decoded != nil)
    #expect(decoded.map { encode($0, prefix: prefix) } == text.lowercased())
  }

  /// BIP-350: checksum calculated with the upper case form, Bech32 instead of Bech32m, mixed case.
  @Test(arguments: [("M1VUXWEZ", "m"), ("a12uel5l", "a"), ("A1lqfn3a", "a"), ("a1lqfn3", "a")])
  func `invalid texts are refused`(text: String, prefix: String) {
    #expect(decode(text, prefix: prefix, byteCount: 0) == nil)
  }

  @Test(arguments: [Int](0..<40) + [126])
  func `any number of bytes comes back`(byteCount: Int) {
    let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
    let text = encode(bytes, prefix: "card")
    #expect(decode(text, prefix: "card", byteCount: byteCount) == bytes)
    #expect(decode(text.uppercased(), prefix: "card", byteCount: byteCount) == bytes)
    #expect(decode(text, prefix: "care", byteCount: byteCount) == nil)
  }

  private func decode(_ text: String, prefix: String, byteCount: Int) -> [UInt8]? {
    let characters = Array(text.utf8)
    var bytes = [UInt8](repeating: 0, count: byteCount)
    var span = bytes.mutableSpan
    let isRight = Bech32m.decode(characters.span, prefix: Array(prefix.utf8), into: &span)
    return isRight ? bytes : nil
  }

  private func encode(_ bytes: [UInt8], prefix: String) -> String {
    let prefix = Array(prefix.utf8)
    var text = [UInt8](
      repeating: 0, count: Bech32m.length(prefix: prefix, byteCount: bytes.count))
    var span = text.mutableSpan
    Bech32m.encode(bytes.span, prefix: prefix, into: &span)
    return String(decoding: text, as: UTF8.self)
  }
}
