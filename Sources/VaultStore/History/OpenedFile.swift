internal import Glibc
internal import Sealing

/// A file of a vault's folder, opened as far as it can be.
struct OpenedFile {
  enum Content {
    case payload(kind: StoredKind, age: VaultKeys.Age, ArraySlice<UInt8>)
    case finding(FileFindings.Finding)
    /// No held key proves it; the key that it claims, if it has the form of a sealed file.
    case unproved(KeyID?)
  }

  let file: StoredFile
  let content: Content
  /// The hash of the whole file.
  let hash: ContentHash
  let byteCount: Int
  /// What it claims.
  let header: EnvelopeHeader?

  /// Whether a key proves it, so that it may hold what is nowhere else.
  var isProved: Bool {
    switch content {
    case .payload, .finding(.newer), .finding(.newerUnderOtherKey): true
    case .finding, .unproved: false
    }
  }

  /// What it is if it holds something that only a newer program reads.
  func newer(_ keys: VaultKeys) -> FileFindings.Finding {
    header.map { keys.newer(under: $0.keyID) } ?? .newerUnderOtherKey
  }

  /// Reads and opens a file; `nil` when it is gone.
  init?(_ file: StoredFile, in vault: borrowing Folder, _ keys: VaultKeys) {
    self.file = file
    var header: EnvelopeHeader?
    var bytes: [UInt8]?
    var start: [UInt8]?
    var problem: FileFindings.Finding?
    do throws(SystemFailure) {
      let beginning = try vault.start(of: file.path, byteCount: EnvelopeHeader.byteCount)
      start = beginning
      header = EnvelopeHeader(claimedBy: beginning.span)
      // What no held key can prove is not read.
      if let header, let kind = StoredKind(header.kind), keys[header.keyID] != nil {
        bytes = try vault.read(file.path, limit: kind.byteLimit)
      }
    } catch {
      if error.code == ENOENT { return nil }
      // Too large: its header proves it all the same.
      if let header, let start, (try? keys[header.keyID]?.prove(start.span)) != nil {
        problem = keys.age(of: header.keyID) == .finished ? .late : .damaged
      }
    }
    self.header = header
    hash = bytes.map { ContentHash(of: $0.span) } ?? .ofNothing
    byteCount = bytes?.count ?? 0
    content =
      problem.map(Content.finding) ?? bytes.map { Self.open($0, header, keys) }
      ?? .unproved(header?.keyID)
  }

  private static func open(
    _ bytes: [UInt8], _ header: EnvelopeHeader?, _ keys: VaultKeys
  ) -> Content {
    guard let header, let kind = StoredKind(header.kind), let key = keys[header.keyID] else {
      return .unproved(header?.keyID)
    }
    do throws(SealingError) {
      switch kind {
      case .vault:
        let payload = try key.openSecret(bytes.span, as: .vault)
        guard case .header(let read) = try VaultHeader.read(payload, under: header.keyID),
          read.vaultID == keys.vaultID
        else { return .unproved(nil) }
        return .payload(kind: .vault, age: keys.age(of: header.keyID), [])
      default:
        let payload = try key.open(bytes.span, as: header.kind)
        return .payload(kind: kind, age: keys.age(of: header.keyID), payload)
      }
    } catch {
      let isFinished = keys.age(of: header.keyID) == .finished && kind != .notice
      switch error {
      case .newerFormat:
        return .finding(isFinished ? .late : keys.newer(under: header.keyID))
      case .damaged: return .finding(isFinished ? .late : .damaged)
      default: return .unproved(header.keyID)
      }
    }
  }
}

extension VaultKeys {
  /// What a file is that only a newer program can read.
  func newer(under id: KeyID) -> FileFindings.Finding {
    id == current.id ? .newer : .newerUnderOtherKey
  }
}
