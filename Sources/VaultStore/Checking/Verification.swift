internal import Cards
internal import Glibc
internal import Sealing
public import SystemPackage
public import VaultFormat

/// The state of every file of a vault.
public struct Verification: Sendable, Hashable {
  /// What losing a file means.
  public enum Loss: Sendable, Hashable {
    /// Nothing: its contents are in another file here.
    case nothing
    /// Something may be lost.
    case unknown
  }

  /// A file that cannot be used.
  public struct Damage: Sendable, Hashable {
    /// Its path inside the vault.
    public let path: String
    /// What losing it means.
    public let loss: Loss
  }

  /// How many files were checked.
  public internal(set) var fileCount = 0
  /// Files that were altered or truncated, or that cannot be read.
  public internal(set) var damaged: [Damage] = []
  /// Segments that were here and are gone.
  public internal(set) var missing: [AbsentSegments] = []
  /// Segments that others refer to but that never arrived: they may still be in transit.
  public internal(set) var pending: [AbsentSegments] = []
  /// Photos that cards refer to and that were here, but are gone or damaged.
  public internal(set) var missingPhotos: [MissingPhoto] = []
  /// Photos that cards refer to but that never arrived: they may still be in transit.
  public internal(set) var pendingPhotos: [MissingPhoto] = []
  /// Files that are usable, but have the wrong name.
  public internal(set) var misnamed: [String] = []
  /// Files that the key does not prove; without a key, files that are not sealed or whose key has no header.
  public internal(set) var foreign: [String] = []
  /// Foreign files that claim a key of the vault that is retired on this machine.
  public internal(set) var retired: [String] = []
  /// Whether a notice says that the key was replaced, so that foreign files may be under the new one.
  public internal(set) var isKeyReplaced = false
  /// Files that only a newer program can read.
  public internal(set) var newer: [String] = []
  /// Whether there is no vault header.
  public internal(set) var lacksVaultFile = false
  /// Whether the newest segments of some device were here and are gone.
  public internal(set) var isRolledBack = false
  /// Whether the folder has more files than were examined.
  public internal(set) var isPartial = false
}

extension Vault {
  /// Reads and checks every file of the vault again, and remembers which photos are here.
  ///
  /// - Throws: `VaultError.noVault`, `.permission` or `.io`.
  public func verify() throws(VaultError) -> Verification {
    let count = WorkMeter.begin(
      .checking, count: try VaultListing(of: Self.openFolder(locations.vault)).files.count)
    defer { count.end() }
    let reading = OpenedFolder(under: keys.current)
    var contents = try contents(.everything, through: reading)
    snapshot.learnDamage(from: reading)
    let history = History(contents.takeSegments())
    var result = Verification()
    let findings = try named(contents.findings)
    result.fileCount = findings.count
    result.isPartial = contents.isPartial || keyFiles.isPartial
    result.missing = missing(in: history)
    result.isRolledBack =
      isOlderThanRemembered || result.missing.contains(where: \.isNewest)
    result.pending = history.pending(except: memory.held)
    result.misnamed = findings.paths(.misnamed)
    result.foreign = findings.paths(.foreign)
    result.retired = findings.paths(.retired)
    result.isKeyReplaced = !notices.isEmpty
    result.newer = findings.paths(.newer)
    let isComplete = history.missing(of: memory.held).isEmpty && result.pending.isEmpty
    let held = memory.files
    let here = contents.knownPayloads
    for photo in photosWithoutFile(of: cards, among: here) {
      if held.contains(photo.identity), notices.isEmpty {
        result.missingPhotos.append(photo)
      } else {
        result.pendingPhotos.append(photo)
      }
    }
    result.damaged = findings.files(.damaged).map { file in
      let kind = StoredKind.allCases.first { $0.hash(in: file.name) != nil }
      let isHarmless =
        switch kind {
        // Another header under the same key was good enough to open the vault.
        case .vault: true
        // A pack replaces it, or this machine read it before and has everything that it ever held.
        case .segment, .pack:
          isComplete
            && kind?.hash(in: file.name).map {
              contents.replaced.contains($0) || memory.knows($0)
            } ?? false
        // A removed card may have had the photo.
        case .photo, .notice, .other, nil: false
        }
      return Verification.Damage(path: file.path, loss: isHarmless ? .nothing : .unknown)
    }
    if !here.isEmpty {
      // Opening a vault reads no photos, so this may be the first time they are seen.
      self.contents.proved.others.formUnion(contents.proved.others)
    }
    remember()
    return result
  }

