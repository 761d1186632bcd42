internal import Glibc
internal import Sealing
internal import SystemPackage

/// The vault files at a target that are not known here, brought once in each round.
struct MarkersThere {
  /// The most that are brought: a vault has up to 1,000 epochs (`VaultMarker.epochLimit`), each with the file
  /// that began it and one that finished it.
  static let countLimit = 2 * VaultMarker.epochLimit

  let files: [StoredFile]
  let found: Markers
  /// The ids of the vaults whose files they are, by their names, as far as keys here tell.
  private(set) var owners: [String: KeyID] = [:]

  /// Brings those that can be vault files by their lengths, and of too many the longest: these are of the latest
  /// epochs.
  init(
    _ remote: [CarriedFile], besides known: Set<String>, with carrier: any Carrier
  ) async throws(SyncError) {
    let unknown = remote.filter { $0.file.isLikeMarker && !known.contains($0.file.name) }
    let wanted = unknown.filter { $0.byteCount <= StoredKind.vault.byteLimit }
      .sorted { ($1.byteCount, $0.file.name) < ($0.byteCount, $1.file.name) }
      .prefix(Self.countLimit).map(\.file)
    files = unknown.map(\.file)
    guard !wanted.isEmpty else {
      found = Markers()
      return
    }
    let place = try await SyncError.there { () throws(CarrierProblem) in
      try await carrier.fetch(wanted)
    }
    do throws(SystemFailure) {
      found = try Markers(in: try Folder(place), only: Set(wanted.map(\.name)))
    } catch {
      throw .carrier(.system(Errno(rawValue: error.code), place))
    }
  }

  /// Finds out whose they are, where that matters to a vault: first keys are known by themselves.
  ///
  /// A key with a passphrase is asked for; one that is not given proves nothing.
  mutating func prove(to vault: Vault, _ finding: KeyFinding, unlocking unlock: Vault.Unlocking)
    async
  {
    for marker in found.all where marker.header.epoch > 0 {
      if await vault.opens(marker.header.keyID) { continue }
      owners[marker.file.name] = finding.vaultID(of: marker, unlocking: unlock)
    }
  }

  /// Why the key of one of them was not unlocked, if it was asked for.
  func refusal(_ keys: UnlockedKeys) -> VaultError? {
    found.all.lazy.compactMap { keys.refusals[$0.header.keyID] }.first
  }
}
