internal import Cards
internal import Glibc
package import Sealing
package import SystemPackage
package import VaultFormat

/// Receives files from a transport.
extension Vault {
  /// Receives files from another folder, judging each by its contents rather than its name.
  ///
  /// Good files get their places in the vault's folder; others stay where they are.
  ///
  /// - Parameters:
  ///   - files: the files, as they were listed.
  ///   - path: where they are.
  ///   - receipt: the results for these files and those before them.
  ///   - noting: called for each file.
  /// - Throws: like `save`; `VaultError.io` also if the folder went away.
  package func receive(
    _ files: some Sequence<RemoteFile>, from path: FilePath,
    into receipt: inout Receipt, _ noting: () -> Void = {}
  ) throws(VaultError) {
    try read()
    if receipt.shown == nil { receipt.shown = entries }
    let source = try Folder(path)
    var access = try writeAccess(repairing: .interruptedSave)
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
      let place = try mend(bytes, opened.hash, kind, in: access.folder)
      snapshot.keep(opened, at: place, in: access.folder)
      if place != carried.place { receipt.misnamed[file] = place }
      receipt.taken.insert(carried)
      receipt.fileCount += 1
      receipt.byteCount += bytes.count
      hasNotices = hasNotices || kind == .notice
      new += take(opened, at: place, &known)
    }
    // A stick may have been pulled out meanwhile: what could not be read then is not damaged.
    guard source.isAt(path) else { throw .io(.noSuchFileOrDirectory, path) }
    if hasNotices {
      notices = keys.notices(in: access.folder)
      keyFiles.notices = KeyNames.notices(in: access.folder)
    }
    shown.add(new)
    // A state under a key whose header is not here yet would look as if the folder were older.
    if arriving.isEmpty { remember(as: &access.device) }
  }

  /// The keys whose files are here but whose passphrases nobody gave.
  package var lockedKeys: Set<KeyID> { locations.allKeyIDs.subtracting([keyID]) }

  /// The unusable files here, as far as they were read.
  package var unusableFiles: Set<StoredFile> {
    isRead ? Set(contents.findings.files(.damaged) + contents.findings.files(.foreign)) : []
  }

  /// Whether this machine saved under a key of the vault that is not held, or this one is retired here.
  package var isOlderThanRemembered: Bool { memory.isOfAbsentKey || keys.isRetired }

  /// Whether the file of that key is here, and only what was saved under it is missing.
  package var hasRememberedKey: Bool {
    memory.isOfAbsentKey ? memory.hasAbsentKey(at: locations) : keys.isRetired
  }

  /// The kind of a file that belongs in the vault; records the result for other files.
  private func kept(
    _ opened: OpenedFile, _ carried: RemoteFile, _ source: borrowing Folder,
    _ receipt: inout Receipt, _ lockedKeys: Set<KeyID>
  ) -> StoredKind? {
    let (file, place) = (carried.file, carried.place)
    switch opened.content {
    case .payload(let kind, _):
      // Its name is another hash: some other file should have been here.
      if let hash = place.hash, hash != opened.hash { receipt.damaged.append(file) }
      // Headers decide about keys, and are handled before.
      return kind == .vault ? nil : kind
    case .finding:
      // Newer files cannot be read here; the hash in the name proves that they are complete.
      if opened.isProved, let kind = place.kind, place.hash == opened.hash,
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
    if carried.place.kind == .notice, let next = keys.next,
      let opened = OpenedFile(carried.file, in: source, next), opened.isProved
    {
      return opened
    }
    return OpenedFile(carried.file, in: source, keys.current)
  }

  /// Adds the contents of a file that is in place in the vault.
  func take(
    _ opened: OpenedFile, at place: StoredFile, _ known: inout Set<ContentHash>
  ) -> [Segment] {
    if case .finding(let finding) = opened.content { contents.note(place, finding) }
    guard case .payload(let kind, let payload) = opened.content else { return [] }
    // It may have been repaired.
    if contents.names.contains(place) { contents.forget([place]) }
    contents.note(place, place == StoredFile(kind, opened.hash) ? .good : .misnamed)
    switch kind {
    case .vault, .notice, .other: return []
    case .photo:
      if let photo = Cardvault_Vault_Photo(payload: payload) {
        contents.proved.others.insert(photo.identity)
      }
      return []
    case .segment:
      let segment = contents.add(payload: payload, opened.hash, of: place)
      guard let segment, known.insert(segment.identity).inserted else { return [] }
      return [segment]
    case .pack:
      guard let pack = try? Pack(payload: payload) else { return [] }
      let entries = pack.entries.filter { !known.contains($0.identity) }
      let segments = entries.compactMap(\.segment)
      known.formUnion(segments.map(\.identity))
      contents.add(
        JudgedFolder.StoredPack(pack, in: place, opened.hash, byteCount: opened.byteCount))
      return segments
    }
  }

  /// Puts a file into its place in the vault, replacing a damaged one.
  func mend(
    _ bytes: [UInt8], _ hash: ContentHash, _ kind: StoredKind, in folder: borrowing Folder
  ) throws(VaultError) -> StoredFile {
    do throws(VaultError) {
      return try put(bytes, hash, kind, in: folder)
    } catch {
      guard case .io(.fileExists, _) = error else { throw error }
    }
    let place = StoredFile(kind, hash)
    let inner = try Folder(of: place, in: folder)
    if (try? inner.read(place.name, limit: bytes.count)) == bytes { return place }
    guard makeWay(at: place, in: folder) else { throw .io(.fileExists, folder.path) }
    if inner.isFolder(place.name) { try inner.moveAside(place.name) }
    try inner.write(bytes, to: place.name, existing: .replaced)
    return place
  }
}
