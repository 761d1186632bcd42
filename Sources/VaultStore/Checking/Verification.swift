public import Cards
internal import Glibc
internal import Sealing
public import SystemPackage
public import VaultFormat

/// What every file of a vault was found to be.
public struct Verification: Sendable, Hashable {
  /// What losing a file means.
  public enum Loss: Sendable, Hashable {
    /// Nothing: its contents are here in another file.
    case nothing
    /// The newest changes to these cards, and to this many in total, may be lost.
    case cards([CardID], count: Int)
    /// Changes may be lost, to unknown cards.
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
  /// Segments that were here once but are gone.
  public internal(set) var missing: [AbsentSegments] = []
  /// Segments that others refer to but that were never here: they may still be in transit.
  public internal(set) var pending: [AbsentSegments] = []
  /// Photos that cards refer to and that were here once, but are gone or damaged.
  public internal(set) var missingPhotos: [MissingPhoto] = []
  /// Photos that cards refer to but that were never here: they may still be in transit.
  public internal(set) var pendingPhotos: [MissingPhoto] = []
  /// Photos that count although they are sealed under a finished key only: other devices do not get them.
  public internal(set) var outdated: [String] = []
  /// Files that are usable, but have the wrong name.
  public internal(set) var misnamed: [String] = []
  /// Files that no key here proves; without a key, those that are not sealed, or sealed under a key without a
  /// header.
  public internal(set) var foreign: [String] = []
  /// Files under a key that a notice names and that is not held.
  public internal(set) var needsKey: [String] = []
  /// Files under a finished key that may hold something that exists nowhere else.
  public internal(set) var late: [String] = []
  /// Files that only a newer program can read.
  public internal(set) var newer: [String] = []
  /// Whether there is no vault header.
  public internal(set) var lacksVaultFile = false
  /// Whether the newest segments of some device were here once but are gone.
  public internal(set) var isRolledBack = false
}

extension Vault {
  /// Reads and checks every file of the vault again, and remembers which photos are here.
  ///
  /// - Throws: `VaultError.noVault`, `.permission` or `.io`.
  public func verify() throws(VaultError) -> Verification {
    let count = WorkMeter.begin(
      .checking, count: try VaultListing(of: Self.openFolder(locations.vault)).files.count)
    defer { count.end() }
    var contents = try contents(.everything)
    let history = History(contents.takeSegments())
    var result = Verification()
    let findings = contents.findings
    result.fileCount = findings.count
    result.missing = missing(in: history, findings)
    result.isRolledBack =
      memory.isOfAbsentKey || result.missing.contains(where: \.isNewest)
    result.needsKey = findings.paths(.needsKey)
    result.pending = history.pending(besides: memory.held)
    result.misnamed = findings.paths(.misnamed)
    result.foreign = findings.paths(.foreign)
    result.late = findings.paths(.late)
    result.newer = (findings.files(.newer) + findings.files(.newerUnderOtherKey)).sorted().map(
      \.path)
    let isComplete = history.missing(of: memory.held).isEmpty && result.pending.isEmpty
    result.damaged = findings.files(.damaged).map { file in
      Verification.Damage(
        path: file.path, loss: loss(of: file, history, contents.knownPhotos, isComplete))
    }
    result.outdated = findings.paths(.outdated)
    // A finished rotation forgets the damaged files.
    let held = memory.recorded.union(findings.files(.damaged).compactMap(\.hash))
    let outdated = findings.files(.outdated).compactMap(\.hash)
    for photo in photosWithoutFile(of: cards, among: contents.knownPhotos.union(outdated)) {
      if held.contains(photo.identity) {
        result.missingPhotos.append(photo)
      } else {
        result.pendingPhotos.append(photo)
      }
    }
    if !contents.knownPhotos.isEmpty {
      // Opening a vault reads no photos, so this may be the first time that they were seen.
      self.contents.proved.others.formUnion(contents.proved.others)
      self.contents.proved.others.formUnion(contents.knownPhotos)
      remember()
    }
    return result
  }

