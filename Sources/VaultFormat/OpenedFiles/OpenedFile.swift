package import Sealing

/// A file of a vault's folder, opened as far as possible.
package struct OpenedFile {
  package enum Content {
    case payload(kind: StoredKind, ArraySlice<UInt8>)
    case finding(FileFindings.Finding)
    /// The key does not prove it.
    case unproved
  }

  package private(set) var file: StoredFile
  package let content: Content
  /// The hash of the whole file.
  package let hash: ContentHash
  package let byteCount: Int
  /// The claims in its header.
  package let header: EnvelopeHeader?

  /// Whether the key proves it, so that it may hold something that exists nowhere else.
  package var isProved: Bool {
    switch content {
    case .payload, .finding(.newer): true
    case .finding, .unproved: false
    }
  }

  /// Whether all of it was read, and it does not open: one that could not be read may be good another time.
  package var isBroken: Bool {
    guard byteCount > 0, case .finding(.damaged) = content else { return false }
    return true
  }

  /// The pack in it; `nil` if it is none.
  package var pack: Pack? {
    guard case .payload(.pack, let payload) = content else { return nil }
    return try? Pack(payload: payload)
  }

  /// The segments in it; `nil` if it is neither a segment nor a pack.
  package var entries: [Pack.Entry]? {
    if case .payload(.segment, let payload) = content { return [Pack.Entry(payload: payload)] }
    return pack?.entries
  }

  /// Reads and opens a file; `nil` if it is gone.
  ///
  /// Of one that is known to be damaged, only the beginning is read.
  package init?(
    _ file: StoredFile, in vault: borrowing Folder, _ key: DerivedKeys, isDamaged: Bool = false
  ) {
    self.file = file
    let found: Found
    do throws(VaultError) {
      found = try Self.read(file, in: vault, key, isDamaged)
    } catch {
      if error.isMissing { return nil }
      found = (nil, nil, nil)
    }
    header = found.header
    hash = found.bytes.map { ContentHash(of: $0.span) } ?? .ofNothing
    byteCount = found.bytes?.count ?? 0
    content =
      found.finding.map(Content.finding) ?? found.bytes.map { Self.open($0, found.header, key) }
      ?? .unproved
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

  /// Reads a file: of a large one its beginning first, so that neither files under other keys are read, nor
  /// those that only begin with a copied header.
  ///
  /// - Returns: its header, its bytes if the key proves it, and its finding if already known.
  private static func read(
    _ file: StoredFile, in vault: borrowing Folder, _ key: DerivedKeys, _ isDamaged: Bool
  ) throws(VaultError) -> Found {
    let limit = EnvelopeKey.beginningByteCount
    let byteCount = vault.byteCount(of: file)
    let isSmall = byteCount <= limit
    let start =
      isSmall
      ? try vault.read(file.path, limit: limit) : try vault.start(of: file.path, byteCount: limit)
    guard let header = EnvelopeHeader(claimedBy: start.span) else { return (nil, nil, nil) }
    var finding: FileFindings.Finding?
    do throws(SealingError) {
      try key.prove(start.span)
    } catch {
      guard case .newerFormat = error else { return (header, nil, nil) }
      finding = .newer
    }
    let kind = StoredKind(header.kind)
    if kind == nil, finding == nil { return (header, nil, nil) }
    if isSmall { return (header, start, finding) }
    if finding == nil, (try? key.wholeByteCount(of: start.span)) != byteCount {
      return (header, nil, .damaged)
    }
    if isDamaged { return (header, nil, finding ?? .damaged) }
    do throws(VaultError) {
      let limit = kind?.byteLimit ?? VaultLayout.fileByteLimit
      return (header, try vault.read(file.path, limit: limit), finding)
    } catch {
      if error.isMissing { throw error }
      return (header, nil, finding ?? .damaged)
    }
  }

  private static func open(
    _ bytes: [UInt8], _ header: EnvelopeHeader?, _ key: DerivedKeys
  ) -> Content {
    guard let header, let kind = StoredKind(header.kind) else { return .unproved }
    do throws(SealingError) {
      guard kind == .vault else {
        return .payload(kind: kind, try key.open(bytes.span, as: header.kind))
      }
      _ = try VaultHeader(try key.openSecret(bytes.span, as: .vault))
      return .payload(kind: .vault, [])
    } catch {
      return error == .damaged ? .finding(.damaged) : .unproved
    }
  }
}
