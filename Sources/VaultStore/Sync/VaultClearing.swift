internal import Sealing
internal import SystemPackage

/// What a sync removes at a target: nothing before what makes up for it was read back from there.
extension Vault {
  /// Removes at the target what other files there make up for.
  func clear(
    _ remote: [CarriedFile], _ receipt: Receipt, with carrier: any Carrier,
    _ outcome: inout SyncOutcome
  ) async throws(SyncError) -> [StoredFile] {
    let index = try index()
    // Until replaced keys are finished, others may have no newer one, and need their files.
    let isSettled = keys.isSettled && currentSuccessor == nil
    // What came with them may want cards again that had been purged.
    let bare = bareIdentities
    let leftovers =
      isSettled ? receipt.leftovers.filter { bare.isDisjoint(with: $0.value) }.map(\.key) : []
    let covered = remote.map(\.file).filter {
      isSettled && index.isSubstituted($0)
    }
    let vault = try vaultFolder()
    // A photo may bear any name.
    let hasOldPhotos = leftovers.contains { $0.kind != .vault }
    let everything = index.files.filter { file in
      switch file.kind {
      case .pack: !index.isSubstituted(file)
      case .vault: isGood(file, in: vault)
      case .photo, .other: hasOldPhotos && isGood(file, in: vault)
      case .segment, .notice, nil: false
      }
    }
    let proper = receipt.misnamed.values.flatMap { file in
      index.isSubstituted(file) ? index.substitutes(for: file) : [file]
    }
    var needed = Set(covered.flatMap { index.substitutes(for: $0) }).subtracting(covered)
    needed.formUnion(proper)
    if !leftovers.isEmpty { needed.formUnion(everything) }
    guard !needed.isEmpty else { return [] }
    // Nothing goes before what makes up for it was read back from there.
    let proofs = needed.sorted()
    let place = try await SyncError.there { () throws(CarrierProblem) in
      try await carrier.fetch(proofs)
    }
    guard let folder = try? Folder(place) else { return [] }
    var whole: [StoredFile: Set<ContentHash>] = [:]
    for file in proofs where isGood(file, in: folder) {
      whole[file] = file.kind == .pack ? pack(file, in: folder)?.readableIdentities ?? [] : []
    }
    let isMadeUpFor = { (file: StoredFile) -> Bool in
      index.substitutes(for: file).contains { pack in
        guard let identities = whole[pack] else { return false }
        return file.kind == .pack || file.hash.map(identities.contains) ?? false
      }
    }
    var gone: [StoredFile] = []
    gone += receipt.misnamed.filter { whole[$0.value] != nil || isMadeUpFor($0.value) }.keys
    if everything.allSatisfy({ whole[$0] != nil }) {
      gone += leftovers
    }
    // What bears such a name now was just sent; where names that differ by case only are not listed side by side, they are one.
    let own = Dictionary(
      index.files.map { ($0.path.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    let there = Set(remote.map(\.file))
    gone.removeAll { file in
      guard let known = own[file.path.lowercased()] else { return false }
      return known == file ? isGood(file, in: vault) : !there.contains(known)
    }
    gone += covered.filter(isMadeUpFor)
    guard !gone.isEmpty else { return [] }
    let all = Array(Set(gone)).sorted()
    try await SyncError.there { () throws(CarrierProblem) in try await carrier.remove(all) }
    outcome.removedCount += all.count
    return all
  }

  /// Whether a file of the vault is what its name tells, and a held key that counts proves it.
  func isGood(_ file: StoredFile, in folder: borrowing Folder) -> Bool {
    guard let opened = OpenedFile(file, in: folder, keys), opened.hash == file.hash,
      opened.isProved,
      let id = opened.header?.keyID
    else { return false }
    if file.kind == .notice { return true }
    guard keys.age(of: id) != .finished else { return false }
    guard file.kind == .vault else { return true }
    // Where replaced keys are finished, only a header that lists them so counts.
    guard let key = keys[id],
      let bytes = try? folder.read(file.path, limit: StoredKind.vault.byteLimit),
      let payload = try? key.openSecret(bytes.span, as: .vault),
      case .header(let header) = try? VaultHeader.read(payload, under: id)
    else { return false }
    return !isIdle(header, under: id)
  }
}
