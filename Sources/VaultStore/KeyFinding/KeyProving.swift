internal import Glibc
internal import Sealing
internal import SystemPackage
internal import VaultFormat

/// The second step: finds out which headers the keys here prove.
extension KeyFinding {
  /// A key with a file here that proves a header.
  struct Proved {
    let keys: EpochKeys
    let path: FilePath
    let header: VaultHeader
    let files: [HeaderFiles.Candidate]

    /// The vault's first key.
    var first: EpochKeys {
      header.carried.first { $0.keys.id == header.vaultID }?.keys ?? keys
    }
  }

  /// Why keys open no header.
  struct Problems {
    var damaged: [String] = []
    var newer: [String] = []
    var isRotatedBefore = false
  }

  /// Proves headers with the keys that are here, first those without a passphrase.
  ///
  /// - Throws: why the decisive key could not be opened.
  func prove(
    _ located: [Located], _ headers: HeaderFiles, noticesIn folders: [FilePath],
    keyProvider unlock: KeyProvider, _ problems: inout Problems
  ) throws(VaultError) -> sending [Proved] {
    var proved: [Proved] = []
    let unwrapped = located.filter { !$0.isWrapped }
    try prove(unwrapped, headers, &proved, &problems)
    var failures: [(key: Located, error: VaultError)] = []
    for key in asked(located) where !proved.contains(where: { $0.carries(key.id) }) {
      let isDecided = isNamed(proved, located) || proved.contains(where: isRemembered)
      if isDecided, !isNamed(key), !names(key.id, folders, proved), !wasLastUsed(key.id, proved) {
        continue
      }
      do throws(VaultError) {
        let found = try open(key, keyProvider: unlock)
        if let found = try prove(key, found, headers, &problems) { proved.keep(found) }
      } catch {
        // Another key may open the vault; files sealed under this one are then reported.
        failures.append((key, error))
      }
    }
    // A key skipped because another carries it is needed after all if that one was itself replaced.
    try prove(unwrapped, headers, &proved, &problems)
    if let failure = decisive(failures, proved, located) { throw failure }
    return proved
  }

  /// The failure to throw, because without that key the others might open another vault, or less of this one: that of
  /// the named key file, or of the key under which this machine last saved; any, if it knows none of their vaults.
  private func decisive(
    _ failures: [(key: Located, error: VaultError)], _ proved: [Proved], _ located: [Located]
  ) -> VaultError? {
    if let failed = failures.first(where: { isNamed($0.key) }) { return failed.error }
    let named = named(among: proved, located)
    guard named != nil || proved.contains(where: isRemembered) else { return failures.first?.error }
    let wanted = named.map { [$0] } ?? proved
    return failures.first { failed in
      wasLastUsed(failed.key.id, wanted) && !proved.contains { $0.knows(failed.key.id) }
    }?.error
  }

  /// Reads the headers under keys without a passphrase, except keys that a proved header carries: their headers
  /// do not count.
  func prove(
    _ located: [Located], _ headers: HeaderFiles, _ proved: inout [Proved],
    _ problems: inout Problems
  ) throws(VaultError) {
    for key in located where !proved.contains(where: { $0.knows(key.id) }) {
      guard let keys = try? open(key, keyProvider: withoutPassphrase),
        let found = try prove(key, keys, headers, &problems)
      else { continue }
      proved.keep(found)
    }
  }

  /// Opens the headers under a key; `nil` if it proves none.
  func prove(
    _ key: Located, _ keys: EpochKeys, _ headers: HeaderFiles, _ problems: inout Problems
  ) throws(VaultError) -> Proved? {
    var header: VaultHeader?
    var files: [HeaderFiles.Candidate] = []
    for candidate in headers.all where candidate.header.keyID == key.id {
      guard let bytes = candidate.bytes else { continue }
      do throws(SealingError) {
        let payload = try keys.openSecret(bytes.span, as: .vault)
        switch try VaultHeader.read(payload, under: key.id) {
        case .rotatedBefore: problems.isRotatedBefore = true
        case .header(let read):
          if let known = header, known.vaultID != read.vaultID { throw .damaged }
          header = header?.combined(with: read) ?? read
          files.append(candidate)
        }
      } catch {
        switch error {
        case .noGuardedMemory: throw .noGuardedMemory
        case .newerFormat: problems.newer.append(candidate.file.name)
        case .damaged: problems.damaged.append(candidate.file.name)
        default: continue
        }
      }
    }
    return header.map { Proved(keys: keys, path: key.path, header: $0, files: files) }
  }

  /// Opens the key in a file.
  func open(
    _ key: Located, keyProvider unlock: KeyProvider
  ) throws(VaultError) -> sending EpochKeys {
    let stored = try VaultError.naming(keyFile: key.path) { () throws(SealingError) in
      do throws(SealingError) {
        return try KeyFile.read(key.path.string)
      } catch {
        // Another program may have moved a staged key to its place meanwhile.
        guard locations.isStaged(key.path), let place = locate([key.id]).first?.path,
          place != key.path
        else { throw error }
        return try KeyFile.read(place.string)
      }
    }
    do throws(VaultError) {
      return EpochKeys(try StoredKey.root(of: stored, keyProvider: unlock))
    } catch {
      // The wrapped key was altered, not a file of the vault.
      if case .damaged = error { throw .keyFile(.malformed, key.path) }
      throw error
    }
  }
}

extension KeyFinding.Proved {
  /// Whether it carries another key, which therefore counts as replaced.
  func carries(_ id: KeyID) -> Bool {
    header.carried.contains { $0.keys.id == id }
  }

  /// Whether it is or carries a key.
  func knows(_ id: KeyID) -> Bool { keys.id == id || carries(id) }
}

extension [KeyFinding.Proved] {
  /// Adds one, and removes those that it carries.
  mutating func keep(_ new: KeyFinding.Proved) {
    removeAll { new.carries($0.keys.id) }
    append(new)
  }
}
