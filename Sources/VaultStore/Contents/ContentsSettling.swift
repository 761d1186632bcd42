package import Sealing
package import VaultFormat

/// Findings that are possible only after all files were read: `Format.md`, sections 1 and 8.
extension VaultContents {
  /// Reads the packs that are read last.
  ///
  /// - Returns: those that were gone before they were read.
  mutating func readOlder(
    in folder: borrowing Folder, _ snapshot: FolderSnapshot, _ keys: VaultKeys
  ) -> Set<StoredFile> {
    var gone: Set<StoredFile> = []
    add(claimed, isMarked: true)
    claimed = []
    for file in older.sorted() {
      guard let found = snapshot.open(file, in: folder) else {
        gone.insert(file)
        continue
      }
      if let pack = take(found, keys, isLast: true) { add([pack]) }
    }
    older = []
    return gone
  }

  /// Finds the segments that something vouches for (`Format.md`, section 8: what an old key can do), and reads
  /// those of them that are under finished keys.
  mutating func vouch(ownLast: ContentHash?) {
    guard !finished.isEmpty || held.contains(where: { $0.age != .top }) else { return }
    let files = Dictionary(
      finished.filter { $0.kind == .segment }.map { ($0.hash, $0) },
      uniquingKeysWith: { first, _ in first })
    let here = Dictionary(
      segments.map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
    let loose = Set(loose.map(\.identity))
    let own = Dictionary(
      held.filter { $0.kind == .segment && $0.age != .finished }.map { ($0.hash, $0) },
      uniquingKeysWith: { first, _ in first })
    var waiting = sure.compactMap { here[$0]?.previous?.identity }
    for entry in held.filter({ $0.age == .top }).flatMap(\.holdings.entries) where !entry.isClaimed
    {
      // It may not be what is shown: another copy may have been read first, or it cannot be read.
      if !sure.contains(entry.identity), let previous = entry.segment?.previous {
        waiting.append(previous.identity)
      }
    }
    if let ownLast { waiting.append(ownLast) }
    var done = sure
    var genuine: [ContentHash: Segment] = [:]
    while let identity = waiting.popLast() {
      guard done.insert(identity).inserted else { continue }
      let segment: Segment?
      if let file = files[identity] {
        segment = file.segment
        // The file's own hash proves it, whatever else claims to be this segment.
        genuine[identity] = segment
        if segment != nil { vouched[identity] = file.file }
      } else if let file = own[identity] {
        segment = file.segment
      } else if loose.contains(identity) {
        segment = here[identity]
      } else {
        continue
      }
      recordedOwn.insert(identity)
      guard let segment else { continue }
      sure.insert(identity)
      if let previous = segment.previous?.identity { waiting.append(previous) }
    }
    segments.removeAll { genuine[$0.identity] != nil }
    segments += genuine.values
    known.formUnion(genuine.keys)
    for identity in genuine.keys { marked[identity] = nil }
  }

  /// Distinguishes late files from those that hold nothing unique.
  mutating func settleFinished() {
    guard !finished.isEmpty else { return }
    let referred =
      finished.contains { !$0.holdings.photos.isEmpty }
      ? Set(segments.filter { sure.contains($0.identity) }.flatMap(\.photos)) : []
    for file in finished {
      if vouched[file.hash] == file.file {
        findings.note(file.file, .good)
      } else if file.holdings.photos == [file.hash], referred.contains(file.hash) {
        // A photo's first file, referenced by a segment that is not claimed.
        findings.note(file.file, knownPhotos.contains(file.hash) ? .good : .outdated)
      } else if file.holdings.areAll(in: known, knownPhotos), !file.holdings.differs(from: marked) {
        findings.note(file.file, .good)
        // Vouched segments have not been resealed yet.
        if !file.holdings.segments.contains(where: { vouched[$0] != nil }) {
          leftovers.insert(file.file)
        }
      } else {
        findings.note(file.file, .late)
      }
    }
    finished = []
  }

  /// Distinguishes damaged files from late and foreign ones.
  mutating func settleUnproved(
    in folder: borrowing Folder, _ keys: VaultKeys, _ memory: DeviceMemory
  ) {
    guard !unproved.isEmpty || !unopenedLate.isEmpty else { return }
    let recorded = recorded(by: segments).union(memory.recorded)
    for file in unopenedLate where file.isAltered(in: folder, recorded) {
      findings.note(file, .damaged)
    }
    unopenedLate = []
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

  /// The hashes recorded by packs and these segments.
  func recorded(by segments: [Segment]) -> Set<ContentHash> {
    var recorded = covered
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
  /// Whether its name is a recorded hash that does not match its content.
  func isAltered(in folder: borrowing Folder, _ recorded: Set<ContentHash>) -> Bool {
    guard let hash = StoredKind.allCases.lazy.compactMap({ $0.hash(in: name.lowercased()) }).first,
      recorded.contains(hash)
    else { return false }
    let bytes = try? folder.read(path, limit: VaultLayout.fileByteLimit)
    return bytes.map { ContentHash(of: $0.span) != hash } ?? true
  }
}

extension Segment {
  /// The photos it refers to.
  package var photos: [ContentHash] {
    revisions.flatMap { PhotoReferences($0).list.map(\.identity) }
  }
}
