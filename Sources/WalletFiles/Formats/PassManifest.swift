internal import Cards

/// The list of a pass's files with their digests (Apple, Wallet Developer Guide: "Signing and Compressing the Pass").
package enum PassManifest {
  /// The list, as a JSON object with sorted names.
  package static func text(of files: [(name: String, bytes: [UInt8])]) -> String {
    let digests = files.map { ($0.name, JSONValue.string(PassDigest.sha1($0.bytes).hexadecimal)) }
    return JSONValue.object(Dictionary(digests, uniquingKeysWith: { $1 })).written + "\n"
  }
}

/// The digest with which a pass's manifest lists its files: SHA-1 (FIPS 180-4, 6.1).
///
/// Apple's format prescribes it ("Building a Pass", manifest.json). Nothing relies on it: programs that read passes rely on
/// the signature.
enum PassDigest {
  /// The SHA-1 of a message of less than 2^61 bytes: 20 bytes.
  static func sha1(_ message: [UInt8]) -> [UInt8] {
    // FIPS 180-4, 5.3.1.
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    let whole = message.count / blockByteCount * blockByteCount
    for start in stride(from: 0, to: whole, by: blockByteCount) {
      take(message[start..<start + blockByteCount], into: &state)
    }
    let rest = padded(message[whole...], byteCount: message.count)
    for start in stride(from: 0, to: rest.count, by: blockByteCount) {
      take(rest[start..<start + blockByteCount], into: &state)
    }
    return state.flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
    }
  }

  private static let blockByteCount = 64

  /// The last block or two: the rest of the message, a bit, zeros, and the number of bits (FIPS 180-4, 5.1.1).
  private static func padded(_ rest: ArraySlice<UInt8>, byteCount: Int) -> [UInt8] {
    var blocks = Array(rest) + [0x80]
    while blocks.count % blockByteCount != blockByteCount - 8 { blocks.append(0) }
    let bitCount = UInt64(byteCount) << 3
    return blocks + (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * $0)) }
  }

  /// Mixes one block into the state (FIPS 180-4, 6.1.2).
  private static func take(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var words = [UInt32](repeating: 0, count: 80)
    for (index, byte) in block.enumerated() {
      words[index / 4] = words[index / 4] << 8 | UInt32(byte)
    }
    for t in 16..<80 {
      words[t] = rotated(words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16], by: 1)
    }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for (t, word) in words.enumerated() {
      let sum = rotated(a, by: 5) &+ mixed(t, b, c, d) &+ e &+ constants[t / 20] &+ word
      (a, b, c, d, e) = (sum, a, rotated(b, by: 30), c, d)
    }
    for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
  }

  /// FIPS 180-4, 4.2.1.
  private static let constants: [UInt32] = [0x5A82_7999, 0x6ED9_EBA1, 0x8F1B_BCDC, 0xCA62_C1D6]

  /// The function of round `t` (FIPS 180-4, 4.1.1).
  private static func mixed(_ t: Int, _ x: UInt32, _ y: UInt32, _ z: UInt32) -> UInt32 {
    switch t / 20 {
    case 0: (x & y) ^ (~x & z)
    case 2: (x & y) ^ (x & z) ^ (y & z)
    default: x ^ y ^ z
    }
  }

  private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}
