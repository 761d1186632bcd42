internal import Cards
internal import Sealing

extension Vault {
  /// Saves anew what was purged elsewhere of cards that were brought back meanwhile, as far as it is still here.
  ///
  /// Who finished a change of the key did not know that such a card was wanted. What lies here under a key that
  /// ended counts where nobody with that key can have made it: a segment in a file that is what the newest key calls it,
  /// or in a pack that this machine had read before.
  ///
  /// - Returns: whether there was any.
  @discardableResult
  func refill() throws(VaultError) -> Bool {
    let ended = contents.leftovers + contents.findings.files(.late)
    guard keys.hasEnded, isTidiable, !ended.isEmpty else { return false }
    let bare = Set(history.segments.filter { $0.revisions.contains(where: isBare) }.map(\.identity))
    guard !bare.isEmpty else { return false }
    let folder = try Self.openFolder(locations.vault)
    let purged = try everything(in: folder, for: .bundle).entries.filter {
      $0.isPurged && bare.contains($0.identity)
    }
    guard !purged.isEmpty else { return false }
    let whole = wholePayloads(in: ended, folder)
    let entries = purged.compactMap { entry -> Pack.Entry? in
      guard let payload = whole[entry.identity], Segment.isPurged(entry.payload, from: payload)
      else { return nil }
      return refilled(entry, with: payload)
    }
    guard !entries.isEmpty else { return false }
    let device = try lockDevice(patience: patience)
    try checkUnchanged(folder)
    try writePack(of: entries, replacing: [], by: device.device, in: folder)
    try readAnew()
    return true
  }

  /// Whether a revision lacks its changes, and its card is there.
  private func isBare(_ revision: SegmentRevision) -> Bool {
    revision.kind == .edit && entries[joined.id(of: revision.card)]?.card != nil
      && revision.changes.allSatisfy { CardField($0.field, $0.mergeClass) == .joinedWith }
  }

  /// The segments in files of ended keys of which it is proved what they are.
  private func wholePayloads(
    in files: [StoredFile], _ folder: borrowing Folder
  ) -> [ContentHash: ArraySlice<UInt8>] {
    var payloads: [ContentHash: ArraySlice<UInt8>] = [:]
    for file in files {
      guard let opened = OpenedFile(file, in: folder, keys),
        case .payload(let kind, .ended, let payload) = opened.content
      else { continue }
      switch kind {
      case .segment: payloads[opened.hash] = payload
      case .pack where memory.knows(opened.hash):
        for entry in (try? Pack(payload: payload))?.entries ?? []
        where !entry.isPurged && payloads[entry.identity] == nil {
          payloads[entry.identity] = entry.payload
        }
      case .pack, .photo, .vault: continue
      }
    }
    return payloads
  }

  /// An entry with the changes of the cards that are there; `nil` when it had them.
  private func refilled(_ entry: Pack.Entry, with payload: ArraySlice<UInt8>) -> Pack.Entry? {
    guard let segment = try? Segment(payload: payload, identity: entry.identity) else { return nil }
    let removed = segment.revisions.map(\.card).filter {
      entries[joined.id(of: $0)]?.card == nil
    }
    guard let purged = try? Segment.purged(payload: payload, of: Set(removed)) else {
      return Pack.Entry(identity: entry.identity, payload: payload, isPurged: false)
    }
    if purged[...] == entry.payload { return nil }
    return Pack.Entry(identity: entry.identity, payload: purged[...], isPurged: true)
  }
}
