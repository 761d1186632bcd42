internal import Glibc
internal import Sealing
internal import SystemPackage
internal import VaultFormat
internal import VaultStore

/// What the headers and notices at a target show about its vault.
struct Recognition {
  /// The target contains no vault yet.
  var isEmpty = false
  /// Headers at the target that count and are not here.
  var newHeaders: [HeaderFiles.Candidate] = []
  /// Headers at the target that no longer count, or are duplicates.
  var idleHeaders: [StoredFile] = []
  /// Headers and notices at the target that no held key proves, or that are damaged.
  var refused = Receipt()
}

extension Vault {
  /// How many of the shortest files at a target are checked to recognise its vault, if nothing else does.
  private static let sampleCount = 8

  /// Checks that a target belongs to this vault.
  ///
  /// - Returns: what to do with the headers there.
  /// - Throws: `SyncError.anotherVault`, `.noHeader`, `.partOfVault` or `.notEmpty`.
  func recognise(
    _ remote: [RemoteFile], _ there: KeyFilesThere, at target: SyncTarget,
    with transport: any Transport
  ) async throws(SyncError) -> Recognition {
    var recognition = Recognition()
    let others = remote.map(\.file).filter { $0.isLikeOurs && !$0.isLikeHeader }
    if there.headers.isEmpty && others.isEmpty {
      recognition.isEmpty = true
      // A repository may contain a page that explains its purpose.
      if case .git = target { return recognition }
      if !remote.isEmpty { throw .notEmpty }
      return recognition
    }
    var isOurs = false
    for candidate in there.found?.all ?? [] {
      guard let key = keys[candidate.header.keyID], let bytes = candidate.bytes,
        let payload = try? key.openSecret(bytes.span, as: .vault)
      else { continue }
      // The contents of headers under replaced keys do not count.
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
    isOurs = isOurs || there.headers.contains { keyFiles.own.contains($0.inLowerCase.name) }
    // A vault's inner folder: its files would be mistaken for misplaced ones.
    if !isOurs, there.headers.isEmpty, others.allSatisfy({ $0.folder == nil }) {
      throw .partOfVault
    }
    if !isOurs { isOurs = try await hasOurs(remote, there, with: transport) }
    guard isOurs else {
      throw there.hasNoHeader
        ? .noHeader(there.headers.map(\.name)) : .anotherVault(isKeyHere: hasKey(of: there))
    }
    return recognition
  }

  /// Whether the key of another vault at a target is on this device; nobody is asked for its passphrase.
  private func hasKey(of there: KeyFilesThere) -> Bool {
    guard let headers = there.found, let place = there.place else { return false }
    // The open vault names its own key file, beside which no other counts.
    var locations = locations
    locations.keyFile = nil
    do throws(VaultError) {
      _ = try KeyFinding(locations: locations).keys(
        for: headers, noticesIn: [place], keyProvider: withoutPassphrase)
      return true
    } catch {
      return error == .passphraseNeeded
    }
  }

  /// The headers and notices at the target that no held key proves, or that are damaged.
  private func refused(among remote: [RemoteFile], _ there: KeyFilesThere) -> Receipt {
    var receipt = Receipt()
    guard let place = there.place, let folder = try? Folder(place) else { return receipt }
    let lockedKeys = lockedKeys
    for carried in remote where carried.file.isLikeHeader || carried.place.kind == .notice {
      guard !isHere(carried.place), let opened = OpenedFile(carried.file, in: folder, keys),
        !opened.isProved
      else { continue }
      receipt.refuse(carried, claiming: opened.header?.keyID, of: lockedKeys, in: folder)
    }
    return receipt
  }

  private func isHere(_ file: StoredFile) -> Bool {
    guard let folder = try? Self.openFolder(locations.vault) else { return false }
    return folder.holds(file.path)
  }

  /// Whether a held key proves some file at a target, or the name of one is known here.
  private func hasOurs(
    _ remote: [RemoteFile], _ there: KeyFilesThere, with transport: any Transport
  ) async throws(SyncError) -> Bool {
    let files = try contentsIndex().files
    if remote.contains(where: { files.contains($0.place) && !$0.file.isLikeHeader }) { return true }
    let held = keys
    if let place = there.place, let folder = try? Folder(place),
      !SuccessorNotice.all(in: folder, opening: { held[$0] }).isEmpty
    {
      return true
    }
    let sample = remote.filter { $0.place.kind == .segment || $0.place.kind == .pack }
      .sorted { ($0.byteCount, $0.file) < ($1.byteCount, $1.file) }
      .prefix(Self.sampleCount).map(\.file)
    guard !sample.isEmpty else { return false }
    let place = try await SyncError.there { () throws(TransportProblem) in
      try await transport.fetch(sample)
    }
    guard let folder = try? Folder(place) else { return false }
    return sample.contains { OpenedFile($0, in: folder, held)?.isProved ?? false }
  }
}
