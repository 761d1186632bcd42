package import Cards
internal import FoundationEssentials
package import Sealing
internal import SwiftProtobuf
package import SystemPackage

/// The payload of a `HASH.notice`: someone with a key says that another one replaced it.
package struct SuccessorNotice: Sendable, Hashable {
  /// The new key's id.
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
      message.fingerprint.utf8.enumerated().allSatisfy({ index, byte in
        index % 6 == 5 ? byte == 0x20 : (0x30...0x39).contains(byte)
      })
    else { return nil }
    self.key = key
    fingerprint = message.fingerprint
    created = Timestamp(milliseconds: message.created)
  }

  /// Whether each occurrence of the key has the right length.
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

extension SuccessorNotice {
  /// The keys under which the notices in a vault's folder claim to be sealed; nothing is proved.
  package static func claimedKeys(in path: FilePath) -> Set<KeyID> {
    guard let vault = try? Folder(path) else { return [] }
    return Set(
      vault.smallest(of: vault.files(of: .notice)).files.compactMap { file in
        let start = try? vault.start(of: file.path, byteCount: EnvelopeHeader.byteCount)
        return start.flatMap { EnvelopeHeader(claimedBy: $0.span) }
          .flatMap { $0.kind == .notice ? $0.keyID : nil }
      })
  }

  /// The notices in a vault's folder that a key proves; only the smallest are read if there are too many.
  package static func all(in vault: borrowing Folder, under key: DerivedKeys) -> [Self] {
    var found: [Self] = []
    for file in vault.smallest(of: vault.files(of: .notice)).files {
      guard let start = try? vault.start(of: file.path, byteCount: EnvelopeHeader.byteCount),
        let header = EnvelopeHeader(claimedBy: start.span), header.kind == .notice,
        header.keyID == key.id,
        let bytes = try? vault.read(file.path, limit: StoredKind.notice.byteLimit),
        let payload = try? key.open(bytes.span, as: .notice),
        let notice = Self(payload, under: key.id)
      else { continue }
      found.append(notice)
    }
    return found
  }
}
