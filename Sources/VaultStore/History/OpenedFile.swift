internal import Glibc
internal import Sealing

/// A file of a vault's folder, opened as far as it can be.
struct OpenedFile {
  enum Content {
    case payload(kind: StoredKind, age: VaultKeys.Age, ArraySlice<UInt8>)
    case finding(FileFindings.Finding)
  }

  let file: StoredFile
  let content: Content
  /// The hash of the whole file.
  let hash: ContentHash
  let byteCount: Int

  /// Whether it may hold what is nowhere else: it can be opened, or a key that is not here can.
  var isOfValue: Bool {
    switch content {
    case .payload, .finding(.newer), .finding(.ofLaterKey), .finding(.unfinished),
      .finding(.ofAnotherVault):
      true
    case .finding: false
    }
  }

  /// Reads and opens a file; `nil` when it is gone.
  init?(_ file: StoredFile, in vault: borrowing Folder, _ keys: VaultKeys) {
    self.file = file
    let isOurs = VaultLayout.isOurs(file.name)
    let bytes: [UInt8]
    do throws(SystemFailure) {
      guard let found = try Self.read(file, isOurs, in: vault) else {
        content = .finding(.foreign)
        hash = ContentHash.ofNothing
        byteCount = 0
        return
      }
      bytes = found
    } catch {
      if error.code == ENOENT { return nil }
      content = .finding(isOurs ? .damaged : .foreign)
      hash = ContentHash.ofNothing
      byteCount = 0
      return
    }
    hash = ContentHash(of: bytes.span)
    byteCount = bytes.count
    content = Self.open(bytes, file, hash, keys)
  }

  /// Reads a file whose name is ours, or that begins as ours do; `nil` for others.
  private static func read(
    _ file: StoredFile, _ isOurs: Bool, in vault: borrowing Folder
  ) throws(SystemFailure) -> [UInt8]? {
    if !isOurs {
      let start = try vault.start(of: file.path, byteCount: EnvelopeHeader.byteCount)
      guard EnvelopeHeader.hasMagic(start.span) else { return nil }
    }
    return try vault.read(file.path, limit: VaultLayout.fileByteLimit)
  }

  private static func open(
    _ bytes: [UInt8], _ file: StoredFile, _ hash: ContentHash, _ keys: VaultKeys
  ) -> Content {
    do throws(SealingError) {
      guard EnvelopeHeader.hasMagic(bytes.span) else { throw .notSealed }
      let header = try? EnvelopeHeader(of: bytes.span)
      // A version that is not ours is looked at by a key, which may know better.
      guard let header else {
        _ = try keys.current.open(bytes.span, as: .segment)
        throw .damaged
      }
      guard header.epoch <= VaultMarker.epochLimit else { throw .damaged }
      let limit = StoredKind(header.kind)?.byteLimit ?? VaultLayout.fileByteLimit
      guard bytes.count <= limit else { throw .damaged }
      let age = keys.age(of: header.keyID)
      if header.kind == .vault {
        guard let keys = keys[header.keyID] else { throw try keys.refusal(of: bytes.span, header) }
        let payload = try keys.openSecret(bytes.span, as: .vault)
        _ = try VaultMarker.read(payload, root: keys.root)
        return .payload(kind: .vault, age: age, [])
      }
      let payload = try keys.open(bytes.span, header)
      guard let kind = StoredKind(header.kind) else { return .finding(.foreign) }
      return .payload(kind: kind, age: age, payload)
    } catch {
      let isLater = (try? EnvelopeHeader(of: bytes.span)).map { $0.epoch > keys.epoch } ?? false
      if case .wrongKey(let id) = error {
        if keys.staged.contains(id) { return .finding(.unfinished) }
        if isLater || keys.absent.contains(id) { return .finding(.ofLaterKey) }
      }
      return .finding(finding(for: error, file, hash))
    }
  }

  private static func finding(
    for error: SealingError, _ file: StoredFile, _ hash: ContentHash
  ) -> FileFindings.Finding {
    switch error {
    case .notSealed: VaultLayout.isOurs(file.name) ? .damaged : .foreign
    case .wrongKey: .ofAnotherVault
    case .wrongKind: .foreign
    case .oldFormat: .ofAnotherVault
    // The version is not proved: only a file that is what its name says was written like that.
    case .newerFormat:
      StoredKind.allCases.contains { $0.name(hash) == file.name } ? .newer : .damaged
    default: .damaged
    }
  }
}
