package import Foundation

/// The text of a key file, decoded here independently.
package enum KeyText {
  /// The 32 bytes of the key (BIP-173: five bits per character, six characters of checksum).
  package static func bytes(_ text: String) -> Data {
    let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l")
    let data = text.dropFirst("cardvault-key1".count).dropLast(7)
    var (bits, count, bytes) = (0, 0, [UInt8]())
    for character in data {
      let value = alphabet.firstIndex(of: character) ?? 0
      bits = (bits << 5 | value) & 0xFFFF
      count += 5
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    // Before the key: the version.
    return Data(bytes.dropFirst(1))
  }
}
