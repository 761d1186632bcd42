internal import Cards
internal import Glibc
package import Sealing
package import VaultFormat

// Compacts many small files into few: `Format.md`, section 7.

extension Vault {
  /// A device's loose segments are packed when there are more than this.
  static let looseLimit = 128
  /// This many packs of one device are merged into one.
  static let packLimit = 16
  /// How long replaced files are kept, so that a transport that lacks the pack does not bring them back.
  static let replacedDays: Int64 = 30
  private static let millisecondsInADay: Int64 = 86_400_000
  /// Larger packs are not merged, as sixteen of them would not fit into one file.
  private static let packByteLimit = VaultLayout.fileByteLimit / (packLimit + 1)

  /// Packs and removes files as needed; called with the device's lock held.
  ///
  /// Nothing depends on its success: a later save repeats it.
  func compact(_ access: borrowing WriteAccess, looseLimit: Int = Vault.looseLimit) {
    guard isCompactable else { return }
    let device = access.device.device
    let own = contents.loose.filter {
      $0.device == device && !contents.replaced.contains($0.hash)
    }
    if own.count > looseLimit, knowsAllPacks(access.folder) {
      let (entries, files) = entries(of: own, in: access.folder)
      if !entries.isEmpty {
        try? writePack(of: entries, replacing: files, by: device, in: access.folder)
      }
    }
    let packs = contents.packs.filter {
      $0.device == device && !contents.replaced.contains($0.hash)
        && $0.byteCount <= Self.packByteLimit
    }
    if packs.count >= Self.packLimit, knowsAllPacks(access.folder) {
      merge(packs, by: device, in: access.folder)
    }
    clearAway(access.folder)
    restoreNames(access.folder)
    snapshot.forgetIndex()
  }

  /// Whether files may be reorganised: not if the key was replaced, or if files of a newer program are here, whose
  /// needs this program cannot know.
  var isCompactable: Bool {
    currentSuccessor == nil && contents.findings.files(.newer).isEmpty
  }

  /// Restores the names of files that other programs renamed, and removes duplicates such as conflict copies.
  func restoreNames(_ folder: borrowing Folder) {
    // A file that had another one's name gets its own in the next round.
    for _ in 0..<Self.renamingRounds {
      let files = contents.findings.files(.misnamed)
      for file in files { restoreName(of: file, in: folder) }
      if Set(contents.findings.files(.misnamed)).isSubset(of: files) { break }
    }
  }

  private static let renamingRounds = 3

  private func restoreName(of file: StoredFile, in folder: borrowing Folder) {
    guard let opened = OpenedFile(file, in: folder, keys.current),
      case .payload(let kind, _) = opened.content,
      // Headers are identified by their names while the vault is open.
      kind != .vault
    else { return }
    let target = StoredFile(kind, opened.hash)
    if let name = target.folder, (try? folder.make(name)) == nil { return }
    let isGone: Bool
    if let occupant = OpenedFile(target, in: folder, keys.current), occupant.hash == opened.hash {
      // On a file system that ignores case, both names may refer to one file.
      let isOne =
        file.path.lowercased() == target.path.lowercased() || folder.isOne(file, target)
      isGone = isOne ? folder.rename(file, to: target) : folder.remove(file)
    } else {
      guard makeWay(for: target, in: folder) else { return }
      isGone = folder.rename(file, to: target)
    }
    if isGone { contents.rename(file, to: target) }
  }

  /// Renames a file that has another one's name, as it may be the only copy of something.
  ///
  /// - Returns: whether the name is free, or taken by something worthless.
  func makeWay(for file: StoredFile, in folder: borrowing Folder) -> Bool {
    guard let occupant = OpenedFile(file, in: folder, keys.current), occupant.isProved else {
      return true
    }
    var kind = file.kind ?? .segment
    if case .payload(let own, _) = occupant.content { kind = own }
    let aside = StoredFile(folder: kind.folder, name: "\(occupant.hash).moved\(kind.suffix)")
    guard !folder.holds(aside.path) else { return false }
    if let name = aside.folder, (try? folder.make(name)) == nil { return false }
    guard folder.rename(file, to: aside) else { return false }
    contents.rename(file, to: aside)
    return true
  }

