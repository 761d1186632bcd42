import Cards
import Sealing
import Testing

@Suite("Signatures")
struct SignatureTests {
  /// RFC 8032, 7.1, test 2.
  private static let publicKey = bytes(
    "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
  private static let signature = bytes(
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
      + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00")

  private static func bytes(_ text: String) -> [UInt8] { [UInt8](hexadecimal: text) ?? [] }

  @Test func `the standard's signature is valid`() {
    #expect(Signature.isValid(Self.signature, of: [0x72], by: Self.publicKey))
  }

  @Test func `nothing else is`() {
    #expect(!Signature.isValid(Self.signature, of: [0x73], by: Self.publicKey))
    #expect(!Signature.isValid(Self.signature, of: [], by: Self.publicKey))
    for count in [0, 63] {
      #expect(
        !Signature.isValid(Array(Self.signature.prefix(count)), of: [0x72], by: Self.publicKey))
    }
    #expect(!Signature.isValid(Self.signature + [0], of: [0x72], by: Self.publicKey))
    #expect(!Signature.isValid(Self.signature, of: [0x72], by: Array(Self.publicKey.dropLast())))
    for index in Self.signature.indices {
      var flipped = Self.signature
      flipped[index] ^= 1
      #expect(!Signature.isValid(flipped, of: [0x72], by: Self.publicKey))
    }
  }
}
