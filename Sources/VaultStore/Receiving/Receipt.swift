package import Cards
internal import Glibc
package import Sealing
package import SystemPackage
package import VaultFormat

/// The result of receiving files from a transport.
package struct Receipt {
  /// The cards before any file was received; `nil` if none was.
  package var shown: [CardID: Vault.CardEntry]?
  /// How many files were put into the vault.
  package var fileCount = 0
  /// Their total size in bytes.
  package var byteCount = 0
  /// Files that do not match their names, cannot be opened, or are incomplete.
  package var damaged: [StoredFile] = []
  /// Files that the key does not prove, or that are damaged.
  package var refused: Set<RemoteFile> = []
  /// Refused files that may be good later: their key is locked, or they do not match their names, so that another
  /// program may still be writing or repairing them.
  package var undecided: Set<RemoteFile> = []
  /// How many of the refused files claim a key of the vault that is retired on this machine.
  package var retiredCount = 0
  /// Files that were put into the vault.
  package var taken: Set<RemoteFile> = []
  /// How many were not requested, because too many before them were refused.
  package var notAskedCount = 0
  /// Good files with wrong names, and their proper locations.
  package var misnamed: [StoredFile: StoredFile] = [:]

  package init() {}

  /// How many files may be requested together, or refused: `Format.md`, section 12.
  package static let countLimit = 1_000
  /// The same in bytes.
  package static let byteLimit = 256 << 20

  /// How many more files may be requested; 0 once the refused ones have too many bytes.
  package var remainingCount: Int {
    let byteCount = refused.reduce(0) { $0 + max(0, $1.byteCount) }
    return byteCount < Self.byteLimit ? max(0, Self.countLimit - refused.count) : 0
  }

  /// Records a refused file.
  package mutating func refuse(
    _ carried: RemoteFile, claiming key: KeyID?, of lockedKeys: Set<KeyID>,
    in source: borrowing Folder
  ) {
    refused.insert(carried)
    if let key, lockedKeys.contains(key) { undecided.insert(carried) }
    // Without a hash in its name, only another length shows that a file has grown.
    if carried.file.isAltered(in: source) { undecided.insert(carried) }
  }

  /// Adds refused files that were checked separately.
  package mutating func add(_ other: Receipt) {
    refused.formUnion(other.refused)
    undecided.formUnion(other.undecided)
  }
}

// Files and headers received from a transport.

extension Vault {
  /// Receives files from another folder, judging each by its contents rather than its name.
  ///
  /// Good files are put into the vault's folder; others stay where they are.
  ///
  /// - Parameters:
  ///   - files: the files, as listed at the target.
  ///   - path: the folder.
  ///   - receipt: the results so far.
  ///   - noting: called for each file.
  /// - Throws: like `save`; also `VaultError.io` if the folder disappeared.
  package func receive(
    _ files: some Sequence<RemoteFile>, from path: FilePath,
    into receipt: inout Receipt, _ noting: () -> Void = {}
  ) throws(VaultError) {
    try read()
    if receipt.shown == nil { receipt.shown = entries }
    let source = try Folder(path)
    var access = try lockForWriting(repairing: .interruptedSave)
    var known = Set(history.segments.map(\.identity))
    let lockedKeys = lockedKeys
    var new: [Segment] = []
    var hasNotices = false
    for carried in files {
      noting()
      let file = carried.file
      guard let opened = opened(carried, in: source),
        let kind = kept(opened, carried, source, &receipt, lockedKeys)
      else { continue }
      // Another program may be writing it.
      guard let bytes = try? source.read(file.path, limit: kind.byteLimit),
        ContentHash(of: bytes.span) == opened.hash
      else {
        receipt.damaged.append(file)
        continue
      }
      let stored = try mend(bytes, opened.hash, kind, in: access.folder)
      snapshot.keep(opened, at: stored, in: access.folder)
      if stored != carried.localFile { receipt.misnamed[file] = stored }
      receipt.taken.insert(carried)
      receipt.fileCount += 1
      receipt.byteCount += bytes.count
      hasNotices = hasNotices || kind == .notice
      new += take(opened, at: stored, &known)
    }
    // A stick may have been unplugged meanwhile, so unreadable files are not damaged.
    guard source.isAt(path) else { throw .io(.noSuchFileOrDirectory, path) }
    if hasNotices {
      notices = keys.notices(in: access.folder)
      keyFiles.notices = KeyNames.notices(in: access.folder)
    }
    shown.add(new)
    // With a memory under a key whose header is not here yet, the folder would look older than remembered.
    if arriving.isEmpty { remember(as: &access.device) }
  }

  /// The keys whose files are here, but which are not unlocked.
  package var lockedKeys: Set<KeyID> { locations.allKeyIDs.subtracting([keyID]) }

  /// The unusable files that are known here.
  package var unusableFiles: Set<StoredFile> {
    isRead ? Set(contents.findings.files(.damaged) + contents.findings.files(.foreign)) : []
  }

  /// Whether this machine last saved under a key of the vault that is not available, or has retired this one.
  package var isOlderThanRemembered: Bool { memory.isOfAbsentKey || keys.isRetired }

