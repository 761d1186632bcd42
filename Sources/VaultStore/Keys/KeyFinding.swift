internal import Glibc
internal import Sealing
internal import SystemPackage

/// The keys of a vault, found and proved.
struct FoundKeys {
  let keys: VaultKeys
  /// The file of the key to save under.
  var keyFile: FilePath
  /// The headers that held keys prove.
  let headers: [HeaderFiles.Candidate]
}

/// Finds the keys that open a vault: which key files are here, what they prove, and which vault that is.
struct KeyFinding {
  let locations: VaultLocations

  /// A key whose file is here and that proves a header.
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

  /// A key file that a header asks for.
  struct Located {
    let id: KeyID
    let path: FilePath
    let isWrapped: Bool
    let epoch: UInt32
  }

  /// Why a key opens no header.
  struct Problems {
    var damaged: [String] = []
    var newer: [String] = []
    var isRotatedBefore = false
  }

  /// Finds the keys of the vault whose headers these are.
  ///
  /// Keys without a passphrase are tried first. A passphrase is asked for where it decides which vault this is, or
  /// where a notice names its key; else whoever puts headers here could have a person asked for passphrases.
  ///
  /// - Parameters:
  ///   - headers: files that claim to be headers.
  ///   - folders: where notices may be.
  ///   - vaultID: the vault, where it is known.
  ///   - unlock: gives the root of a key that is wrapped by a passphrase.
  /// - Returns: the keys, and the headers that they prove.
  /// - Throws: `VaultError.keyFile`, `.wrongKey`, `.keyReplaced`, `.severalVaults`, `.rotatedBefore`,
  ///   `.newerFormat`, `.damaged`, `.noGuardedMemory`, or what `unlock` throws.
  func keys(
    for headers: HeaderFiles, noticesIn folders: [FilePath], of vaultID: KeyID? = nil,
    unlocking unlock: Vault.Unlocking
  ) throws(VaultError) -> sending FoundKeys {
    var problems = Problems()
    var proved: [Proved] = []
    let located = located(headers.keyIDs)
    let unwrapped = located.filter { !$0.isWrapped }
    try prove(unwrapped, headers, &proved, &problems)
    var failure: VaultError?
    for key in asked(located) where !proved.contains(where: { $0.carries(key.id) }) {
      let isDecided = isNamed(proved, located) || proved.contains(where: isRemembered)
      if isDecided, !names(key.id, folders, proved), !wasLastUsed(key.id, proved) { continue }
      do throws(VaultError) {
        let found = try open(key, unlocking: unlock)
        if let found = try prove(key, found, headers, &problems) { proved.keep(found) }
      } catch {
        // Another key may open the vault; what this one sealed is named then.
        failure = failure ?? error
      }
    }
    // A key skipped because of its carrier is needed after all if that carrier was itself replaced.
    try prove(unwrapped, headers, &proved, &problems)
    if let failure, !isNamed(proved, located), !proved.contains(where: isRemembered) {
      throw failure
    }
    // A key file that was named decides.
    let vaultID =
      locations.keyFile == nil
      ? vaultID : named(among: proved, located)?.header.vaultID ?? KeyID.none
    if let vaultID { proved = proved.filter { $0.header.vaultID == vaultID } }
    let own = try vault(among: proved)
    guard let own else {
      throw try refusal(headers, located, problems, noticesIn: folders, unlock)
    }
    return try found(own)
  }

  /// The keys that need a passphrase, in the order in which to ask: those first that this machine worked with.
  private func asked(_ located: [Located]) -> [Located] {
    let remembered = DeviceMemory.keyIDs(in: locations.stateDirectory)
    return located.filter(\.isWrapped).sorted { left, right in
      (remembered.contains(left.id) ? 1 : 0, left.epoch)
        > (remembered.contains(right.id) ? 1 : 0, right.epoch)
    }
  }

