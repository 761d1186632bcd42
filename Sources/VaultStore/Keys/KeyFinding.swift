internal import Sealing
internal import SystemPackage

/// Whether another device started an epoch that this one has no key for.
public enum KeyChange: Sendable, Hashable {
  /// The files that are named say that the key was changed elsewhere; they prove it to whoever has that key.
  case elsewhere([String])
  /// The key was changed on two devices at once; the other one's files are named.
  case twice([String])
}

/// The keys of a vault, found and proved.
struct FoundKeys {
  let keys: VaultKeys
  let keyFile: FilePath
  let change: KeyChange?
  /// The names of vault files that are another vault's, as a key that is here proves.
  var strangers: Set<String> = []
}

/// Finds the key file that opens a vault's newest epoch.
struct KeyFinding {
  let locations: VaultLocations

  /// Opens the newest epoch for which there is a key.
  ///
  /// A rotation that was stopped leaves two key files; the vault's own files say which one counts. Where vault
  /// files of several vaults lie together, and their keys are here, see `VaultClaim`.
  ///
  /// - Parameters:
  ///   - markers: the vault files.
  ///   - refused: keys that shall not be asked for.
  ///   - sealed: how many segments and packs each key has sealed; by default those in the vault's folder.
  ///   - unlocksAll: whether a passphrase must be given for each key that may be of another line of the vault; else
  ///     it does without those that are refused.
  ///   - unlock: gives the root of a key that is wrapped by a passphrase.
  /// - Returns: the keys, proved.
  /// - Throws: `VaultError.keyFile`, `.wrongKey`, `.damaged`, `.noGuardedMemory`, or what `unlock` throws.
  func keys(
    for markers: Markers, besides refused: Set<KeyID> = [], sealed: [KeyID: Int]? = nil,
    unlocksAll: Bool = false, unlocking unlock: Vault.Unlocking
  ) throws(VaultError) -> sending FoundKeys {
    let (current, path) = try newest(of: markers, besides: refused, unlocking: unlock)
    var claims = [try claim(of: current, path, in: markers)]
    let unproved = addClaims(to: &claims, of: markers, besides: refused)
    let isNamed = locations.keyFile != nil
    let sealed = isNamed || claims.count + unproved.count == 1 ? [:] : sealed ?? sealedCounts
    for id in unproved where !claims.contains(where: { $0.has(id) }) {
      // Nothing but that key's own files lies here.
      let isOnly = !isNamed && sealed[id] ?? 0 > 0 && claims.allSatisfy { $0.count(sealed) == 0 }
      // Or the key was changed on two devices at once: the first epoch's key is the vault's own.
      let isOther = markers.all.contains { $0.header.keyID == id && $0.header.epoch > 0 }
      guard isOnly || isOther && (unlocksAll || sealed[id] ?? 0 > 0) else { continue }
      do throws(VaultError) {
        guard let (keys, path) = try key(id, unlocking: unlock) else { continue }
        add(try claim(of: keys, path, in: markers), to: &claims)
      } catch {
        if isOnly { throw error }
        // What it sealed is named; it may be another vault's after all.
        if case .damaged = error { continue }
        if unlocksAll { throw error }
      }
    }
    // A key file that was named decides by itself.
    let index = claims.count > 1 && !isNamed ? owner(among: claims, sealed) : 0
    let strangers = markers.all.filter { marker in
      claims.indices.contains { $0 != index && claims[$0].proves(marker) }
    }.map(\.file.name)
    let own = claims[index]
    let others = otherLines(in: markers, besides: Set(strangers), own.keys)
    let absent = others.map(\.header.keyID).filter { !own.has($0) }
    return FoundKeys(
      keys: others.isEmpty
        ? own.keys : VaultKeys(own.keys, own.others, absent: Set(absent)),
      keyFile: own.keyFile, change: change(others, own.keys), strangers: Set(strangers))
  }