  /// Whether that key's file is here, and only what was saved under it is missing.
  package var hasRememberedKey: Bool {
    memory.isOfAbsentKey ? memory.hasAbsentKey(at: locations) : keys.isRetired
  }

  /// The kind of a file that belongs in the vault; `nil` for other files, which it records.
  private func kept(
    _ opened: OpenedFile, _ carried: RemoteFile, _ source: borrowing Folder,
    _ receipt: inout Receipt, _ lockedKeys: Set<KeyID>
  ) -> StoredKind? {
    let (file, localFile) = (carried.file, carried.localFile)
    switch opened.content {
    case .payload(let kind, _):
      // Its name is another hash, so another file should have been here.
      if let hash = localFile.hash, hash != opened.hash { receipt.damaged.append(file) }
      // Headers decide about keys, and were handled before.
      return kind == .vault ? nil : kind
    case .finding:
      // A newer file is unreadable, but the hash in its name shows that it is complete.
      if opened.isProved, let kind = localFile.kind, localFile.hash == opened.hash,
        opened.byteCount <= kind.byteLimit
      {
        return kind
      }
      receipt.damaged.append(file)
    case .unproved: break
    }
    if let header = opened.header, keys.retired.contains(header.keyID),
      header.kind != .vault, header.kind != .notice
    {
      receipt.retiredCount += 1
    }
    receipt.refuse(carried, claiming: opened.header?.keyID, of: lockedKeys, in: source)
    return nil
  }

  /// Opens a file from a transport; a notice also with the next key, as it says which key to bring instead of that.
  package func opened(_ carried: RemoteFile, in source: borrowing Folder) -> OpenedFile? {
    if carried.localFile.kind == .notice, let next = keys.next,
      let opened = OpenedFile(carried.file, in: source, next), opened.isProved
    {
      return opened
    }
    return OpenedFile(carried.file, in: source, keys.current)
  }

  /// Adds the contents of a file that is in the vault's folder.
  func take(
    _ opened: OpenedFile, at file: StoredFile, _ known: inout Set<ContentHash>
  ) -> [Segment] {
    if case .finding(let finding) = opened.content { contents.note(file, finding) }
    guard case .payload(let kind, let payload) = opened.content else { return [] }
    // It may have been repaired.
    if contents.names.contains(file) { contents.forget([file]) }
    contents.note(file, file == StoredFile(kind, opened.hash) ? .good : .misnamed)
    switch kind {
    case .vault, .notice, .other: return []
    case .photo:
      if let photo = Cardvault_Vault_Photo(payload: payload) {
        contents.proved.others.insert(photo.identity)
      }
      return []
    case .segment:
      let segment = contents.add(payload: payload, opened.hash, of: file)
      guard let segment, known.insert(segment.identity).inserted else { return [] }
      return [segment]
    case .pack:
      guard let pack = try? Pack(payload: payload) else { return [] }
      let entries = pack.entries.filter { !known.contains($0.identity) }
      let segments = entries.compactMap(\.segment)
      known.formUnion(segments.map(\.identity))
      contents.add(
        JudgedFolder.StoredPack(pack, in: file, opened.hash, byteCount: opened.byteCount))
      return segments
    }
  }

  /// Puts a file into the vault's folder, replacing a damaged one.
  func mend(
    _ bytes: [UInt8], _ hash: ContentHash, _ kind: StoredKind, in folder: borrowing Folder
  ) throws(VaultError) -> StoredFile {
    do throws(VaultError) {
      return try put(bytes, hash, kind, in: folder)
    } catch {
      guard case .io(.fileExists, _) = error else { throw error }
    }
    let file = StoredFile(kind, hash)
    let inner = try Folder(of: file, in: folder)
    if (try? inner.read(file.name, limit: bytes.count)) == bytes { return file }
    guard makeWay(for: file, in: folder) else { throw .io(.fileExists, folder.path) }
    if inner.isFolder(file.name) { try inner.moveAside(file.name) }
    try inner.write(bytes, to: file.name, existing: .replaced)
    return file
  }

  /// Announces headers at a target; the keys found with them are in use already.
  ///
  /// They are put into the folder last: a new key hides what is under the old one, so what was sealed anew must
  /// arrive first.
  package func announce(_ headers: [HeaderFiles.Candidate]) {
    // Later transfers may remove the files.
    arriving = headers.compactMap(\.bytes)
    let names = arriving.map { StoredKind.vault.name(ContentHash(of: $0.span)) }
    keyFiles.headers.formUnion(names)
    keyFiles.own.formUnion(names)
  }

  /// Puts the announced headers into the vault's folder under their proper names.
  ///
  /// - Returns: how many were missing, and their total size in bytes.
  package func acceptHeaders() throws(VaultError) -> (count: Int, byteCount: Int) {
    guard !arriving.isEmpty else { return (0, 0) }
    let folder = try Self.openFolder(locations.vault)
    // The lock keeps others from saving under the old key.
    var device = try lockDevice(timeout: timeout)
    snapshot.forgetIndex()
    let added = try Self.put(arriving, in: folder)
    if isRead {
      for bytes in arriving {
        contents.note(StoredFile(.vault, ContentHash(of: bytes.span)), .good)
      }
      remember(as: &device)
    }
    arriving = []
    _ = consume device
    return added
  }
}
