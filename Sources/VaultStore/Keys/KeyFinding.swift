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
}

/// Finds the key file that opens a vault's newest epoch.
struct KeyFinding {
  let locations: VaultLocations

  /// Opens the newest epoch for which there is a key.
  ///
  /// A rotation that was stopped leaves two key files; the vault's own files say which one counts.
  func keys(
    for markers: Markers, besides intruders: Set<KeyID> = [], unlocking unlock: Vault.Unlocking
  ) throws(VaultError) -> sending FoundKeys {
    let (current, path) = try newest(of: markers, besides: intruders, unlocking: unlock)
    let id = current.root.keyID
    var found: (marker: VaultMarker, earlier: [EpochKeys])?
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
    if isIntruder(current, found.earlier, among: markers) {
      return try keys(for: markers, besides: intruders.union([id]), unlocking: unlock)
    }
    let marker = VaultMarker(
      vaultID: found.marker.vaultID, created: found.marker.created, isFinished: isFinished)
    return FoundKeys(
      keys: VaultKeys(
        marker: marker, current: current, earlier: found.earlier,
        finishedBefore: Self.finishedEpoch(markers, found.earlier),
        staged: locations.stagedKeys(besides: path)), keyFile: path,
      change: change(markers, current.root.epoch, id))
  }

  /// Whether a file that says it is of another version is one of ours that was altered; only a key that
  /// needs no passphrase can tell.
  func knowsAsAltered(_ marker: Markers.Marker) -> Bool {
    guard let path = locations.keyFiles(of: [marker.header.keyID]).first,
      let stored = try? KeyFile.read(path.string),
      let root = try? Vault.root(of: stored, unlocking: Vault.withoutPassphrase)
    else { return false }
    do throws(SealingError) {
      _ = try EpochKeys(root).openSecret(marker.bytes.span, as: .vault)
      return false
    } catch {
      return error == .damaged
    }
  }

  /// Whether a vault file was sealed with one of the keys on this device, and does not say so any more; only keys
  /// that need no passphrase can tell.
  private func isAltered(_ marker: Markers.Marker) -> Bool {
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

  /// Whether a vault file is of the vault with this id, though under another key: that key is at hand and
  /// opens it.
  ///
  /// A key that needs a passphrase proves nothing by itself; see the other `proves`.
  func proves(_ marker: Markers.Marker, of vaultID: KeyID) -> Bool {
    let id = marker.header.keyID
    // The file that was named may hold another key than the new one, which lies with the others then.
    let own = locations.keyDirectory.appending(id.description)
    return (locations.keyFiles(of: [id]) + [own]).contains { path in
      guard let found = try? KeyFile.read(path.string), found.keyID == id else { return false }
      if found.isWrapped { return false }
      guard let stored = try? KeyFile.read(path.string),
        let root = try? Vault.root(of: stored, unlocking: Vault.withoutPassphrase)
      else { return false }
      let keys = EpochKeys(root)
      guard let payload = try? keys.openSecret(marker.bytes.span, as: .vault),
        let read = try? VaultMarker.read(payload, root: keys.root)
      else { return false }
      return read.marker.vaultID == vaultID
    }
  }

  /// The same by a key that needs a passphrase, which is asked for.
  ///
  /// - Throws: what `unlock` throws.
  func proves(
    _ marker: Markers.Marker, of vaultID: KeyID, unlocking unlock: Vault.Unlocking
  ) throws(VaultError) -> Bool {
    let id = marker.header.keyID
    let own = locations.keyDirectory.appending(id.description)
    for path in Set(locations.keyFiles(of: [id]) + [own]) {
      let stored: StoredKey
      do throws(SealingError) {
        stored = try KeyFile.read(path.string)
      } catch {
        continue
      }
      guard stored.keyID == id, stored.isWrapped else { continue }
      let keys = EpochKeys(try Vault.root(of: stored, unlocking: unlock))
      guard let payload = try? keys.openSecret(marker.bytes.span, as: .vault),
        let read = try? VaultMarker.read(payload, root: keys.root)
      else { continue }
      return read.marker.vaultID == vaultID
    }
    return false
  }

  /// Whether a vault file of an earlier epoch, whose key is here, is none of this vault's: then the newest one
  /// has got here from another vault.
  private func isIntruder(
    _ current: EpochKeys, _ earlier: [EpochKeys], among markers: Markers
  ) -> Bool {
    let own = Set(earlier.map { $0.root.keyID })
    return markers.all.contains { marker in
      let id = marker.header.keyID
      guard marker.header.epoch < current.root.epoch, !own.contains(id) else { return false }
      return locations.keyFiles(of: [id]).contains { (try? KeyFile.read($0.string))?.keyID == id }
    }
  }

  private func newest(
    of markers: Markers, besides intruders: Set<KeyID>, unlocking unlock: Vault.Unlocking
  ) throws(VaultError) -> sending (EpochKeys, FilePath) {
    let ids = markers.all.map(\.header.keyID).filter { !intruders.contains($0) }
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
    let altered = markers.all.filter(isAltered)
    if !altered.isEmpty { throw .damaged(altered.map(\.file.name)) }
    let path = locations.keyFile(of: newest.header.keyID)
    do throws(SealingError) {
      _ = try KeyFile.read(path.string)
    } catch {
      throw VaultError(error, keyFile: path)
    }
    throw .wrongKey(newest.header.keyID, path)
  }

  /// The epoch before which all are finished, as vault files of earlier epochs say.
  private static func finishedEpoch(_ markers: Markers, _ earlier: [EpochKeys]) -> UInt32 {
    var epoch: UInt32 = 0
    for keys in earlier {
      for marker in markers.all where marker.header.keyID == keys.root.keyID {
        guard let payload = try? keys.openSecret(marker.bytes.span, as: .vault),
          let read = try? VaultMarker.read(payload, root: keys.root), read.marker.isFinished
        else { continue }
        epoch = max(epoch, keys.root.epoch)
      }
    }
    return epoch
  }

  private func change(_ markers: Markers, _ epoch: UInt32, _ id: KeyID) -> KeyChange? {
    let later = markers.all.filter { $0.header.epoch > epoch && $0.header.keyID != id }
      .map(\.file.name)
    if !later.isEmpty { return .elsewhere(later) }
    let beside = markers.all.filter { $0.header.epoch == epoch && $0.header.keyID != id }
      .map(\.file.name)
    return beside.isEmpty ? nil : .twice(beside)
  }
}