  /// Whether a vault file was sealed with one of the keys on this device, and does not say so any more, as its
  /// version or key id was altered; only keys that need no passphrase can tell.
  func knowsAsAltered(_ marker: Markers.Marker) -> Bool {
    let names = (try? Folder(locations.keyDirectory).names()) ?? []
    let paths =
      names.map { locations.keyDirectory.appending($0) } + [locations.keyFile].compactMap { $0 }
    return paths.contains { path in
      guard let stored = try? KeyFile.read(path.string),
        let root = try? Vault.root(of: stored, unlocking: Vault.withoutPassphrase)
      else { return false }
      do throws(SealingError) {
        _ = try EpochKeys(root).openSecret(marker.bytes.span, as: .vault)
        return false
      } catch {
        return error == .damaged
      }
    }
  }

  /// The vault whose file this is, as the key that it names says.
  ///
  /// - Returns: the vault's id; `nil` when that key is not here, `unlock` does not give it, or it does not
  ///   open the file.
  func vaultID(
    of marker: Markers.Marker, unlocking unlock: Vault.Unlocking = Vault.withoutPassphrase
  ) -> KeyID? {
    guard let (keys, _) = try? key(marker.header.keyID, unlocking: unlock),
      let payload = try? keys.openSecret(marker.bytes.span, as: .vault),
      let read = try? VaultMarker.read(payload, root: keys.root)
    else { return nil }
    return read.marker.vaultID
  }

  /// Where the key with this name may lie: the file that was named may hold another one than the newest, which
  /// lies with the others then.
  private func places(of id: KeyID) -> [FilePath] {
    let own = locations.keyDirectory.appending(id.description)
    return locations.keyFiles(of: [id]).filter { $0 != own } + [own]
  }

  /// The key with this name, and its file; `nil` when it is not here.
  ///
  /// - Throws: what `unlock` throws.
  private func key(
    _ id: KeyID, unlocking unlock: Vault.Unlocking
  ) throws(VaultError) -> sending (EpochKeys, FilePath)? {
    for path in places(of: id) {
      guard let stored = try? KeyFile.read(path.string), stored.keyID == id else { continue }
      return (EpochKeys(try Vault.root(of: stored, unlocking: unlock)), path)
    }
    return nil
  }

  /// What the vault files under a key say, read with it.
  private func claim(
    of current: EpochKeys, _ path: FilePath, in markers: Markers
  ) throws(VaultError) -> VaultClaim {
    let id = current.root.keyID
    var found: (marker: VaultMarker, past: PastKeys)?
    var isFinished = false
    for marker in markers.all where marker.header.keyID == id {
      do throws(SealingError) {
        let payload = try current.openSecret(marker.bytes.span, as: .vault)
        let read = try VaultMarker.read(payload, root: current.root)
        isFinished = isFinished || read.marker.isFinished
        if found == nil { found = read }
      } catch {
        if error == .noGuardedMemory { throw .noGuardedMemory }
      }
    }
    guard let found else {
      throw .damaged(markers.all.filter { $0.header.keyID == id }.map(\.file.name))
    }
    let marker = VaultMarker(
      vaultID: found.marker.vaultID, created: found.marker.created, isFinished: isFinished)
    return VaultClaim(
      keys: VaultKeys(
        marker: marker, current: current, past: found.past,
        ended: Self.ended(markers, found.past, of: found.marker.vaultID),
        staged: locations.stagedKeys(
          besides: [path] + found.past.all.map { locations.keyDirectory.appending("\($0.id)") })),
      keyFile: path)
  }

  /// Adds the vaults that other keys here prove, as far as these need no passphrase.
  ///
  /// - Returns: the keys that are here and need one.
  private func addClaims(
    to claims: inout [VaultClaim], of markers: Markers, besides refused: Set<KeyID>
  ) -> [KeyID] {
    var unproved: [KeyID] = []
    for id in markers.all.map(\.header.keyID)
    where !refused.contains(id) && !unproved.contains(id) && !claims.contains(where: { $0.has(id) })
    {
      if let (keys, path) = try? key(id, unlocking: Vault.withoutPassphrase) {
        if let other = try? claim(of: keys, path, in: markers) { add(other, to: &claims) }
      } else if places(of: id).contains(where: { (try? KeyFile.read($0.string))?.keyID == id }) {
        unproved.append(id)
      }
    }
    return unproved
  }

