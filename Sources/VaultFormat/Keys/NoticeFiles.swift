package import Sealing
package import SystemPackage

/// Finds the notices in a vault's folder.
extension SuccessorNotice {
  /// The keys under which the notices in a vault's folder claim to be sealed.
  package static func claimedKeys(in path: FilePath) -> Set<KeyID> {
    guard let vault = try? Folder(path) else { return [] }
    return Set(
      vault.smallest(of: vault.files(of: .notice)).files.compactMap { file in
        let start = try? vault.start(of: file.path, byteCount: EnvelopeHeader.byteCount)
        return start.flatMap { EnvelopeHeader(claimedBy: $0.span) }
          .flatMap { $0.kind == .notice ? $0.keyID : nil }
      })
  }

  /// The notices in a vault's folder that a key proves; of too many only the smallest are read.
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
