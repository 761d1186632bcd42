internal import Cards
internal import Sealing
internal import SystemPackage
internal import VaultFormat
internal import VaultStore

/// The headers and notices at a target; new ones are fetched once per round.
struct KeyFilesThere {
  /// The files at the target that are named like headers, including known ones.
  let headers: [StoredFile]
  /// The new headers.
  let found: HeaderFiles?
  /// The folder with the fetched files; `nil` if nothing is new.
  let path: FilePath?
  /// The requested files.
  let asked: Set<RemoteFile>

  /// Whether there are files named like headers, but none looks like one.
  var hasNoHeader: Bool { !headers.isEmpty && found.map(\.all.isEmpty) ?? false }

  /// The keys that the new headers claim.
  var claimedKeys: [KeyID] { Set(found?.all.map(\.header.keyID) ?? []).sorted() }

  /// Fetches the new ones among the files at a target.
  ///
  /// `known` are the paths of those that are here. Undecided refused files are requested last; with `isThorough`, all
  /// refused files.
  ///
  /// - Throws: `SyncError.transport`.
  init(
    _ remote: [RemoteFile], except known: Set<String>, refused: Refusals, isThorough: Bool,
    with transport: any Transport
  ) async throws(SyncError) {
    headers = remote.map(\.file).filter(\.isLikeHeader)
    let isNew = { (carried: RemoteFile) in
      !known.contains(carried.localFile.path) && carried.byteCount <= StoredKind.vault.byteLimit
    }
    let new = { (named: [RemoteFile]) in
      let new = named.filter(isNew)
      let fresh = new.filter { !refused.all.contains($0) }
        .sorted { ($0.byteCount, $0.file) < ($1.byteCount, $1.file) }
      // In random order, so that no file is delayed forever.
      let again = new.filter((isThorough ? refused.all : refused.undecided).contains).shuffled()
      return (fresh + again).prefix(Receipt.countLimit)
    }
    let newHeaders = new(remote.filter(\.file.isLikeHeader))
    let wanted = newHeaders + new(remote.filter { $0.localFile.kind == .notice })
    asked = Set(wanted)
    guard !wanted.isEmpty else {
      (found, path) = (nil, nil)
      return
    }
    let count = WorkMeter.begin(.comparing)
    defer { count.end() }
    let path = try await SyncError.there { () throws(TransportProblem) in
      try await transport.fetch(wanted.map(\.file))
    }
    self.path = path
    do throws(VaultError) {
      found = try HeaderFiles(in: path, only: Set(newHeaders.map(\.file.name)))
    } catch {
      throw .transport(TransportProblem(error))
    }
  }
}

extension KeySearch {
  /// Finds the key of the vault here, also with the headers at a target; without a vault here (`headers` is `nil`),
  /// that of the vault there.
  ///
  /// If the target's headers have another key, `shown` becomes what the key here shows: files under the new key may
  /// not be here yet.
  ///
  /// - Throws: like `keys` for the headers of one folder.
  func keys(
    for headers: HeaderFiles?, and there: KeyFilesThere, keyProvider unlock: KeyProvider,
    shown: inout [CardID: Vault.CardEntry]?
  ) throws(VaultError) -> sending FoundKeys {
    var problem: VaultError?
    var earlier: VaultKeys?
    if let headers {
      do throws(VaultError) {
        let found = try keys(for: headers, noticesIn: [locations.vault], keyProvider: unlock)
        guard there.path != nil else { return found }
        earlier = found.keys
      } catch {
        // The target may have what is missing here.
        switch error {
        case .keyReplaced, .keyFile(.missing, _), .wrongKey, .damaged, .vaultFileMissing,
          // The header of a new key without a passphrase may be there.
          .passphraseNeeded, .passphrase, .wrongPassphrase:
          problem = error
        default: throw error
        }
      }
    }
    var all = headers ?? there.found
    if headers != nil, let found = there.found { all?.add(found) }
    guard let all else { throw problem ?? .noVault(locations.vault) }
    do throws(VaultError) {
      let found = try keys(
        for: all, noticesIn: [locations.vault] + [there.path].compactMap { $0 },
        of: earlier?.vaultID, keyProvider: unlock)
      if let earlier, earlier.current.id != found.keys.current.id {
        shown = try? Vault.entries(at: locations, under: earlier.current)
      }
      return found
    } catch {
      throw problem ?? error
    }
  }
}
