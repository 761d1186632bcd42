package import Sealing
package import VaultFormat

/// Findings that are possible only after all files were read: `Format.md`, sections 1 and 8.
extension VaultContents {
  /// Finds the segments that something vouches for (`Format.md`, section 8: what an old key can do), and takes those
  /// of them that only finished keys have.
  mutating func vouch(ownLast: ContentHash?) {
    guard !finished.isEmpty || thoroughness == .everything else { return }
    let here = Dictionary(
      segments.map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
    var late: [ContentHash: (entry: Pack.Entry, file: StoredFile)] = [:]
    for file in finished {
      for entry in file.holdings.entries { late[entry.identity] = (entry, file.file) }
    }
    var waiting = sure.compactMap { here[$0]?.previous?.identity }
    if let ownLast { waiting.append(ownLast) }
    var done = sure
    while let identity = waiting.popLast() {
      guard done.insert(identity).inserted else { continue }
      var segment = here[identity]
      if segment == nil, let (entry, file) = late[identity], let found = entry.segment {
        segment = found
        segments.append(found)
        known.insert(identity)
        vouched[identity] = file
      }
      guard let segment else { continue }
      sure.insert(identity)
      if let previous = segment.previous?.identity { waiting.append(previous) }
    }
  }

  /// Distinguishes late files from those that hold nothing unique.
  mutating func settleFinished() {
    guard !finished.isEmpty else { return }
    let referred =
      finished.contains { $0.kind == .photo }
      ? Set(segments.filter { sure.contains($0.identity) }.flatMap(\.photos)) : []
    for file in finished {
      if file.holdings.areAll(in: known, knownPayloads) {
        findings.note(file.file, .good)
        // Vouched segments have not been resealed yet.
        if !file.holdings.segments.contains(where: { vouched[$0] != nil }) {
          leftovers.insert(file.file)
        }
      } else if let photo = file.holdings.payload, referred.contains(photo) {
        findings.note(file.file, .outdated)
        outdated.insert(photo)
      } else {
        findings.note(file.file, .late)
      }
    }
    finished = []
  }

  /// Distinguishes the files that no held key proves.
  mutating func settleUnproved(_ keys: VaultKeys) {
    for (file, key) in unproved {
      let finding: FileFindings.Finding =
        if let key, keys.staged.contains(key) {
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
}

extension StoredFile {
  /// Whether it is a file, and its name a hash that does not match its content.
  package func isAltered(in folder: borrowing Folder) -> Bool {
    guard let hash = StoredKind.allCases.lazy.compactMap({ $0.hash(in: name.lowercased()) }).first,
      folder.isFile(path)
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
