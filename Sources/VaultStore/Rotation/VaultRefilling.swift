internal import Cards
internal import Sealing

/// What lies here under keys that ended, and can be proved: `Format.md`, section 8.
extension Vault {
  /// Saves anew what was purged elsewhere of cards that were brought back meanwhile, as far as it is still here.
  ///
  /// Who finished a change of the key did not know that such a card was wanted.
  func refill() throws(VaultError) {
    guard keys.hasEnded, isTidiable, hasEndedFiles else { return }
    let bare = Set(
      history.segments.filter {
        contents.purgedIdentities.contains($0.identity) && $0.revisions.contains(where: isBare)
      }.map(\.identity))
    guard !bare.isEmpty else { return }
    let folder = try Self.openFolder(locations.vault)
    let whole = provedPayloads(in: folder)
    guard !bare.isDisjoint(with: whole.keys) else { return }
    let purged = try everything(in: folder, for: .bundle).entries.filter {
      $0.isPurged && bare.contains($0.identity)
    }
    let entries = purged.compactMap { entry in
      whole[entry.identity].flatMap { refilled(entry, with: $0) }
    }
    guard !entries.isEmpty else { return }
    let device = try lockDevice(patience: patience)
    try checkUnchanged(folder)
    try writePacks(of: entries, by: device.device, in: folder)
    try readAnew()
  }

  /// Whether there are files of ended keys.
  var hasEndedFiles: Bool { !endedFiles.isEmpty }

  private var endedFiles: [StoredFile] { contents.leftovers + contents.findings.files(.late) }

  /// Whether a revision lacks its changes, and its card is there.
  private func isBare(_ revision: SegmentRevision) -> Bool {
    revision.kind == .edit && entries[joined.id(of: revision.card)]?.card != nil
      && revision.changes.allSatisfy { CardField($0.field, $0.mergeClass) == .joinedWith }
  }

  /// Segments under ended keys that nobody with such a key can have made: those in files of their own, which bear
  /// their hash, and those in packs that this machine had read before, where all these agree.
  func provedPayloads(in folder: borrowing Folder) -> [ContentHash: ArraySlice<UInt8>] {
    var proved: [ContentHash: ArraySlice<UInt8>] = [:]
    var packed: [ContentHash: ArraySlice<UInt8>] = [:]
    var disputed: Set<ContentHash> = []
    for file in endedFiles {
      guard let opened = OpenedFile(file, in: folder, keys),
        case .payload(let kind, .ended, let payload) = opened.content
      else { continue }
      switch kind {
      case .segment: proved[opened.hash] = payload
      case .pack where memory.knows(opened.hash):
        for entry in (try? Pack(payload: payload))?.entries ?? [] where !entry.isPurged {
          let known = packed.updateValue(entry.payload, forKey: entry.identity)
          if let known, known != entry.payload { disputed.insert(entry.identity) }
        }
      case .pack, .photo, .vault: continue
      }
    }
    for identity in disputed { packed[identity] = nil }
    return proved.merging(packed) { own, _ in own }
  }

  /// An entry with the changes of the cards that are there; `nil` when it has no fewer.
  private func refilled(_ entry: Pack.Entry, with payload: ArraySlice<UInt8>) -> Pack.Entry? {
    guard Segment.isPurged(entry.payload, from: payload),
      let segment = try? Segment(payload: payload, identity: entry.identity)
    else { return nil }
    let removed = segment.revisions.map(\.card).filter { entries[joined.id(of: $0)]?.card == nil }
    guard let purged = try? Segment.purged(payload: payload, of: Set(removed)) else {
      return Pack.Entry(identity: entry.identity, payload: payload, isPurged: false)
    }
    let more = Pack.Entry(identity: entry.identity, payload: purged[...], isPurged: true)
    guard let both = entry.joined(with: more), both.payload != entry.payload else { return nil }
    return both
  }

  /// Writes packs of segments that are not here yet, none of them too large.
  func writePacks(
    of entries: [Pack.Entry], by device: UInt64, in folder: borrowing Folder
  ) throws(VaultError) {
    var rest = entries[...]
    while !rest.isEmpty {
      let part = rest.prefix(ofByteCount: Self.packByteCount)
      try writePack(of: Array(part), replacing: [], by: device, in: folder)
      rest = rest.dropFirst(part.count)
    }
  }
}

extension ArraySlice<Pack.Entry> {
  /// Those at the beginning that have so many bytes together; one at least.
  func prefix(ofByteCount limit: Int) -> ArraySlice<Pack.Entry> {
    var byteCount = 0
    return prefix { entry in
      defer { byteCount += entry.payload.count }
      return byteCount < limit
    }
  }
}
