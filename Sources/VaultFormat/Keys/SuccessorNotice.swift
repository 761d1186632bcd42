package import Cards
internal import FoundationEssentials
package import Sealing
internal import SwiftProtobuf

/// The payload of a `HASH.notice`.
package struct SuccessorNotice: Sendable, Hashable {
  /// The replaced key, which sealed it.
  package let under: KeyID
  package let key: KeyID
  package let fingerprint: String
  package let created: Timestamp
  package let carried: Set<KeyID>

  /// Six groups of five digits and five spaces.
  private static let fingerprintByteCount = 35

  package init(
    naming new: EpochKeys, carrying carried: Set<KeyID>, at created: Timestamp, under: KeyID
  ) {
    self.under = under
    key = new.id
    fingerprint = new.root.fingerprint
    self.created = created
    self.carried = carried
  }

  /// Parses a payload; `nil` if it breaks a rule.
  package init?(_ payload: ArraySlice<UInt8>, under: KeyID) {
    guard let message = try? Cardvault_Vault_Notice(serializedBytes: Array(payload)),
      let key = KeyID(Array(message.key)), key != under,
      message.carried.count <= VaultHeader.carriedLimit
    else { return nil }
    let carried = message.carried.compactMap { KeyID(Array($0)) }
    guard carried.count == message.carried.count, Set(carried).count == carried.count,
      carried.contains(under), !carried.contains(key),
      message.fingerprint.utf8.count == Self.fingerprintByteCount,
      message.fingerprint.utf8.enumerated().allSatisfy({ place, byte in
        place % 6 == 5 ? byte == 0x20 : (0x30...0x39).contains(byte)
      })
    else { return nil }
    self.under = under
    self.key = key
    fingerprint = message.fingerprint
    created = Timestamp(milliseconds: message.created)
    self.carried = Set(carried)
  }

  package var payload: [UInt8] {
    Cardvault_Vault_Notice.with {
      $0.key = Data(key.bytes)
      $0.fingerprint = fingerprint
      $0.created = created.milliseconds
      $0.carried = carried.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        .map { Data($0.bytes) }
    }.bytes
  }

  package var claim: SuccessorClaim { SuccessorClaim(under: under, key: key, carried: carried) }
}
