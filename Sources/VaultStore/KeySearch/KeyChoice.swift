internal import Glibc
internal import Sealing
internal import SystemPackage
internal import VaultFormat

// The third step: chooses the folder's vault among the proved ones, and the vault's key.

extension KeySearch {
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
    // A replaced key does not decide which vault this is.
    let candidates = Self.candidates(proved)
    let vaults = Dictionary(grouping: candidates, by: \.header.vaultID)
    guard vaults.count > 1 else {
      return proved.filter { $0.header.vaultID == vaults.keys.first }.nonEmpty
    }
    let known = candidates.compactMap { proved in
      lastUse(of: proved).map { (vault: proved.header.vaultID, at: $0) }
    }
    guard let last = known.max(by: { $0.at < $1.at }) else {
      throw .severalVaults(
        vaults.keys.map { id in
          SeveralVaults(id: id, keyFiles: Self.candidates(vaults[id] ?? []).map(\.path))
        }.sorted { $0.id < $1.id })
    }
    return proved.filter { $0.header.vaultID == last.vault }
  }

  /// Determines which key is the vault's: `Format.md`, section 8.
  ///
  /// `own` are the vault's proved headers; `absent` is the key that this machine last saved under, if it has no
  /// header.
  func found(
    _ own: sending [Proved], and absent: sending [DerivedKeys], noticesIn folders: [FilePath]
  ) -> sending FoundKeys {
    let candidates = Self.candidates(own)
    var standing = candidates.filter { candidate in
      !candidates.contains { other in
        other.keys.id != candidate.keys.id && other.header.replaces(candidate.keys)
          // Two people decided differently at once, or someone with the older key copied a notice.
          && !candidate.header.replaces(other.keys)
      }
    }
    // Only forged headers replace one another in a circle.
    if standing.isEmpty { standing = candidates }
    // Anyone with a replaced key can make headers under it.
    let last = DeviceMemory.lastKey(
      in: DeviceMemory.folder(at: locations, standing[0].header.secrets))
    standing.sort { $0.keys.id < $1.keys.id }
    var current =
      standing.first { $0.keys.id == last }
      ?? standing.first { !isReplaced([$0], in: folders) } ?? standing[0]
    let replaced = own.filter { proved in
      !standing.contains { $0.keys.id == proved.keys.id }
        && own.contains { $0.header.replaces(proved.keys) }
    }
    // The newest keys here may all have been replaced, too, and show nothing: until a successor arrives, this device
    // stays with the key that it last used.
    var next: DerivedKeys?
    if let kept = replaced.first(where: { $0.keys.id == last }), isReplaced([current], in: folders)
    {
      next = current.keys
      current = kept
    }
    // A named key file is not moved: only this device's state shows whether it moved to the new key.
    var former = next == nil ? replaced.first { $0.keys.id == last }?.keys : nil
    if former == nil { former = absent.first { key in own.contains { $0.header.replaces(key) } } }
    // A state under a key that is not here means that the folder is older than this device remembers.
    if former == nil, next == nil, last == nil || last == current.keys.id {
      former = replaced.first { $0.path.removingLastComponent() == locations.keyDirectory }?.keys
    }
    // Without keys of other vaults.
    let others = Set((replaced + own.filter(\.isRetired)).map { $0.keys.id })
      .union(locate(current.header.earlier).map(\.id))
    let keys = VaultKeys(
      current.keys, current.header, isRetired: current.isRetired,
      retired: others.subtracting([current.keys.id]),
      former: former, next: next,
      rivals: standing.filter { other in
        next == nil && other.keys.id != current.keys.id
          // Another decision would not resolve what people decided differently.
          && !(other.header.replaces(current.keys) && current.header.replaces(other.keys))
      }.map { ($0.keys, $0.header) })
    return FoundKeys(keys: keys, keyFile: current.path, headers: own.flatMap(\.files))
  }

  /// The key that this machine last saved under, if it was replaced and has no header here.
  func lastWithoutHeader(_ own: [Proved]) -> KeyID? {
    let last = DeviceMemory.lastKey(in: DeviceMemory.folder(at: locations, own[0].header.secrets))
    guard let last, own.contains(where: { $0.header.earlier.contains(last) }),
      !own.contains(where: { $0.keys.id == last })
    else { return nil }
    return last
  }

  /// The keys of a vault that are not retired, or all if there are only retired ones.
  private static func candidates(_ own: [Proved]) -> [Proved] {
    own.contains { !$0.isRetired } ? own.filter { !$0.isRetired } : own
  }

  /// The proved header of the vault whose key file was named.
  func named(among proved: [Proved], _ located: [Located]) -> Proved? {
    let named = located.filter(isNamed)
    return proved.first { proved in named.contains { $0.id == proved.keys.id } }
  }

  /// Whether a key's file was named, even if it has been retired since.
  func isNamed(_ key: Located) -> Bool {
    guard let file = locations.keyFile else { return false }
    return key.path == file || key.path == locations.staged(file)
      || key.isRetired && file == locations.keyDirectory.appending(key.id.description)
  }

  func isNamed(_ proved: [Proved], _ located: [Located]) -> Bool {
    named(among: proved, located) != nil
  }

  /// Whether one of these keys proves a notice that it was replaced.
  func isReplaced(_ proved: [Proved], in folders: [FilePath]) -> Bool {
    folders.contains { path in
      guard let folder = try? Folder(path) else { return false }
      return proved.contains { !SuccessorNotice.all(in: folder, under: $0.keys).isEmpty }
    }
  }

  /// Whether this machine last saved under this key in this folder.
  func wasLastUsed(_ id: KeyID, _ proved: [Proved]) -> Bool {
    proved.contains { proved in
      DeviceMemory.lastKey(in: DeviceMemory.folder(at: locations, proved.header.secrets)) == id
    }
  }

  /// Whether this machine has used the folder as this vault.
  func isRemembered(_ proved: Proved) -> Bool { lastUse(of: proved) != nil }

  /// When this machine last used the folder as this vault, in nanoseconds since 1970.
  func lastUse(of proved: Proved) -> Int64? {
    DeviceMemory.lastUse(in: DeviceMemory.folder(at: locations, proved.header.secrets))
  }
}

extension Array {
  /// The array, unless it is empty.
  fileprivate var nonEmpty: Self? { isEmpty ? nil : self }
}

extension KeyID {
  /// An id that no vault has.
  fileprivate static var none: KeyID? { KeyID([UInt8](repeating: 0, count: byteCount)) }
}
