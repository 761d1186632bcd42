internal import Sealing
internal import VaultFormat

// Updates a judged folder when the vault's files change.

extension JudgedFolder {
  /// Starts empty.
  init() {
    thoroughness = .whatIsNeeded
    others = ([], [], [])
  }

  /// Hands the segments to a new owner.
  mutating func takeSegments() -> [Segment] {
    defer { segments = [] }
    return segments
  }

  /// Adds a segment from a file with this hash.
  ///
  /// - Returns: the segment; `nil` if it is unreadable or known.
  mutating func add(
    payload: ArraySlice<UInt8>, _ hash: ContentHash, of file: StoredFile
  ) -> Segment? {
    do throws(PayloadError) {
      let segment = try Segment(payload: payload)
      let isNew = !known.contains(segment.identity)
      add(segment, hash, in: file)
      return isNew ? segment : nil
    } catch {
      findings.note(file, error == .newer ? .newer : .damaged)
      return nil
    }
  }

  /// Adds a segment in its own file, which has this hash.
  mutating func add(
    _ segment: Segment, _ hash: ContentHash, in file: StoredFile
  ) {
    known.insert(segment.identity)
    names.insert(file)
    loose.append(Loose(file: file, hash: hash, device: segment.device))
  }

  /// Adds a pack whose segments were added.
  mutating func add(_ pack: StoredPack) {
    packs.append(pack)
    names.insert(pack.file)
    packNames.insert(pack.file)
    proved.packs.insert(pack.hash)
    replaced.formUnion(pack.replaces)
  }

  /// Records the finding for a file that was just added.
  mutating func note(_ file: StoredFile, _ finding: FileFindings.Finding) {
    findings.note(file, finding)
    names.insert(file)
    if ![.segment, .pack, .photo].contains(file.kind), finding == .good, let hash = file.hash {
      proved.others.insert(hash)
    }
  }

  /// Records that a file was renamed.
  mutating func rename(_ file: StoredFile, to renamed: StoredFile) {
    findings.forget(file)
    names.remove(file)
    names.insert(renamed)
    findings.note(renamed, renamed.hash == nil ? .misnamed : .good)
    for index in loose.indices where loose[index].file == file { loose[index].file = renamed }
    for index in packs.indices where packs[index].file == file { packs[index].file = renamed }
    if renamed.kind == .pack { packNames.insert(renamed) }
  }

  /// Forgets files that were removed.
  mutating func forget(_ gone: Set<StoredFile>) {
    guard !gone.isEmpty else { return }
    names.subtract(gone)
    for file in gone { findings.forget(file) }
    loose.removeAll { gone.contains($0.file) }
    packs.removeAll { gone.contains($0.file) }
    replacedPacks.removeAll(where: gone.contains)
  }
}
