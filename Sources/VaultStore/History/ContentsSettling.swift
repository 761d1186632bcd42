internal import Sealing

/// What can be told of files only when all were read: `Format.md`, sections 1 and 8.
extension VaultContents {
  /// Reads segments under finished keys whose files' own hashes are recorded by what counts.
  mutating func vouch(ownLast: ContentHash?) {
    var rest = finished.filter { !$0.payload.isEmpty && !known.contains($0.hash) }
    guard !rest.isEmpty else { return }
    var recorded = Set(segments.compactMap { $0.previous?.identity })
    recorded.formUnion(purged.filter { $0.value.trust == .sure }.keys)
    if let ownLast { recorded.insert(ownLast) }
    while let index = rest.firstIndex(where: { recorded.contains($0.hash) }) {
      let file = rest.remove(at: index)
      guard let segment = try? Segment(payload: file.payload, identity: file.hash),
        known.insert(file.hash).inserted
      else { continue }
      segments.append(segment)
      vouched[file.hash] = file.file
      if let previous = segment.previous?.identity { recorded.insert(previous) }
    }
  }

  /// Uses payloads without the changes of removed cards where nothing better is here.
  mutating func close() {
    for (identity, found) in purged where known.insert(identity).inserted {
      add(payload: found.payload, identity, of: found.file, newer: .newerUnderOtherKey)
      purgedIdentities.insert(identity)
    }
    purged = [:]
  }

  /// Tells what came late from what holds nothing of its own.
  mutating func settleFinished() {
    guard !finished.isEmpty else { return }
    let referred =
      finished.contains { !$0.holdings.photos.isEmpty }
      ? Set(segments.flatMap(\.photos)) : []
    for file in finished {
      if vouched[file.hash] == file.file {
        findings.note(file.file, .good)
      } else if file.holdings.photos == [file.hash], referred.contains(file.hash) {
        // A photo's first file, which a card refers to.
        findings.note(file.file, .good)
      } else if file.holdings.areAll(in: known, knownPhotos) {
        findings.note(file.file, .good)
        // What is vouched for is not sealed anew yet.
        if !file.holdings.segments.contains(where: { vouched[$0] != nil }) {
          leftovers.append(file)
        }
      } else {
        findings.note(file.file, .late)
      }
    }
    finished = []
  }

  /// Tells what is damaged from what is foreign.
  mutating func settleUnproved(
    in folder: borrowing Folder, _ keys: VaultKeys, _ memory: DeviceMemory
  ) {
    guard !unproved.isEmpty else { return }
    let recorded = recorded.union(memory.recorded)
    for (file, key) in unproved {
      let finding: FileFindings.Finding =
        if file.isAltered(in: folder, recorded) {
          .damaged
        } else if let key, keys.staged.contains(key) {
          .unfinished
        } else if let key, named.contains(key) {
          .needsKey
        } else {
          .foreign
        }
      findings.note(file, finding)
    }
    unproved = [:]
  }

  /// The hashes that proved saves record.
  private var recorded: Set<ContentHash> {
    var recorded = covered.union(purgedIdentities)
    for pack in packs { recorded.formUnion(pack.replaces) }
    for segment in segments {
      recorded.formUnion(segment.seen.map(\.lastHash))
      if let previous = segment.previous { recorded.insert(previous.identity) }
      recorded.formUnion(segment.photos)
    }
    return recorded
  }
}

extension StoredFile {
  /// Whether its name is a hash that is recorded, and its content has another one.
  func isAltered(in folder: borrowing Folder, _ recorded: Set<ContentHash>) -> Bool {
    guard let hash = StoredKind.allCases.lazy.compactMap({ $0.hash(in: name) }).first,
      recorded.contains(hash)
    else { return false }
    let bytes = try? folder.read(path, limit: VaultLayout.fileByteLimit)
    return bytes.map { ContentHash(of: $0.span) != hash } ?? true
  }
}

extension Segment {
  /// The photos that it refers to.
  var photos: [ContentHash] {
    revisions.flatMap { PhotoReferences($0).list.map(\.identity) }
  }
}
