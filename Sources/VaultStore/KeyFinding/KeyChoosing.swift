internal import Glibc
internal import Sealing
internal import SystemPackage
internal import VaultFormat

/// The third step: decides which of the proved vaults the folder is, and which key is its own.
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
    // A key that was replaced does not decide which vault it is.
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
  /// - Parameters:
  ///   - own: the proved headers of the vault.
  ///   - absent: the key that this machine last saved under, if it has no header here.
  ///   - folders: where notices may be.
  /// - Returns: the key.
  func found(
    _ own: sending [Proved], and absent: sending [DerivedKeys], noticesIn folders: [FilePath]
  ) -> sending FoundKeys {
    let candidates = Self.candidates(own)
    var standing = candidates.filter { candidate in
      !candidates.contains { other in
        other.keys.id != candidate.keys.id && other.header.replaces(candidate.keys)
          // Two people decided otherwise at once, or someone with the older key copied a notice.
          && !candidate.header.replaces(other.keys)
      }
    }
    // Only headers that nobody makes replace one another in a circle.
    if standing.isEmpty { standing = candidates }
    // Anyone with a replaced key can make headers under it.
    let last = DeviceMemory.lastKey(
      in: DeviceMemory.folder(at: locations, standing[0].header.secrets))
    standing.sort { $0.keys.id < $1.keys.id }
    var current = standing.first { $0.keys.id == last } ?? standing[0]
    let replaced = own.filter { proved in
      !standing.contains { $0.keys.id == proved.keys.id }
        && own.contains { $0.header.replaces(proved.keys) }
    }
    // A key that was replaced, too, may show nothing any more: until the last one is here, what is here stays shown.
    var next: DerivedKeys?
    if let kept = replaced.first(where: { $0.keys.id == last }), isReplaced([current], in: folders)
    {
      next = current.keys
      current = kept
    }
    // A named file stays where it is: only this device's state shows that it moved.
    var former = next == nil ? replaced.first { $0.keys.id == last }?.keys : nil
    if former == nil { former = absent.first { key in own.contains { $0.header.replaces(key) } } }
    // If it is sealed under a key that is not here, the folder is older than what this device remembers.
    if former == nil, next == nil, last == nil || last == current.keys.id {
      former = replaced.first { $0.path.removingLastComponent() == locations.keyDirectory }?.keys
    }
    // Those of other vaults do not concern this one.
    let others = Set((replaced + own.filter(\.isRetired)).map { $0.keys.id })
      .union(locate(current.header.earlier).map(\.id))
    let keys = VaultKeys(
      current.keys, current.header, isRetired: current.isRetired,
      retired: others.subtracting([current.keys.id]),
      former: former, next: next,
      rivals: standing.filter { other in
        next == nil && other.keys.id != current.keys.id
          // Where people decided otherwise, another decision would not end it.
          && !(other.header.replaces(current.keys) && current.header.replaces(other.keys))
      }.map { ($0.keys, $0.header) })
    return FoundKeys(keys: keys, keyFile: current.path, headers: own.flatMap(\.files))
  }

  /// The key that this machine last saved under, if it was replaced and no header here proves it.
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

  /// Whether a key's file was named, also if it was retired since.
  func isNamed(_ key: Located) -> Bool {
    guard let file = locations.keyFile else { return false }
    return key.path == file || key.path == locations.staged(file)
      || key.isRetired && file == locations.keyDirectory.appending(key.id.description)
  }

  func isNamed(_ proved: [Proved], _ located: [Located]) -> Bool {
    named(among: proved, located) != nil
  }

  /// Whether a notice that one of these keys proves says that it was replaced.
  func isReplaced(_ proved: [Proved], in folders: [FilePath]) -> Bool {
    folders.contains { path in
      guard let folder = try? Folder(path) else { return false }
      return proved.contains { !SuccessorNotice.all(in: folder, under: $0.keys).isEmpty }
    }
  }

  /// Whether this machine last saved under this key here.
  func wasLastUsed(_ id: KeyID, _ proved: [Proved]) -> Bool {
    proved.contains { proved in
      DeviceMemory.lastKey(in: DeviceMemory.folder(at: locations, proved.header.secrets)) == id
    }
  }

  /// Whether this machine has worked with the folder as this vault.
  func isRemembered(_ proved: Proved) -> Bool { lastUse(of: proved) != nil }

  /// When it last did so, in nanoseconds.
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
