internal import Glibc
internal import Sealing
internal import SystemPackage
internal import VaultFormat
internal import VaultStore

/// The meaning of a target's headers and notices for this vault.
struct Recognition {
  /// Whether the target contains no vault yet.
  var isEmpty = false
  /// Proved headers of this vault at the target that are not here.
  var newHeaders: [HeaderFiles.Candidate] = []
  /// Headers of this vault at the target that have wrong names, and their proper locations.
  var misnamed: [StoredFile: StoredFile] = [:]
  /// Headers and notices at the target that the key does not prove, or that are damaged.
  var refused = Receipt()
}

extension Vault {
  /// How many of the shortest files at a target are opened if nothing else identifies its vault.
  private static let sampleCount = 8

  /// Checks that a target belongs to this vault.
  ///
  /// - Throws: `SyncError.anotherVault`, `.noHeader`, `.partOfVault` or `.notEmpty`.
  func recognise(
    _ remote: [RemoteFile], _ there: KeyFilesThere, at target: SyncTarget,
    with transport: any Transport
  ) async throws(SyncError) -> Recognition {
    var recognition = Recognition()
    let others = remote.map(\.file).filter { $0.isLikeOurs && !$0.isLikeHeader }
    if there.headers.isEmpty && others.isEmpty {
      recognition.isEmpty = true
      // A repository may contain a page about its purpose.
      if case .git = target { return recognition }
      if !remote.isEmpty { throw .notEmpty }
      return recognition
    }
    var isOurs = false
    for candidate in there.found?.all ?? [] {
      // Headers under earlier keys stay where they are.
      if keys.header.earlier.contains(candidate.header.keyID) { isOurs = true }
      guard let bytes = candidate.bytes, isOwnHeader(bytes) else { continue }
      isOurs = true
      let proper = StoredFile(.vault, ContentHash(of: bytes.span))
      if isHere(proper) {
        if candidate.file != proper { recognition.misnamed[candidate.file] = proper }
      } else if candidate.header.keyID != keys.former?.id {
        recognition.newHeaders.append(candidate)
      }
    }
    recognition.refused = refused(among: remote, there)
    isOurs = isOurs || there.headers.contains { keyFiles.own.contains($0.inLowerCase.name) }
    // In a vault's inner folder, all files would seem misplaced.
    if !isOurs, there.headers.isEmpty, others.allSatisfy({ $0.folder == nil }) {
      throw .partOfVault
    }
    if !isOurs { isOurs = try await hasOurs(remote, there, with: transport) }
    guard isOurs else {
      if there.hasNoHeader { throw .noHeader(there.headers.map(\.name)) }
      let isKeyHere = hasKey(of: there)
      throw .anotherVault(isKeyHere: isKeyHere, keys: isKeyHere ? [] : there.claimedKeys)
    }
    return recognition
  }

  /// Whether a key of this vault proves this header of it.
  private func isOwnHeader(_ bytes: [UInt8]) -> Bool {
    ([keys.current, keys.former, keys.next].compactMap(\.self) + keys.rivals.map(\.key)).contains {
      key in
      guard let payload = try? key.openSecret(bytes.span, as: .vault) else { return false }
      return (try? VaultHeader(payload))?.vaultID == keys.vaultID
    }
  }

  /// Whether the key of another vault at a target is on this device, without asking for its passphrase.
  private func hasKey(of there: KeyFilesThere) -> Bool {
    guard let headers = there.found, let path = there.path else { return false }
    // The open vault names its key file, and then no other key file counts.
    var locations = locations
    locations.keyFile = nil
    do throws(VaultError) {
      _ = try KeySearch(locations: locations).keys(
        for: headers, noticesIn: [path], keyProvider: withoutPassphrase)
      return true
    } catch {
      return error == .passphraseNeeded
    }
  }

  private func refused(among remote: [RemoteFile], _ there: KeyFilesThere) -> Receipt {
    var receipt = Receipt()
    guard let path = there.path, let folder = try? Folder(path) else { return receipt }
    let lockedKeys = lockedKeys
    for carried in remote where carried.file.isLikeHeader || carried.localFile.kind == .notice {
      guard !isHere(carried.localFile),
        let opened = opened(carried, in: folder), !opened.isProved
      else { continue }
      receipt.refuse(carried, claiming: opened.header?.keyID, of: lockedKeys, in: folder)
    }
    return receipt
  }

  private func isHere(_ file: StoredFile) -> Bool {
    guard let folder = try? Self.openFolder(locations.vault) else { return false }
    return folder.holds(file.path)
  }

  /// Whether the key proves some file at a target, or a file there is also here.
  private func hasOurs(
    _ remote: [RemoteFile], _ there: KeyFilesThere, with transport: any Transport
  ) async throws(SyncError) -> Bool {
    let files = try contentsIndex().files
    if remote.contains(where: { files.contains($0.localFile) && !$0.file.isLikeHeader }) {
      return true
    }
    let held = keys.current
    if let path = there.path, let folder = try? Folder(path),
      !SuccessorNotice.all(in: folder, under: held).isEmpty
    {
      return true
    }
    let sample = remote.filter { $0.localFile.kind == .segment || $0.localFile.kind == .pack }
      .sorted { ($0.byteCount, $0.file) < ($1.byteCount, $1.file) }
      .prefix(Self.sampleCount).map(\.file)
    guard !sample.isEmpty else { return false }
    let path = try await SyncError.there { () throws(TransportProblem) in
      try await transport.fetch(sample)
    }
    guard let folder = try? Folder(path) else { return false }
    return sample.contains { OpenedFile($0, in: folder, held)?.isProved ?? false }
  }
}
