internal import Cards
internal import Glibc
internal import Sealing
internal import SystemPackage

/// Files of a finished epoch that come late: whoever has an old key could have made them, so that none is read;
/// none is dropped either.
extension Vault {
  private static let lateFolderName = "late"
  /// A device's own unsent saves are looked for so far back.
  private static let rescueLimit = 10_000

  /// Where such files are kept, on this machine only.
  func lateFolder() throws(VaultError) -> FilePath {
    try DeviceMemory.folder(at: locations, keys: keys).appending(Self.lateFolderName)
  }

  /// The names of those that are kept.
  func lateNames() throws(VaultError) -> Set<String> {
    let path = try lateFolder()
    guard let folder = try? Folder(path) else { return [] }
    return Set((try? folder.names()) ?? [])
  }

  /// Keeps files that a carrier brought, each under the hash of what it holds.
  func setAside(_ files: [StoredFile], from source: FilePath) throws(VaultError) {
    guard !files.isEmpty else { return }
    let path = try lateFolder()
    try VaultError.naming(path) { () throws(SystemFailure) in
      try Folder.make(path)
      let folder = try Folder(path)
      let source = try Folder(source)
      for file in files {
        guard let bytes = try source.readIfThere(file.path, limit: VaultLayout.fileByteLimit)
        else { continue }
        guard let kind = StoredKind((try? EnvelopeHeader(of: bytes.span))?.kind) else { continue }
        let name = kind.name(ContentHash(of: bytes.span))
        if folder.holds(name) { continue }
        try WholeFile.write(bytes.span, to: name, in: folder.descriptor, existing: .kept)
      }
    }
  }

  /// The names of those that still hold what is nowhere else; those of which it came by another way are let go.
  func lateFiles() throws(VaultError) -> [String] {
    let names = try lateNames().sorted()
    guard !names.isEmpty, let folder = try? Folder(lateFolder()) else { return [] }
    try read()
    let vault = try Self.openFolder(locations.vault)
    let known = Set(history.segments.map(\.identity))
    let photos =
      names.contains { $0.hasSuffix(StoredKind.photo.suffix) } ? photoIdentities(in: vault) : []
    return names.filter { name in
      let file = StoredFile(folder: nil, name: name)
      guard let opened = OpenedFile(file, in: folder, keys),
        case .payload(let kind, _, let payload) = opened.content,
        Holdings(of: payload, kind, opened.hash).areAll(in: known, photos)
      else { return true }
      // Until the newest key is the only one, whoever has the one before could have made what is here: it stays.
      return keys.isSettled && !folder.remove(file)
    }
  }

  /// All photos of the newest epoch.
  func photoIdentities(in folder: borrowing Folder) -> Set<ContentHash> {
    var identities: Set<ContentHash> = []
    for file in (try? VaultListing(of: folder))?.files ?? [] where file.kind == .photo {
      guard let opened = OpenedFile(file, in: folder, keys),
        case .payload(.photo, .newest, let payload) = opened.content
      else { continue }
      identities.insert(Holdings.photo(in: payload, opened.hash))
    }
    return identities
  }

  /// Saves anew what this device itself had saved under an older key and not sent before that was finished.
  ///
  /// This machine remembers the hash of its last save, that one names the one before by its hash, and so on:
  /// nobody else can have made these files, whatever keys they have.
  ///
  /// - Returns: how many saves these were.
  func rescue(_ outcome: inout MergeOutcome, patience: Duration) throws(VaultError) -> Int {
    guard keys.hasEnded, isTidiable else { return 0 }
    guard let last = ContentHash(memory.state.placedHash) else { return 0 }
    let folder = try Self.openFolder(locations.vault)
    // Read or not: a look at an idle vault shall cost little.
    guard isRead || folder.holds(StoredFile(.segment, last).path) else { return 0 }
    try read()
    let known = Dictionary(
      history.segments.map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
    var entries: [Pack.Entry] = []
    var segments: [Segment] = []
    var next: ContentHash? = last
    var packed: [ContentHash: ArraySlice<UInt8>]?
    for _ in 0..<Self.rescueLimit {
      guard let hash = next else { break }
      if let segment = known[hash] {
        next = segment.previous?.identity
        continue
      }
      // In a file of its own, or in a pack that this device itself may have made of it.
      if packed == nil { packed = provedPayloads(in: folder) }
      guard let payload = packed?[hash],
        let segment = try? Segment(payload: payload, identity: hash)
      else { break }
      entries.append(Pack.Entry(identity: hash, payload: payload, isPurged: false))
      segments.append(segment)
      next = segment.previous?.identity
    }
    guard !entries.isEmpty else { return 0 }
    var device = try lockDevice(patience: patience)
    try checkUnchanged(folder)
    try writePacks(of: entries, by: device.device, in: folder)
    show(segments, &outcome)
    if keys.isSettled { contents.settle(knowing: entries.map(\.identity)) }
    device.recover(vault: folder, history: history, using: &generator)
    remember(as: &device)
    return entries.count
  }

  /// Packs this device's own loose files, when there are many.
  ///
  /// - Returns: whether a pack was written.
  func packOwn() throws(VaultError) -> Bool {
    guard isTidiable else { return false }
    let folder = try Self.openFolder(locations.vault)
    let device = try lockDevice(patience: patience)
    try checkUnchanged(folder)
    let count = contents.packs.count
    tidy(folder, device.device, looseLimit: Self.travellingLimit)
    return contents.packs.count > count
  }

  /// Before a sync, so many loose files of this device are made into a pack.
  private static let travellingLimit = 16
}
