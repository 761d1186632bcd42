package import Sealing

/// A file of a vault's folder, opened as far as possible.
package struct OpenedFile {
  package enum Content {
    case payload(kind: StoredKind, age: VaultKeys.Age, ArraySlice<UInt8>)
    case finding(FileFindings.Finding)
    /// No held key proves it; carries the key that it claims, if it has the form of a sealed file.
    case unproved(KeyID?)
  }

  package private(set) var file: StoredFile
  package let content: Content
  /// The hash of the whole file.
  package let hash: ContentHash
  package let byteCount: Int
  /// The claims in its header.
  package let header: EnvelopeHeader?

  /// Whether a key proves it, so that it may hold something that exists nowhere else.
  package var isProved: Bool {
    switch content {
    case .payload, .finding(.newer), .finding(.newerUnderOtherKey): true
    case .finding, .unproved: false
    }
  }

  /// Whether all of it was read, and it does not open: one that could not be read may be good another time.
  package var isBroken: Bool {
    guard byteCount > 0, case .finding(let finding) = content else { return false }
    return finding == .damaged || finding == .late
  }

  /// The pack in it; `nil` if it is none.
  package var pack: Pack? {
    guard case .payload(.pack, _, let payload) = content else { return nil }
    return try? Pack(payload: payload)
  }

  /// The segments in it; `nil` if it is neither a segment nor a pack.
  package var entries: [Pack.Entry]? {
    if case .payload(.segment, _, let payload) = content { return [Pack.Entry(payload: payload)] }
    return pack?.entries
  }

  /// The finding for this file if only a newer program can read something in it.
  package func newer(_ keys: VaultKeys) -> FileFindings.Finding {
    header.map { keys.newer(under: $0.keyID) } ?? .newerUnderOtherKey
  }

  /// Reads and opens a file; `nil` if it is gone.
  ///
  /// Of one that is known to be damaged, only the beginning is read.
  package init?(
    _ file: StoredFile, in vault: borrowing Folder, _ keys: VaultKeys, isDamaged: Bool = false
  ) {
    self.file = file
    let found: Found
    do throws(VaultError) {
      found = try Self.read(file, in: vault, keys, isDamaged)
    } catch {
      if error.isMissing { return nil }
      found = (nil, nil, nil)
    }
    header = found.header
    hash = found.bytes.map { ContentHash(of: $0.span) } ?? .ofNothing
    byteCount = found.bytes?.count ?? 0
    content =
      found.finding.map(Content.finding) ?? found.bytes.map { Self.open($0, found.header, keys) }
      ?? .unproved(found.header?.keyID)
  }

  /// The same file in another place.
  package func at(_ place: StoredFile) -> OpenedFile {
    var moved = self
    moved.file = place
    return moved
  }

  private typealias Found = (
    header: EnvelopeHeader?, bytes: [UInt8]?, finding: FileFindings.Finding?
  )

  /// Reads a file: of a large one its beginning first, so that neither files that no held key can prove are read, nor
  /// those that only begin with a copied header.
  ///
  /// - Returns: its header, its bytes if a key proves it, and its finding if already known.
  private static func read(
    _ file: StoredFile, in vault: borrowing Folder, _ keys: VaultKeys, _ isDamaged: Bool
  ) throws(VaultError) -> Found {
    let limit = EnvelopeKey.beginningByteCount
    let byteCount = vault.byteCount(of: file)
    let isSmall = byteCount <= limit
    let start =
      isSmall
      ? try vault.read(file.path, limit: limit) : try vault.start(of: file.path, byteCount: limit)
    guard let header = EnvelopeHeader(claimedBy: start.span), let key = keys[header.keyID] else {
      return (EnvelopeHeader(claimedBy: start.span), nil, nil)
    }
    let isLate = keys.isLate(header)
    var finding: FileFindings.Finding?
    do throws(SealingError) {
      try key.prove(start.span)
    } catch {
      guard case .newerFormat = error else { return (header, nil, nil) }
      finding = isLate ? .late : keys.newer(under: header.keyID)
    }
    let kind = StoredKind(header.kind)
    if kind == nil, finding == nil { return (header, nil, nil) }
    if isSmall { return (header, start, finding) }
    if finding == nil, (try? key.wholeByteCount(of: start.span)) != byteCount {
      return (header, nil, isLate ? .late : .damaged)
    }
    if isDamaged { return (header, nil, finding ?? (isLate ? .late : .damaged)) }
    do throws(VaultError) {
      let limit = kind?.byteLimit ?? VaultLayout.fileByteLimit
      return (header, try vault.read(file.path, limit: limit), finding)
    } catch {
      if error.isMissing { throw error }
      return (header, nil, finding ?? (isLate ? .late : .damaged))
    }
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
        let age = keys.age(of: header.keyID)
        // The contents of a header under a replaced key never count.
        if age == .top {
          guard case .header(let read) = try VaultHeader.read(payload, under: header.keyID),
            read.vaultID == keys.vaultID
          else { return .unproved(nil) }
        }
        return .payload(kind: .vault, age: age, [])
      default:
        let payload = try key.open(bytes.span, as: header.kind)
        return .payload(kind: kind, age: keys.age(of: header.keyID), payload)
      }
    } catch {
      guard error == .damaged else { return .unproved(header.keyID) }
      return .finding(keys.isLate(header) ? .late : .damaged)
    }
  }
}

extension VaultKeys {
  /// Whether a proved file arrived too late to be read; a notice of another version is none.
  fileprivate func isLate(_ header: EnvelopeHeader) -> Bool {
    let isNotice = header.kind == .notice && header.version == EnvelopeHeader.formatVersion
    return age(of: header.keyID) == .finished && !isNotice
  }

  /// The finding for a file that only a newer program can read.
  package func newer(under id: KeyID) -> FileFindings.Finding {
    id == current.id ? .newer : .newerUnderOtherKey
  }
}