  /// Checks what can be checked without a key: which files are ours, and whether they match their names.
  ///
  /// Nothing is proved: a file is damaged if its name is a hash that does not match its content, and foreign if it
  /// is not ours or its key has no header.
  ///
  /// - Throws: `VaultError.noVault`, `.permission` or `.io`.
  public static func verifyWithoutKey(at path: FilePath) throws(VaultError) -> Verification {
    let folder = try openFolder(path)
    let listing = try VaultListing(of: folder)
    let headers = try HeaderFiles(in: path)
    let hasFolders = StoredKind.allCases.compactMap(\.folder).contains { folder.holds($0) }
    if headers.isEmpty, !hasFolders { throw .noVault(path) }
    // A notice's key may no longer have a header.
    let keys = headers.keyIDs.union(SuccessorNotice.claimedKeys(in: path))
    var result = Verification()
    result.lacksVaultFile = headers.all.isEmpty && headers.damaged.isEmpty
    result.fileCount = listing.files.count
    result.isPartial = listing.isPartial || headers.isPartial
    let count = WorkMeter.begin(.checking, count: listing.files.count)
    defer { count.end() }
    for file in listing.files.sorted() {
      count.advance()
      let start = try? folder.start(of: file.path, byteCount: EnvelopeHeader.byteCount)
      let header = start.flatMap { EnvelopeHeader(claimedBy: $0.span) }
      let name = file.name.lowercased()
      let claimed = StoredKind.allCases.compactMap { $0.hash(in: name) }.first
      let kind = header.flatMap { StoredKind($0.kind) }
      let bytes = try? folder.read(file.path, limit: kind?.byteLimit ?? VaultLayout.fileByteLimit)
      let isWhole = bytes.map { ContentHash(of: $0.span) } == claimed
      if claimed != nil, !isWhole {
        result.damaged.append(.init(path: file.path, loss: .unknown))
      } else if let header, let kind, keys.isEmpty || keys.contains(header.keyID) {
        if claimed == nil || kind.folder != file.folder || name != file.name {
          result.misnamed.append(file.path)
        }
      } else {
        result.foreign.append(file.path)
      }
    }
    return result
  }

  /// The findings; unproved files whose names do not match their content count as damaged.
  private func named(_ findings: FileFindings) throws(VaultError) -> FileFindings {
    let folder = try Self.openFolder(locations.vault)
    var findings = findings
    for file in findings.files(.foreign) + findings.files(.retired)
    where file.isAltered(in: folder) {
      findings.note(file, .damaged)
    }
    return findings
  }

  /// Segments that were held and are gone, except those that a person saw under retired keys (`offered`).
  func missing(in history: History, except offered: [Segment] = []) -> [AbsentSegments] {
    // Until this device moves, only its old key proves some of what it held; if a notice says that the key was
    // replaced, what is gone is under the new one.
    guard keys.former == nil, notices.isEmpty else { return [] }
    let missing = history.missing(of: memory.held)
    if missing.isEmpty { return [] }
    // Segments that are here only under a retired key are not missing.
    let retired = offered + retiredFiles().flatMap(\.entries).compactMap(\.segment)
    if retired.isEmpty { return missing.map(remembered) }
    let here = Set(history.segments.map(\.identity))
    return History(history.segments + retired.uniqued(except: here))
      .missing(of: memory.held).map(remembered)
  }

  /// Adds the cards of this machine's last segment, which no later segment records.
  private func remembered(_ absent: AbsentSegments) -> AbsentSegments {
    guard absent.cards.isEmpty, let identity = absent.identity,
      let cards = memory.placedCards(of: identity)
    else { return absent }
    return AbsentSegments(
      device: absent.device, numbers: absent.numbers, identity: identity, cards: cards.cards,
      isNewest: absent.isNewest)
  }
}

extension [Segment] {
  /// Without duplicates and known segments.
  fileprivate func uniqued(except known: Set<ContentHash>) -> [Segment] {
    var known = known
    return filter { known.insert($0.identity).inserted }
  }
}
