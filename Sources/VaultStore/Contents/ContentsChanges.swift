internal import Sealing
internal import VaultFormat

/// Updates what is known when a vault's files change.
extension VaultContents {
  /// Starts empty.
  init() { thoroughness = .whatIsNeeded }

  /// Returns the segments to a new owner.
  mutating func takeSegments() -> [Segment] {
    defer { segments = [] }
    return segments
  }

  /// Adds a segment that was read from a file.
  mutating func add(
    payload: ArraySlice<UInt8>, _ identity: ContentHash, of file: StoredFile,
    age: VaultKeys.Age? = nil, newer: FileFindings.Finding
  ) {
    do throws(PayloadError) {
      let segment = try Segment(payload: payload, identity: identity)
      known.insert(identity)
      segments.append(segment)
      if let age {
        if age == .top { sure.insert(identity) }
        loose.append(Loose(file: file, identity: identity, device: segment.device, age: age))
      }
    } catch {
      findings.note(file, error == .newer ? newer : .damaged)
    }
  }

  /// Adds a segment that was just written.
  mutating func add(_ segment: Segment, in file: StoredFile, age: VaultKeys.Age) {
    known.insert(segment.identity)
    names.insert(file)
    loose.append(
      Loose(file: file, identity: segment.identity, device: segment.device, age: age))
  }

  /// Adds a pack that was just written, of segments that are here.
  mutating func add(_ pack: StoredPack) {
    packs.append(pack)
    names.insert(pack.file)
    packNames.insert(pack.file)
    proved.packs.insert(pack.hash)
    covered.formUnion(pack.identities)
  }

  /// Notes the finding for a file that was just put here.
  mutating func note(_ place: StoredFile, _ finding: FileFindings.Finding) {
    findings.note(place, finding)
    names.insert(place)
    if place.kind != .segment, place.kind != .pack, finding == .good, let hash = place.hash {
      proved.others.insert(hash)
    }
  }

  /// Marks vouched segments as being under top keys now.
  mutating func resealed(_ identities: Set<ContentHash>) {
    for (identity, file) in vouched where identities.contains(identity) {
      leftovers.insert(file)
      vouched[identity] = nil
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
  mutating func forget(_ gone: Set<Loose>) {
    loose.removeAll(where: gone.contains)
    names.subtract(gone.map(\.file))
  }

  /// Forgets a file that was removed.
  mutating func forget(_ file: StoredFile) {
    names.remove(file)
    findings.forget(file)
    loose.removeAll { $0.file == file }
    packs.removeAll { $0.file == file }
    leftovers.remove(file)
    replacedPacks.removeAll { $0 == file }
  }

  /// Forgets a pack that was removed.
  mutating func forget(_ gone: StoredPack) {
    packs.removeAll { $0.file == gone.file }
    names.remove(gone.file)
  }
}
