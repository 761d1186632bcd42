public import Cards
internal import FoundationEssentials
public import Sealing
internal import SwiftProtobuf
internal import SystemPackage

/// A key that a notice names, and that is not held: `Format.md`, section 8.
public struct Successor: Sendable, Hashable {
  /// Its public name.
  public let keyID: KeyID
  /// Six groups of five digits, which its recovery sheet shows.
  public let fingerprint: String
  /// When it was made, by the clock of the device that made it.
  public let made: Timestamp
  /// Whether it replaces the key that this device saves under, so that nothing can be saved without it.
  public let replacesCurrent: Bool
  /// Whether its key file is on this machine, and only its header is missing in the folder.
  public let isOnThisMachine: Bool
}

/// The payload of a `HASH.notice`.
struct SuccessorNotice: Sendable, Hashable {
  /// The replaced key, which sealed it.
  let under: KeyID
  let key: KeyID
  let fingerprint: String
  let created: Timestamp
  let carried: Set<KeyID>

  /// Six groups of five digits and five blanks.
  private static let fingerprintByteCount = 35

  init(naming new: EpochKeys, carrying carried: Set<KeyID>, at created: Timestamp, under: KeyID) {
    self.under = under
    key = new.id
    fingerprint = new.root.fingerprint
    self.created = created
    self.carried = carried
  }

  /// Reads a payload; `nil` when it breaks a rule.
  init?(_ payload: ArraySlice<UInt8>, under: KeyID) {
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

  var payload: [UInt8] {
    Cardvault_Vault_Notice.with {
      $0.key = Data(key.bytes)
      $0.fingerprint = fingerprint
      $0.created = created.milliseconds
      $0.carried = carried.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        .map { Data($0.bytes) }
    }.bytes
  }

  /// As a person is told of it.
  func successor(replacesCurrent: Bool, _ locations: VaultLocations) -> Successor {
    let file = locations.keyDirectory.appending(key.description)
    return Successor(
      keyID: key, fingerprint: fingerprint, made: created, replacesCurrent: replacesCurrent,
      isOnThisMachine: (try? KeyFile.read(file.string))?.keyID == key)
  }

  var claim: SuccessorClaim { SuccessorClaim(under: under, key: key, carried: carried) }

  /// The keys under which notices in a vault's folder claim to be.
  static func claimedKeys(in path: FilePath) -> Set<KeyID> {
    guard let name = StoredKind.notice.folder, let folder = try? Folder(path.appending(name)),
      let names = try? folder.names()
    else { return [] }
    return Set(
      names.filter { !VaultLayout.isPassedOver($0) }.compactMap { name in
        let start = try? folder.start(of: name, byteCount: EnvelopeHeader.byteCount)
        return start.flatMap { EnvelopeHeader(claimedBy: $0.span) }
          .flatMap { $0.kind == .notice ? $0.keyID : nil }
      })
  }

  /// The notices in a vault's folder that keys prove.
  static func all(in vault: borrowing Folder, opening keys: (KeyID) -> EpochKeys?) -> [Self] {
    guard let name = StoredKind.notice.folder, let folder = try? Folder(name, in: vault) else {
      return []
    }
    var found: [Self] = []
    for name in ((try? folder.names()) ?? []).sorted() where !VaultLayout.isPassedOver(name) {
      guard let start = try? folder.start(of: name, byteCount: EnvelopeHeader.byteCount),
        let header = EnvelopeHeader(claimedBy: start.span), header.kind == .notice,
        let key = keys(header.keyID),
        let bytes = try? folder.read(name, limit: StoredKind.notice.byteLimit),
        let payload = try? key.open(bytes.span, as: .notice),
        let notice = Self(payload, under: header.keyID)
      else { continue }
      found.append(notice)
    }
    return found
  }
}
