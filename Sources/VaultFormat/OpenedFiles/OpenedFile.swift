package import Sealing

/// A file in a vault's folder, opened as far as possible.
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
  package let header: EnvelopeHeader?

  /// Whether the key proves it, so that it may be the only copy of something.
  package var isProved: Bool {
    switch content {
    case .payload, .finding(.newer): true
    case .finding, .unproved: false
    }
  }

  /// Whether it was read completely and does not open; a file that could not be read may be good later.
  package var isBroken: Bool {
    guard byteCount > 0, case .finding(.damaged) = content else { return false }
    return true
  }

  /// The pack in it; `nil` if it is not a pack.
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
  /// Only the start is read if the file is known to be damaged.
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

  /// The same file at another location.
  package func at(_ file: StoredFile) -> OpenedFile {
    var moved = self
    moved.file = file
    return moved
  }

  private typealias Found = (
    header: EnvelopeHeader?, bytes: [UInt8]?, finding: FileFindings.Finding?
  )

  /// Reads the start of a large file first, to skip files under other keys, and those that only start with a copied
  /// header.
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

/// The state of each file in a vault's folder: `Format.md`, section 1.
package struct FileFindings: Sendable {
  package enum Finding: Sendable, Hashable {
    /// It is what its name says.
    case good
    /// It is usable, but has the wrong name or is in the wrong folder.
    case misnamed
    /// It was altered, truncated or extended, or cannot be read.
    case damaged
    /// Only a newer program can read it.
    case newer
    /// The key does not prove it.
    case foreign
    /// The key does not prove it, and it claims a key of the vault that is retired on this machine.
    case retired
  }

  private var findings: [StoredFile: Finding] = [:]

  package init() {}

  package mutating func note(_ file: StoredFile, _ finding: Finding) { findings[file] = finding }

  /// Whether a file was checked.
  package func knows(_ file: StoredFile) -> Bool { findings[file] != nil }

  package mutating func forget(_ file: StoredFile) { findings[file] = nil }

  /// The files that may become good later: someone may still be writing or repairing them.
  package var doubtful: [StoredFile] {
    findings.filter { ![.good, .misnamed].contains($0.value) }.keys.sorted()
  }

  package var count: Int { findings.count }

  /// The files with this finding, sorted.
  package func files(_ finding: Finding) -> [StoredFile] {
    findings.filter { $0.value == finding }.keys.sorted()
  }

  /// The paths inside the vault of the files with this finding, sorted.
  package func paths(_ finding: Finding) -> [String] { files(finding).map(\.path) }
}
