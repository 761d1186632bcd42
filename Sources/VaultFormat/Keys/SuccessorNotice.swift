package import Cards
internal import FoundationEssentials
package import Sealing
internal import SwiftProtobuf

/// The payload of a `HASH.notice`: a claim that a key was replaced, by whoever has that key.
package struct SuccessorNotice: Sendable, Hashable {
  /// The new key.
  package let key: KeyID
  package let fingerprint: String
  package let created: Timestamp

  /// Six groups of five digits and five spaces.
  private static let fingerprintByteCount = 35

  package init(naming new: DerivedKeys, at created: Timestamp) {
    key = new.id
    fingerprint = new.root.fingerprint
    self.created = created
  }

  /// Parses a payload; `nil` if it breaks a rule.
  package init?(_ payload: ArraySlice<UInt8>, under: KeyID) {
    guard let message = try? Cardvault_Vault_Notice(serializedBytes: Array(payload)),
      Self.hasWholeKeys(payload), let key = KeyID(Array(message.key)), key != under,
      message.fingerprint.utf8.count == Self.fingerprintByteCount,
      message.fingerprint.utf8.enumerated().allSatisfy({ place, byte in
        place % 6 == 5 ? byte == 0x20 : (0x30...0x39).contains(byte)
      })
    else { return nil }
    self.key = key
    fingerprint = message.fingerprint
    created = Timestamp(milliseconds: message.created)
  }

  /// Whether each occurrence of the key has its length.
  private static func hasWholeKeys(_ payload: ArraySlice<UInt8>) -> Bool {
    var reader = WireReader(payload)
    do throws(PayloadError) {
      while let field = try reader.next() {
        if case (1, .bytes) = (field.number, field.form) {
          if try reader.bytes().count != KeyID.byteCount { return false }
        } else {
          try reader.skip(field)
        }
      }
      return true
    } catch {
      return false
    }
  }

  package var payload: [UInt8] {
    Cardvault_Vault_Notice.with {
      $0.key = Data(key.bytes)
      $0.fingerprint = fingerprint
      $0.created = created.milliseconds
    }.bytes
  }
}
