internal import Sealing
internal import VaultFormat

/// What becomes of a vault's files after they were read.
extension VaultContents {
  /// Knows nothing.
  init() {}

  /// Hands the segments over to who keeps them.
  mutating func takeSegments() -> [Segment] {
    defer { segments = [] }
    return segments
  }

  /// Takes in a segment that was read from a file.
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

  /// Takes in a segment that was just written.
  mutating func add(_ segment: Segment, in file: StoredFile, age: VaultKeys.Age) {
    known.insert(segment.identity)
    names.insert(file)
    loose.append(
      Loose(file: file, identity: segment.identity, device: segment.device, age: age))
  }

  /// Takes in a pack that was just written, of segments that are here.
  mutating func add(_ pack: StoredPack) {
    packs.append(pack)
    names.insert(pack.file)
    packNames.insert(pack.file)
    proved.packs.insert(pack.hash)
    covered.formUnion(pack.wholeIdentities)
  }

  /// Notes what a file is that was just put here.
  mutating func note(_ place: StoredFile, _ finding: FileFindings.Finding) {
    findings.note(place, finding)
    names.insert(place)
    if place.kind != .segment, place.kind != .pack, finding == .good, let hash = place.hash {
      proved.others.insert(hash)
    }
  }

  /// What was vouched for is under top keys now.
  mutating func resealed(_ identities: Set<ContentHash>) {
    for (identity, file) in vouched where identities.contains(identity) {
      leftovers.append(
        Finished(
          file: file, hash: identity, holdings: Holdings(of: [], .segment, identity), payload: []))
      vouched[identity] = nil
    }
  }

  /// A file got its own name back.
  mutating func rename(_ file: StoredFile, to place: StoredFile) {
    findings.forget(file)
    names.remove(file)
    names.insert(place)
    findings.note(place, place.hash == nil ? .misnamed : .good)
    for index in loose.indices where loose[index].file == file { loose[index].file = place }
    for index in packs.indices where packs[index].file == file { packs[index].file = place }
    if place.kind == .pack { packNames.insert(place) }
  }

  /// Drops what was cleared away.
  mutating func forget(_ gone: Set<Loose>) {
    loose.removeAll(where: gone.contains)
    names.subtract(gone.map(\.file))
  }

  /// Drops what was cleared away.
  mutating func forget(_ file: StoredFile) {
    names.remove(file)
    findings.forget(file)
    loose.removeAll { $0.file == file }
    packs.removeAll { $0.file == file }
    leftovers.removeAll { $0.file == file }
    replacedPacks.removeAll { $0 == file }
  }

  /// Drops what was cleared away.
  mutating func forget(_ gone: StoredPack) {
    packs.removeAll { $0.file == gone.file }
    names.remove(gone.file)
  }
}
