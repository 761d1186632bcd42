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

  /// Keeps files that a carrier brought.
  func setAside(_ files: [StoredFile], from source: FilePath) throws(VaultError) {
    guard !files.isEmpty else { return }
    let path = try lateFolder()
    try VaultError.naming(path) { () throws(SystemFailure) in
      try Folder.make(path)
      let folder = try Folder(path)
      let source = try Folder(source)
      for file in files where !folder.holds(file.name) {
        let bytes = try source.read(file.path, limit: VaultLayout.fileByteLimit)
        try WholeFile.write(bytes.span, to: file.name, in: folder.descriptor, existing: .kept)
      }
    }
  }

  /// Saves anew what this device itself had saved under an older key and not sent before that was finished.
  ///
  /// This machine remembers the hash of its last save, that one names the one before by its hash, and so on:
  /// nobody else can have made these files, whatever keys they have.
  func rescue(_ outcome: inout SyncOutcome) throws(VaultError) {
    guard keys.finishedBefore > 0, knownKeyChange == nil else { return }
    guard let last = ContentHash(memory.state.placedHash) else { return }
    let folder = try Self.openFolder(locations.vault)
    let name = StoredFile(folder: StoredKind.segment.folder, name: StoredKind.segment.name(last))
    guard folder.holds(name.path) else { return }
    try read()
    var entries: [Pack.Entry] = []
    var segments: [Segment] = []
    var next: ContentHash? = last
    while let hash = next, entries.count < Self.rescueLimit, !history.holds(hash) {
      let file = StoredFile(folder: StoredKind.segment.folder, name: StoredKind.segment.name(hash))
      guard let opened = OpenedFile(file, in: folder, keys), opened.hash == hash,
        case .payload(.segment, _, let payload) = opened.content,
        let segment = try? Segment(payload: payload, identity: hash)
      else { break }
      entries.append(Pack.Entry(identity: hash, payload: payload, isPurged: false))
      segments.append(segment)
      next = segment.previous?.identity
    }
    guard !entries.isEmpty else { return }
    var device = try lockDevice(patience: patience)
    try checkUnchanged(folder)
    try writePack(of: entries, replacing: [], by: device.device, in: folder)
    show(segments, &outcome.merge)
    outcome.rescuedCount += entries.count
    contents.settle(knowing: entries.map(\.identity))
    device.recover(vault: folder, history: history, using: &generator)
    try? device.hold(history, contents.packHashes, using: &generator)
    memory.follow(device, holding: history, contents.packHashes)
  }

  /// Packs this device's own loose files, when there are many.
  ///
  /// - Returns: whether a pack was written.
  func packOwn() throws(VaultError) -> Bool {
    guard knownKeyChange == nil, contents.findings.files(.newer).isEmpty else { return false }
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
