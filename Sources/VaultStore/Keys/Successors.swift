public import Cards
public import Sealing
internal import SystemPackage
package import VaultFormat

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

extension SuccessorNotice {
  /// As a person is told of it.
  func successor(replacesCurrent: Bool, _ locations: VaultLocations) -> Successor {
    let file = locations.keyDirectory.appending(key.description)
    return Successor(
      keyID: key, fingerprint: fingerprint, made: created, replacesCurrent: replacesCurrent,
      isOnThisMachine: (try? KeyFile.read(file.string))?.keyID == key)
  }

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
  package static func all(in vault: borrowing Folder, opening keys: (KeyID) -> EpochKeys?) -> [Self] {
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
