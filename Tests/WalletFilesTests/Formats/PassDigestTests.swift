import Cards
import Testing

@testable import WalletFiles

/// The digest of a pass's files.
@Suite struct PassDigestTests {
  // The examples of FIPS 180-4 (NIST, "Secure Hash Standard: Examples with Intermediate Values", and SHA1ShortMsg).
  @Test(
    arguments: [
      ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
      ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
      ),
      (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopq"
          + "klmnopqrlmnopqrsmnopqrstnopqrstu",
        "a49b2446a02c645bf419f995b67091253a04a259"
      ),
    ] as [(String, String)])
  func `it is SHA-1 as the standard's examples show it`(message: String, digest: String) {
    #expect(PassDigest.sha1(Array(message.utf8)).hexadecimal == digest)
  }

  @Test func `a million letters`() {
    let digest = PassDigest.sha1([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))
    #expect(digest.hexadecimal == "34aa973cd4c4daa4f61eeb2bdbad27316534016f")
  }

  @Test(
    arguments: [
      (55, "c1c8bbdc22796e28c0e15163d20899b65621d65a"),
      (56, "c2db330f6083854c99d4b5bfb6e8f29f201be699"),
      (63, "03f09f5b158a7a8cdad920bddc29b81c18a551f5"),
      (64, "0098ba824b5c16427bd7a1122a5a442a25ec644d"),
      (65, "11655326c708d70319be2610e8a57d9a5b959d3b"),
    ] as [(Int, String)])
  func `lengths around a block`(count: Int, digest: String) {
    let message = [UInt8](repeating: UInt8(ascii: "a"), count: count)
    #expect(PassDigest.sha1(message).hexadecimal == digest)
  }
}