  /// Checks what can be checked without a key: which files are ours, and whether they match their names.
  ///
  /// Nothing is proved: a file counts as damaged if its name is a hash that does not match its content, and as
  /// foreign if it is not ours, or is sealed under a key without a header.
  ///
  /// - Throws: `VaultError.noVault`, `.permission` or `.io`.
  public static func verifyWithoutKey(at path: FilePath) throws(VaultError) -> Verification {
    let folder = try openFolder(path)
    let listing = try VaultListing(of: folder)
    let headers = try HeaderFiles(in: path)
    let hasFolders = StoredKind.allCases.compactMap(\.folder).contains { folder.holds($0) }
    if headers.isEmpty, !hasFolders { throw .noVault(path) }
    // A notice's key may no longer have a header.
    let keys = headers.keyIDs
    // Without any header, it is unknown which key was replaced for good.
    let replaced =
      keys.isEmpty ? [] : SuccessorNotice.claimedKeys(in: path).subtracting(keys)
    var result = Verification()
    result.lacksVaultFile = headers.all.isEmpty && headers.damaged.isEmpty
    result.fileCount = listing.files.count
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
      } else if let header, let kind, kind != .notice, replaced.contains(header.keyID) {
        result.late.append(file.path)
      } else if let header, let kind,
        keys.isEmpty || keys.contains(header.keyID) || replaced.contains(header.keyID)
      {
        if claimed == nil || kind.folder != file.folder || name != file.name {
          result.misnamed.append(file.path)
        }
      } else {
        result.foreign.append(file.path)
      }
    }
    return result
  }

  /// Segments that were held and are gone, except those of which a damaged file remains.
  func missing(in history: History, _ findings: FileFindings) -> [AbsentSegments] {
    let missing = history.missing(of: memory.held)
    if missing.isEmpty { return [] }
    let there = findings.files(.damaged) + findings.files(.late)
    var names = Set(there.map(\.name).filter { StoredKind.segment.hash(in: $0) != nil })
    var rest: [AbsentSegments] = []
    for absent in missing {
      guard let name = absent.fileName, names.remove(name) != nil else {
        rest.append(remembered(absent))
        continue
      }
      if absent.count > 1 {
        rest.append(
          AbsentSegments(
            device: absent.device,
            numbers: absent.numbers.lowerBound...absent.numbers.upperBound - 1,
            fileName: nil, cards: [], isNewest: absent.isNewest))
      }
    }
    // Only a damaged file itself knew which segment came before it.
    return rest.filter { absent in
      guard absent.fileName == nil, absent.count <= UInt64(names.count) else { return true }
      for name in names.prefix(Int(absent.count)) { names.remove(name) }
      return false
    }
  }

  /// Adds the cards of this machine's own last segment, which no later segment records.
  private func remembered(_ absent: AbsentSegments) -> AbsentSegments {
    guard absent.cards.isEmpty,
      let identity = absent.fileName.flatMap({ StoredKind.segment.hash(in: $0) }),
      let cards = memory.placedCards(of: identity)
    else { return absent }
    return AbsentSegments(
      device: absent.device, numbers: absent.numbers, fileName: absent.fileName, cards: cards.cards,
      isNewest: absent.isNewest)
  }

  private func loss(
    of file: StoredFile, _ history: History, _ photos: Set<ContentHash>, _ isComplete: Bool
  ) -> Verification.Loss {
    guard let identity = StoredKind.segment.hash(in: file.name) else {
      if let pack = StoredKind.pack.hash(in: file.name) {
        // Everything it ever contained was held here, and still is.
        let isKnown = contents.packs.contains { $0.replaces.contains(pack) } || memory.knows(pack)
        return isComplete && isKnown ? .nothing : .unknown
      }
      // Another header under the same key was good enough to open the vault.
      if StoredKind.vault.hash(in: file.name) != nil { return .nothing }
      return StoredKind.photo.hash(in: file.name).map(photos.contains) ?? false
        ? .nothing : .unknown
    }
    if history.holds(identity) { return .nothing }
    let remembered =
      history.segments.lazy.compactMap(\.previous).first { $0.identity == identity }?.cards
      ?? memory.placedCards(of: identity)
    return remembered.map { .cards($0.cards, count: $0.count) } ?? .unknown
  }
}
