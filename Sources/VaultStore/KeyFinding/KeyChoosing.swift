internal import Glibc
internal import Sealing
internal import SystemPackage
internal import VaultFormat

/// The third step: decides which of the proved vaults the folder is, and which of its keys count.
extension KeyFinding {
  /// The proved headers of the folder's vault; `nil` if none is proved.
  func choose(
    among proved: sending [Proved], _ located: [Located], of vaultID: KeyID?
  ) throws(VaultError) -> sending [Proved]? {
    var proved = proved
    // A named key file decides.
    let vaultID =
      locations.keyFile == nil
      ? vaultID : named(among: proved, located)?.header.vaultID ?? KeyID.none
    if let vaultID { proved = proved.filter { $0.header.vaultID == vaultID } }
    let vaults = Dictionary(grouping: proved, by: \.header.vaultID)
    guard vaults.count > 1 else { return vaults.first?.value }
    let known = proved.compactMap { proved in
      lastUse(of: proved).map { (vault: proved.header.vaultID, at: $0) }
    }
    guard let last = known.max(by: { $0.at < $1.at }) else {
      throw .severalVaults(
        vaults.keys.map { id in
          SeveralVaults(id: id, keyFiles: (vaults[id] ?? []).map(\.path))
        }.sorted { $0.id.description < $1.id.description })
    }
    return vaults[last.vault]
  }

  /// Determines which keys count.
  func found(
    _ own: sending [Proved]
  ) throws(VaultError) -> sending FoundKeys {
    let state = try DeviceMemory.folder(at: locations, first: own[0].first)
    let headers = Dictionary(
      own.map { ($0.keys.id, $0.header) }, uniquingKeysWith: { $0.combined(with: $1) })
    let carriedFiles = headers.values.flatMap(\.carried)
      .map { locations.keyDirectory.appending($0.keys.id.description) }
    let staged = (own.map(\.path) + carriedFiles)
      .compactMap { try? KeyFile.read(locations.staged($0).string).keyID }
    guard
      let keys = VaultKeys(
        headers, own.map(\.keys), last: DeviceMemory.lastKey(in: state),
        staged: Set(staged)),
      let current = own.first(where: { $0.keys.id == keys.current.id })
    else { throw .damaged(own.flatMap(\.files).map(\.file.name)) }
    return FoundKeys(keys: keys, keyFile: current.path, headers: own.flatMap(\.files))
  }

  /// The proved header of the vault whose key file was named.
  func named(among proved: [Proved], _ located: [Located]) -> Proved? {
    let named = located.filter(isNamed)
    return proved.first { proved in named.contains { proved.knows($0.id) } }
  }

  /// Whether a key's file was named.
  func isNamed(_ key: Located) -> Bool {
    guard let file = locations.keyFile else { return false }
    return key.path == file || key.path == locations.staged(file)
  }

  func isNamed(_ proved: [Proved], _ located: [Located]) -> Bool {
    named(among: proved, located) != nil
  }

  /// Whether a notice that these keys prove names a key.
  func names(_ id: KeyID, _ folders: [FilePath], _ proved: [Proved]) -> Bool {
    let keys = Dictionary(
      proved.flatMap { [$0.keys] + $0.header.carried.map(\.keys) }.map { ($0.id, $0) },
      uniquingKeysWith: { first, _ in first })
    return folders.contains { path in
      guard let folder = try? Folder(path) else { return false }
      return SuccessorNotice.all(in: folder) { keys[$0] }.contains { $0.key == id }
    }
  }

  /// Whether this machine last saved under this key here.
  func wasLastUsed(_ id: KeyID, _ proved: [Proved]) -> Bool {
    proved.contains { proved in
      (try? DeviceMemory.folder(at: locations, first: proved.first))
        .flatMap { DeviceMemory.lastKey(in: $0) } == id
    }
  }

  /// Whether this machine has worked with the folder as this vault.
  func isRemembered(_ proved: Proved) -> Bool { lastUse(of: proved) != nil }

  /// When it last did so, in nanoseconds.
  func lastUse(of proved: Proved) -> Int64? {
    guard let path = try? DeviceMemory.folder(at: locations, first: proved.first) else {
      return nil
    }
    return DeviceMemory.lastUse(in: path)
  }
}

extension KeyID {
  /// An id that no vault has.
  fileprivate static var none: KeyID? { KeyID([UInt8](repeating: 0, count: byteCount)) }
}
