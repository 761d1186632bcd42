internal import Glibc
internal import Sealing
internal import SystemPackage

/// Whose files are at a target.
struct Recognition {
  /// Nothing of a vault is there yet.
  var isEmpty = false
  /// Headers there that are not here and count.
  var newHeaders: [HeaderFiles.Candidate] = []
  /// Headers there that count no more, or are there twice.
  var idleHeaders: [StoredFile] = []
  /// Headers and notices there that no held key proves, or that are damaged.
  var refused = Receipt()
}

extension Vault {
  /// So many of the shortest files at a target tell whose it is, where nothing else does.
  private static let sampleCount = 8

  /// Makes sure that a target is this vault's.
  ///
  /// - Parameters:
  ///   - remote: what is there.
  ///   - there: the headers and notices among it.
  ///   - target: where that is.
  ///   - carrier: what brings it.
  /// - Returns: what is to be done with the headers there.
  /// - Throws: `SyncError.anotherVault`, `.noHeader`, `.partOfVault` or `.notEmpty`.
  func recognise(
    _ remote: [CarriedFile], _ there: KeyFilesThere, at target: SyncTarget,
    with carrier: any Carrier
  ) async throws(SyncError) -> Recognition {
    var recognition = Recognition()
    let others = remote.map(\.file).filter { $0.isLikeOurs && !$0.isLikeHeader }
    if there.headers.isEmpty && others.isEmpty {
      recognition.isEmpty = true
      // A repository may well have a page that tells what it is for.
      if case .git = target { return recognition }
      if !remote.isEmpty { throw .notEmpty }
      return recognition
    }
    var isOurs = false
    for candidate in there.found?.all ?? [] {
      guard let key = keys[candidate.header.keyID], let bytes = candidate.bytes,
        let payload = try? key.openSecret(bytes.span, as: .vault)
      else { continue }
      // What headers under replaced keys tell does not count.
      if keys.age(of: key.id) == .carried {
        isOurs = true
        continue
      }
      guard case .header(let header) = try? VaultHeader.read(payload, under: key.id)
      else { continue }
      isOurs = true
      let place = StoredFile(.vault, ContentHash(of: bytes.span))
      if isIdle(header, under: key.id) || place != candidate.file && isHere(place) {
        recognition.idleHeaders.append(candidate.file)
      } else if !isHere(place) {
        recognition.newHeaders.append(candidate)
      }
    }
    recognition.refused = refused(among: remote, there)
    isOurs = isOurs || there.headers.contains { keyFiles.own.contains($0.name) }
    // A vault's inner folder: what is there would be taken for files that lost their places.
    if !isOurs, there.headers.isEmpty, others.allSatisfy({ $0.folder == nil }) {
      throw .partOfVault
    }
    if !isOurs { isOurs = try await hasOurs(remote, there, with: carrier) }
    guard isOurs else {
      throw there.hasNoHeader ? .noHeader(there.headers.map(\.name)) : .anotherVault
    }
    return recognition
  }

  /// The headers and notices there that no held key proves, or that are damaged.
  private func refused(among remote: [CarriedFile], _ there: KeyFilesThere) -> Receipt {
    var receipt = Receipt()
    guard let place = there.place, let folder = try? Folder(place) else { return receipt }
    let lockedKeys = lockedKeys
    for carried in remote where carried.file.isLikeHeader || carried.file.kind == .notice {
      guard !isHere(carried.file), let opened = OpenedFile(carried.file, in: folder, keys),
        !opened.isProved
      else { continue }
      receipt.refuse(carried, claiming: opened.header?.keyID, of: lockedKeys, in: folder)
    }
    return receipt
  }

  /// Whether a header tells nothing that others here do not.
  func isIdle(_ header: VaultHeader, under id: KeyID) -> Bool {
    switch keys.age(of: id) {
    case .finished: true
    case .carried: false
    case .top: id == keyID && keys.isSettled && header.carried.contains { !$0.isFinished }
    }
  }

  private func isHere(_ file: StoredFile) -> Bool {
    guard let folder = try? Self.openFolder(locations.vault) else { return false }
    return folder.holds(file.path)
  }

  /// Whether a held key proves some file at a target, or it is known here by its name.
  private func hasOurs(
    _ remote: [CarriedFile], _ there: KeyFilesThere, with carrier: any Carrier
  ) async throws(SyncError) -> Bool {
    let files = try index().files
    if remote.contains(where: { files.contains($0.file) && !$0.file.isLikeHeader }) { return true }
    let held = keys
    if let place = there.place, let folder = try? Folder(place),
      !SuccessorNotice.all(in: folder, opening: { held[$0] }).isEmpty
    {
      return true
    }
    let sample = remote.filter { $0.file.kind == .segment || $0.file.kind == .pack }
      .sorted { ($0.byteCount, $0.file) < ($1.byteCount, $1.file) }
      .prefix(Self.sampleCount).map(\.file)
    guard !sample.isEmpty else { return false }
    let place = try await SyncError.there { () throws(CarrierProblem) in
      try await carrier.fetch(sample)
    }
    guard let folder = try? Folder(place) else { return false }
    return sample.contains { OpenedFile($0, in: folder, held)?.isProved ?? false }
  }

  /// Puts headers into the vault's folder, under their own names.
  ///
  /// - Returns: how many were not there, and their bytes together.
  func keep(_ headers: [HeaderFiles.Candidate]) throws(VaultError) -> (count: Int, byteCount: Int) {
    guard !headers.isEmpty else { return (0, 0) }
    let folder = try Self.openFolder(locations.vault)
    // Nobody saves meanwhile under a key that is no longer the vault's.
    let device = try lockDevice(patience: patience)
    knownIndex = nil
    let added = try Self.put(headers.compactMap(\.bytes), in: folder, at: locations.vault)
    _ = consume device
    return added
  }
}
