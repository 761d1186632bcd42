internal import Sealing
internal import VaultFormat

/// Updates what is known when a vault's files change.
extension JudgedFolder {
  /// Starts empty.
  init() {
    thoroughness = .whatIsNeeded
    others = ([], [], [])
  }

  /// Returns the segments to a new owner.
  mutating func takeSegments() -> [Segment] {
    defer { segments = [] }
    return segments
  }

  /// Adds a segment that was read from a file with this hash.
  ///
  /// - Returns: the segment; `nil` if it cannot be read, or is here already.
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

  /// Adds a segment's own file, which has this hash.
  mutating func add(
    _ segment: Segment, _ hash: ContentHash, in file: StoredFile
  ) {
    known.insert(segment.identity)
    names.insert(file)
    loose.append(Loose(file: file, hash: hash, device: segment.device))
  }

  /// Adds a pack, whose segments are here.
  mutating func add(_ pack: StoredPack) {
    packs.append(pack)
    names.insert(pack.file)
    packNames.insert(pack.file)
    proved.packs.insert(pack.hash)
    replaced.formUnion(pack.replaces)
  }

  /// Notes the finding for a file that was just put here.
  mutating func note(_ place: StoredFile, _ finding: FileFindings.Finding) {
    findings.note(place, finding)
    names.insert(place)
    if ![.segment, .pack, .photo].contains(place.kind), finding == .good, let hash = place.hash {
      proved.others.insert(hash)
    }
  }

  /// Records that a file got its own name back.
  mutating func rename(_ file: StoredFile, to place: StoredFile) {
    findings.forget(file)
    names.remove(file)
    names.insert(place)
    findings.note(place, place.hash == nil ? .misnamed : .good)
    for index in loose.indices where loose[index].file == file { loose[index].file = place }
    for index in packs.indices where packs[index].file == file { packs[index].file = place }
    if place.kind == .pack { packNames.insert(place) }
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
