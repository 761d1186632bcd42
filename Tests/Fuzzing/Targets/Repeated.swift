@testable import Sealing

/// The root key of all targets, bytes 0 to 31, so that the kept corpus opens in every run.
func fixedRoot(from first: UInt8 = 0) throws(SealingError) -> RootKey {
  let bytes = try SecretBytes(byteCount: RootKey.byteCount)
  bytes.withMutableBytes { bytes in
    for index in bytes.indices { bytes[index] = first &+ UInt8(index) }
  }
  return RootKey(bytes)
}

/// A payload after sealing and opening, which must not change it.
func resealed(_ payload: [UInt8], _ kind: EnvelopeKind) -> [UInt8] {
  var numbers = RepeatedNumbers()
  guard let key = try? fixedRoot().envelopeKey(kind) else { return payload }
  let opened = try? key.open(key.seal(payload, using: &numbers).span)
  precondition(opened == payload[...], "what was sealed opens")
  return payload
}

/// Numbers that are the same in every run: SplitMix64 (Steele, Lea, Flood 2014) from 0.
struct RepeatedNumbers: RandomNumberGenerator {
  private var state: UInt64 = 0

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
