internal import Sealing

/// A file of a vault's folder, looked at without a key.
struct UnopenedFile {
  let finding: FileFindings.Finding

  /// - Parameters:
  ///   - file: where it lies.
  ///   - vault: the vault's folder.
  ///   - markers: the files that make it one: they bear the ids of its keys.
  init(_ file: StoredFile, in vault: borrowing Folder, of markers: Markers) {
    let isOurs = VaultLayout.isOurs(file.name)
    guard let start = try? vault.start(of: file.path, byteCount: EnvelopeHeader.byteCount),
      EnvelopeHeader.hasMagic(start.span)
    else {
      finding = isOurs ? .damaged : .foreign
      return
    }
    guard let bytes = try? vault.read(file.path, limit: VaultLayout.fileByteLimit) else {
      finding = .damaged
      return
    }
    let hash = ContentHash(of: bytes.span)
    // A name that is a hash and not this one says that the file was altered.
    let claimed = StoredKind.allCases.compactMap { $0.hash(in: file.name) }.first
    if let claimed, claimed != hash {
      finding = .damaged
      return
    }
    do throws(SealingError) {
      let header = try EnvelopeHeader(of: bytes.span)
      guard let kind = StoredKind(header.kind) else {
        finding = header.kind == nil ? .damaged : .foreign
        return
      }
      if let problem = Self.stranger(header, among: markers.all.map(\.header)) {
        finding = problem
        return
      }
      let isNamed = file.folder == kind.folder && file.name == kind.name(hash)
      finding = isNamed ? .good : .misnamed
    } catch {
      finding =
        switch error {
        case .newerFormat where claimed == hash: .newer
        case .oldFormat: .foreign
        default: .damaged
        }
    }
  }

  /// What a file is whose key none of the vault's files bears; `nil` for others, or when there is none to go
  /// by.
  private static func stranger(
    _ header: EnvelopeHeader, among known: [EnvelopeHeader]
  ) -> FileFindings.Finding? {
    guard let newest = known.map(\.epoch).max() else { return nil }
    if known.contains(where: { $0.keyID == header.keyID }) { return nil }
    if header.epoch > newest { return .ofLaterKey }
    // Finishing takes the files of earlier epochs away.
    return known.contains { $0.epoch == header.epoch } ? .foreign : .late
  }
}