  /// Writes a pack and reads it back.
  package func writePack(
    of entries: [Pack.Entry], replacing replaced: [ContentHash], by device: UInt64,
    in folder: borrowing Folder
  ) throws(VaultError) {
    let pack = Pack(device: device, created: now(), entries: entries, replaces: replaced)
    let hash = try seal(pack.payload, as: .pack, under: keys.current, in: folder)
    let file = StoredFile(.pack, hash)
    contents.add(
      JudgedFolder.StoredPack(pack, in: file, hash, byteCount: folder.byteCount(of: file)))
  }

  private func merge(
    _ packs: [JudgedFolder.StoredPack], by device: UInt64, in folder: borrowing Folder
  ) {
    var entries: [ContentHash: Pack.Entry] = [:]
    var merged: [JudgedFolder.StoredPack] = []
    // The smallest ones, which fit into one file.
    for stored in packs.sorted(by: { $0.byteCount < $1.byteCount }).prefix(Self.packLimit) {
      // Another file may have its name by now.
      guard let opened = snapshot.open(stored.file, in: folder), opened.hash == stored.hash,
        let pack = opened.pack
      else { return }
      for entry in pack.entries { entries[entry.identity] = entry }
      merged.append(stored)
    }
    let replaced = merged.reduce(into: Set(merged.map(\.hash))) { $0.formUnion($1.replaces) }
    try? writePack(
      of: entries.values.sorted { $0.identity < $1.identity }, replacing: replaced.sorted(),
      by: device, in: folder)
  }

  /// Removes files that packs replaced long ago.
  private func clearAway(_ folder: borrowing Folder) {
    let due = now().milliseconds - Self.replacedDays * Self.millisecondsInADay
    let old = contents.packs.filter { $0.created.milliseconds < due && !$0.replaces.isEmpty }
    let replaced = old.reduce(into: Set<ContentHash>()) { $0.formUnion($1.replaces) }
    let loose = contents.loose.filter { replaced.contains($0.hash) }.map { ($0.file, $0.hash) }
    let packs = contents.packs.filter { replaced.contains($0.hash) }.map { ($0.file, $0.hash) }
    let unread = contents.replacedPacks.compactMap { file in
      StoredKind.pack.hash(in: file.name).map { (file, $0) }
    }.filter { replaced.contains($0.1) }
    guard !loose.isEmpty || !packs.isEmpty || !unread.isEmpty else { return }
    // The vault may have been opened long ago, and a pack can claim anything: only what is in the files now counts.
    var staying = old.reduce(into: [ContentHash: Substitute]()) { staying, stored in
      let opened = OpenedFile(stored.file, in: folder, keys.current)
      if opened?.hash == stored.hash { staying[stored.hash] = opened?.pack.map(Substitute.init) }
    }
    var gone: Set<StoredFile> = []
    for (file, hash) in packs + unread + loose {
      guard let entries = currentEntries(of: file, hash, in: folder),
        staying.contains(where: { $0.key != hash && $0.value.makesUp(for: hash, with: entries) }),
        folder.remove(file)
      else { continue }
      staying[hash] = nil
      gone.insert(file)
    }
    contents.forget(gone)
  }

  /// The segments in a file under the current key; `nil` if it no longer has this hash.
  private func currentEntries(
    of file: StoredFile, _ hash: ContentHash, in folder: borrowing Folder
  ) -> [Pack.Entry]? {
    guard let opened = OpenedFile(file, in: folder, keys.current), opened.hash == hash else {
      return nil
    }
    return opened.entries
  }

  /// Whether no other program has packed meanwhile.
  private func knowsAllPacks(_ folder: borrowing Folder) -> Bool {
    guard let listing = try? VaultListing(of: folder) else { return false }
    return listing.files.allSatisfy {
      StoredKind.pack.hash(in: $0.name) == nil || contents.packNames.contains($0)
    }
  }

  /// As many segments as fit into one pack, each once, and the hashes of their files; larger segments are skipped.
  private func entries(
    of own: [JudgedFolder.Loose], in folder: borrowing Folder
  ) -> (entries: [Pack.Entry], files: [ContentHash]) {
    var entries: [ContentHash: Pack.Entry] = [:]
    var files: Set<ContentHash> = []
    var byteCount = 0
    for loose in own where folder.byteCount(of: loose.file) <= Self.packByteLimit {
      guard let opened = OpenedFile(loose.file, in: folder, keys.current),
        opened.hash == loose.hash,
        let entry = opened.entries?.first
      else { continue }
      byteCount += entry.payload.count
      if byteCount > Self.packByteLimit { break }
      entries[entry.identity] = entry
      files.insert(loose.hash)
    }
    return (entries.values.sorted { $0.identity < $1.identity }, files.sorted())
  }
}