  /// A key of a vault that has a claim already was made beside that one's, on two devices at once.
  private func add(_ claim: VaultClaim, to claims: inout [VaultClaim]) {
    if let index = claims.firstIndex(where: { $0.keys.vaultID == claim.keys.vaultID }) {
      claims[index].others.append(claim.keys)
    } else {
      claims.append(claim)
    }
  }

  private func newest(
    of markers: Markers, besides intruders: Set<KeyID>, unlocking unlock: Vault.Unlocking
  ) throws(VaultError) -> sending (EpochKeys, FilePath) {
    let ids = locations.inOrder(markers).filter { !intruders.contains($0) }
    for path in locations.stagedKeyFiles(of: ids) + locations.keyFiles(of: ids) {
      let stored: StoredKey
      do throws(SealingError) {
        stored = try KeyFile.read(path.string)
      } catch {
        if error == .keyFile(.missing) || locations.isStaged(path) { continue }
        throw VaultError(error, keyFile: path)
      }
      guard ids.contains(stored.keyID) else { continue }
      let place = locations.isStaged(path) ? locations.adopting(path, as: stored.keyID) : path
      do throws(VaultError) {
        return (EpochKeys(try Vault.root(of: stored, unlocking: unlock)), place)
      } catch {
        // It is the wrapped key that was altered, not a file of the vault.
        if case .damaged = error { throw .keyFile(.malformed, place) }
        throw error
      }
    }
    guard let newest = markers.all.first else { throw .damaged(markers.damaged) }
    // One whose key id was altered asks for a key that nobody has.
    let altered = markers.all.filter(knowsAsAltered)
    if !altered.isEmpty { throw .damaged(altered.map(\.file.name)) }
    let path = locations.keyFile(of: newest.header.keyID)
    do throws(SealingError) {
      _ = try KeyFile.read(path.string)
    } catch {
      throw VaultError(error, keyFile: path)
    }
    throw .wrongKey(newest.header.keyID, path)
  }

  /// The keys that count no more, as vault files of earlier ones say.
  ///
  /// Whoever has an earlier key can make such a file: it ends nothing but what was before that key.
  private static func ended(
    _ markers: Markers, _ past: PastKeys, of vault: KeyID
  ) -> Set<KeyID> {
    var ended: Set<KeyID> = []
    for keys in past.all {
      for marker in markers.all where marker.header.keyID == keys.root.keyID {
        guard let payload = try? keys.openSecret(marker.bytes.span, as: .vault),
          let read = try? VaultMarker.read(payload, root: keys.root), read.marker.isFinished,
          read.marker.vaultID == vault
        else { continue }
        let before = past.all.filter { $0.root.epoch < keys.root.epoch }.map(\.id)
        ended.formUnion(read.past.ids.intersection(before))
      }
    }
    return ended
  }

  /// The vault files of keys that are not in the line of these.
  private func otherLines(
    in markers: Markers, besides strangers: Set<String>, _ keys: VaultKeys
  ) -> [Markers.Marker] {
    // The first epoch's key is the vault's own: another one's is another vault's.
    markers.all.filter {
      keys[$0.header.keyID] == nil && !strangers.contains($0.file.name) && $0.header.epoch > 0
        && !keys.knowsAsAltered($0)
    }
  }

  private func change(_ others: [Markers.Marker], _ keys: VaultKeys) -> KeyChange? {
    let later = others.filter { $0.header.epoch > keys.epoch }.map(\.file.name)
    if !later.isEmpty { return .elsewhere(later) }
    return others.isEmpty ? nil : .twice(others.map(\.file.name))
  }
}