  /// The proved headers of the vault that the folder is; `nil` when none is proved.
  private func vault(
    among proved: sending [Proved]
  ) throws(VaultError) -> sending [Proved]? {
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

  /// Works out which keys count.
  private func found(
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

  /// The key files that are here of the keys that headers claim, each once.
  func located(_ ids: Set<KeyID>) -> [Located] {
    let ordered = ids.sorted { $0.description < $1.description }
    let named = [locations.keyFile].compactMap { $0 }
    let paths =
      named + named.flatMap { path in ordered.map { locations.leftBeside(path, $0) } }
      + ordered.map { locations.keyDirectory.appending($0.description) }
    var found: [Located] = []
    // A staged key may get its place meanwhile, so that is looked at afterwards.
    for path in locations.staged(besides: paths) + paths {
      guard let stored = try? KeyFile.read(path.string), ids.contains(stored.keyID),
        !found.contains(where: { $0.id == stored.keyID })
      else { continue }
      found.append(
        Located(id: stored.keyID, path: path, isWrapped: stored.isWrapped, epoch: stored.epoch))
    }
    // Newest first, as these carry the others.
    return found.sorted { ($1.epoch, $0.id.description) < ($0.epoch, $1.id.description) }
  }

  /// Reads the headers under keys without a passphrase, but for those that a proved header carries: what their
  /// headers tell does not count.
  private func prove(
    _ located: [Located], _ headers: HeaderFiles, _ proved: inout [Proved],
    _ problems: inout Problems
  ) throws(VaultError) {
    for key in located where !proved.contains(where: { $0.knows(key.id) }) {
      guard let keys = try? open(key, unlocking: Vault.withoutPassphrase),
        let found = try prove(key, keys, headers, &problems)
      else { continue }
      proved.keep(found)
    }
  }

  /// The key in a file.
  func open(
    _ key: Located, unlocking unlock: Vault.Unlocking
  ) throws(VaultError) -> sending EpochKeys {
    let stored = try VaultError.naming(keyFile: key.path) { () throws(SealingError) in
      do throws(SealingError) {
        return try KeyFile.read(key.path.string)
      } catch {
        // Another program may have given a staged key its place since it was found.
        guard locations.isStaged(key.path), let place = located([key.id]).first?.path,
          place != key.path
        else { throw error }
        return try KeyFile.read(place.string)
      }
    }
    do throws(VaultError) {
      return EpochKeys(try Vault.root(of: stored, unlocking: unlock))
    } catch {
      // It is the wrapped key that was altered, not a file of the vault.
      if case .damaged = error { throw .keyFile(.malformed, key.path) }
      throw error
    }
  }

  /// What the headers under a key hold, read with it; `nil` when it proves none.
  private func prove(
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

  /// Whether a notice that these keys prove names a key.
  private func names(_ id: KeyID, _ folders: [FilePath], _ proved: [Proved]) -> Bool {
    let keys = Dictionary(
      proved.flatMap { [$0.keys] + $0.header.carried.map(\.keys) }.map { ($0.id, $0) },
      uniquingKeysWith: { first, _ in first })
    return folders.contains { path in
      guard let folder = try? Folder(path) else { return false }
      return SuccessorNotice.all(in: folder) { keys[$0] }.contains { $0.key == id }
    }
  }

  /// The proved header of the vault whose key file was named.
  private func named(among proved: [Proved], _ located: [Located]) -> Proved? {
    guard let file = locations.keyFile else { return nil }
    let named = located.filter { $0.path == file || $0.path == locations.staged(file) }
    return proved.first { proved in named.contains { proved.knows($0.id) } }
  }

  private func isNamed(_ proved: [Proved], _ located: [Located]) -> Bool {
    named(among: proved, located) != nil
  }

  /// Whether it is the key that this machine last saved under here.
  private func wasLastUsed(_ id: KeyID, _ proved: [Proved]) -> Bool {
    proved.contains { proved in
      (try? DeviceMemory.folder(at: locations, first: proved.first))
        .flatMap { DeviceMemory.lastKey(in: $0) } == id
    }
  }

  /// Whether this machine worked with the folder as this vault before.
  private func isRemembered(_ proved: Proved) -> Bool { lastUse(of: proved) != nil }

  /// When it last did, in nanoseconds.
  private func lastUse(of proved: Proved) -> Int64? {
    guard let path = try? DeviceMemory.folder(at: locations, first: proved.first) else {
      return nil
    }
    return DeviceMemory.lastUse(in: path)
  }
}

extension KeyID {
  /// No vault's.
  fileprivate static var none: KeyID? { KeyID([UInt8](repeating: 0, count: byteCount)) }
}

extension KeyFinding.Proved {
  /// Whether it makes another key a replaced one.
  fileprivate func carries(_ id: KeyID) -> Bool {
    header.carried.contains { $0.keys.id == id }
  }

  /// Whether it tells of a key.
  fileprivate func knows(_ id: KeyID) -> Bool { keys.id == id || carries(id) }
}

extension [KeyFinding.Proved] {
  /// Adds one; those that it carries go.
  fileprivate mutating func keep(_ new: KeyFinding.Proved) {
    removeAll { new.carries($0.keys.id) }
    append(new)
  }
}
