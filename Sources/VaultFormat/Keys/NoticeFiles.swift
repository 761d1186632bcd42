package import Sealing
package import SystemPackage

/// Finds the notices in a vault's folder.
extension SuccessorNotice {
  /// The keys under which the notices in a vault's folder claim to be sealed.
  package static func claimedKeys(in path: FilePath) -> Set<KeyID> {
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

  /// The notices in a vault's folder that the given keys prove.
  package static func all(
    in vault: borrowing Folder, opening keys: (KeyID) -> EpochKeys?
  ) -> [Self] {
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
