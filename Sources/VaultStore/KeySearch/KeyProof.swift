internal import Glibc
internal import Sealing
internal import SystemPackage
internal import VaultFormat

// The second step: proves headers with the located keys.

extension KeySearch {
  /// A located key that proves a header.
  struct Proved {
    let keys: DerivedKeys
    let path: FilePath
    let isRetired: Bool
    let header: VaultHeader
    let files: [HeaderFiles.Candidate]
  }

  /// Why keys open no header.
  struct Problems {
    var damaged: [String] = []
    var newer: [String] = []
  }

  /// Proves headers with the located keys, starting with those without a passphrase.
  ///
  /// - Throws: why the decisive key could not be opened.
  func prove(
    _ located: [Located], _ headers: HeaderFiles, noticesIn folders: [FilePath],
    keyProvider unlock: KeyProvider, _ problems: inout Problems
  ) throws(VaultError) -> sending [Proved] {
    var proved: [Proved] = []
    try prove(
      located.filter { !$0.isWrapped && !$0.isRetired }, headers, &proved, &problems)
    var failures: [(key: Located, error: VaultError)] = []
    for key in asked(located) {
      let isDecided = isNamed(proved, located) || proved.contains(where: isRemembered)
      let isAsked = isNamed(key) || !key.isRetired && isReplaced(proved, in: folders)
      if isDecided || key.isRetired && !proved.isEmpty, !isAsked, !wasLastUsed(key.id, proved) {
        continue
      }
      do throws(VaultError) {
        let found = try open(key, keyProvider: unlock)
        if let found = try prove(key, found, headers, &problems) { proved.append(found) }
      } catch {
        // Another key may open the vault.
        failures.append((key, error))
      }
    }
    // Anyone with a retired key can put any number of headers here, so they are read only if needed.
    let needed = located.filter { [proved] key in
      !key.isWrapped && key.isRetired
        && (proved.isEmpty || isNamed(key) || wasLastUsed(key.id, proved))
    }
    try prove(needed, headers, &proved, &problems)
    if let failure = decisive(failures, proved, located) { throw failure }
    return proved
  }

  /// The failure to throw, because without that key the others might open another vault, or less of this one: it
  /// concerns the named key file, or the key under which this machine last saved, or any key if the machine knows
  /// none of their vaults.
  private func decisive(
    _ failures: [(key: Located, error: VaultError)], _ proved: [Proved], _ located: [Located]
  ) -> VaultError? {
    if let failed = failures.first(where: { isNamed($0.key) }) { return failed.error }
    let named = named(among: proved, located)
    guard named != nil || proved.contains(where: isRemembered) else { return failures.first?.error }
    let wanted = named.map { [$0] } ?? proved
    return failures.first { failed in
      wasLastUsed(failed.key.id, wanted)
        // Without a replaced key, only this device's last saves stay behind.
        && !proved.contains { $0.header.earlier.contains(failed.key.id) }
    }?.error
  }

  /// Proves headers with keys without a passphrase.
  func prove(
    _ located: [Located], _ headers: HeaderFiles, _ proved: inout [Proved],
    _ problems: inout Problems
  ) throws(VaultError) {
    for key in located {
      guard let keys = try? open(key, keyProvider: withoutPassphrase),
        let found = try prove(key, keys, headers, &problems)
      else { continue }
      proved.append(found)
    }
  }

  /// Opens a key's headers; `nil` if it proves none.
  func prove(
    _ key: Located, _ keys: DerivedKeys, _ headers: HeaderFiles, _ problems: inout Problems
  ) throws(VaultError) -> Proved? {
    var groups: [(header: VaultHeader, files: [HeaderFiles.Candidate])] = []
    for candidate in headers.all where candidate.header.keyID == key.id {
      guard let bytes = candidate.bytes else { continue }
      do throws(SealingError) {
        let read = try VaultHeader(try keys.openSecret(bytes.span, as: .vault))
        var isKnown = false
        for index in groups.indices where !isKnown {
          guard let union = groups[index].header.combined(with: read) else { continue }
          groups[index].header = union
          groups[index].files.append(candidate)
          isKnown = true
        }
        if !isKnown { groups.append((read, [candidate])) }
      } catch {
        switch error {
        case .noGuardedMemory: throw .noGuardedMemory
        case .newerFormat: problems.newer.append(candidate.file.name)
        case .damaged: problems.damaged.append(candidate.file.name)
        default: continue
        }
      }
    }
    // Anyone with a replaced key can make a contradictory header: the one that this machine proved before counts.
    let known =
      groups.count == 1 ? groups.first : groups.first { isRemembered($0.files, keys, $0.header) }
    if known == nil { problems.damaged += groups.flatMap(\.files).map(\.file.name) }
    return known.map {
      Proved(
        keys: keys, path: key.path, isRetired: key.isRetired, header: $0.header, files: $0.files)
    }
  }

  /// Whether this machine remembers having proved one of these headers here.
  private func isRemembered(
    _ files: [HeaderFiles.Candidate], _ keys: DerivedKeys, _ header: VaultHeader
  ) -> Bool {
    let state = DeviceMemory.folder(at: locations, header.secrets)
    guard let folder = try? Folder(state),
      let memory = try? DeviceMemory(in: folder, keys: VaultKeys(keys, header), locations)
    else { return false }
    return files.contains { candidate in
      candidate.bytes.map { memory.files.contains(ContentHash(of: $0.span)) } ?? false
    }
  }

  /// Opens the key in a file.
  func open(
    _ key: Located, keyProvider unlock: KeyProvider
  ) throws(VaultError) -> sending DerivedKeys {
    let stored = try VaultError.naming(keyFile: key.path) { () throws(SealingError) in
      do throws(SealingError) {
        return try KeyFile.read(key.path.string)
      } catch {
        // Another program may have moved a staged key to its final path meanwhile.
        guard locations.isStaged(key.path), let path = locate([key.id]).first?.path,
          path != key.path
        else { throw error }
        return try KeyFile.read(path.string)
      }
    }
    do throws(VaultError) {
      return DerivedKeys(try StoredKey.root(of: stored, keyProvider: unlock))
    } catch {
      // The wrapped key was altered, not a file of the vault.
      if case .damaged = error { throw .keyFile(.malformed, key.path) }
      throw error
    }
  }
}
