internal import Cards
internal import Sealing
internal import SystemPackage
internal import VaultFormat
internal import VaultStore

/// The unknown headers and notices at a target, fetched once per round.
struct KeyFilesThere {
  /// The files at the target named like headers, known ones included.
  let headers: [StoredFile]
  /// The new ones among them.
  let found: HeaderFiles?
  /// The folder that they were fetched to; `nil` if there is nothing new.
  let place: FilePath?
  /// The files that were requested.
  let asked: Set<RemoteFile>

  /// Whether there are files named like headers, but none has a header's form.
  var hasNoHeader: Bool { !headers.isEmpty && found.map(\.all.isEmpty) ?? false }

  /// Fetches them.
  ///
  /// - Parameters:
  ///   - remote: the files at the target.
  ///   - known: the paths of those that are here.
  ///   - refused: files refused before, requested last or not at all.
  ///   - isThorough: whether to request all refused files again.
  ///   - transport: fetches the files.
  /// - Throws: `SyncError.transport`.
  init(
    _ remote: [RemoteFile], besides known: Set<String>, refused: Refusals, isThorough: Bool,
    with transport: any Transport
  ) async throws(SyncError) {
    headers = remote.map(\.file).filter(\.isLikeHeader)
    let isNew = { (carried: RemoteFile) in
      !known.contains(carried.place.path) && carried.byteCount <= StoredKind.vault.byteLimit
    }
    let new = { (named: [RemoteFile]) in
      let new = named.filter(isNew)
      let fresh = new.filter { !refused.all.contains($0) }
        .sorted { ($0.byteCount, $0.file) < ($1.byteCount, $1.file) }
      // In random order, so that none is delayed by others forever.
      let again = new.filter((isThorough ? refused.all : refused.undecided).contains).shuffled()
      return (fresh + again).prefix(Receipt.countLimit)
    }
    let newHeaders = new(remote.filter(\.file.isLikeHeader))
    let wanted = newHeaders + new(remote.filter { $0.place.kind == .notice })
    asked = Set(wanted)
    guard !wanted.isEmpty else {
      (found, place) = (nil, nil)
      return
    }
    let count = WorkMeter.begin(.comparing)
    defer { count.end() }
    let place = try await SyncError.there { () throws(TransportProblem) in
      try await transport.fetch(wanted.map(\.file))
    }
    self.place = place
    do throws(VaultError) {
      found = try HeaderFiles(in: place, only: Set(newHeaders.map(\.file.name)))
    } catch {
      throw .transport(TransportProblem(error))
    }
  }
}

extension KeyFinding {
  /// Finds the key of the vault here, using the headers at a target too; without a vault here, those of the
  /// vault there.
  ///
  /// - Parameters:
  ///   - headers: those in the vault's folder; `nil` if there is no vault.
  ///   - there: those at the target.
  ///   - unlock: returns the root of a key wrapped with a passphrase.
  ///   - shown: what was shown before the target's headers were added, if these have another key: files under it may
  ///     not be here yet.
  /// - Returns: the key.
  /// - Throws: like the function for the headers of one folder.
  func keys(
    for headers: HeaderFiles?, and there: KeyFilesThere, keyProvider unlock: KeyProvider,
    shown: inout [CardID: Vault.CardEntry]?
  ) throws(VaultError) -> sending FoundKeys {
    var problem: VaultError?
    var earlier: VaultKeys?
    if let headers {
      do throws(VaultError) {
        let found = try keys(for: headers, noticesIn: [locations.vault], keyProvider: unlock)
        guard there.place != nil else { return found }
        earlier = found.keys
      } catch {
        // The target may have whatever is missing here.
        switch error {
        case .keyReplaced, .keyFile(.missing, _), .wrongKey, .damaged, .vaultFileMissing,
          // A new key's header may be there, and its key be without a passphrase.
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
        for: all, noticesIn: [locations.vault] + [there.place].compactMap { $0 },
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
