internal import Sealing
internal import SystemPackage
internal import VaultFormat
internal import VaultStore

/// Removes files at a target, none before the files that replace it were read back from there.
extension Vault {
  /// How much of what is replaced and not here is fetched in one sync; our choice, for about 1,000 saves.
  private static let unknownByteLimit = 4 << 20

  /// Removes files at the target that other files there replace.
  func clear(
    _ remote: [RemoteFile], _ receipt: Receipt, _ plan: SyncPlan,
    with transport: any Transport, _ outcome: inout SyncOutcome
  ) async throws(SyncError) -> [StoredFile] {
    let index = try contentsIndex()
    // Until replaced keys are finished, others may have no newer key and need their files.
    let isSettled = keys.isSettled && currentSuccessor == nil
    let leftovers = isSettled ? receipt.leftovers : []
    let replaced = remote.filter { isSettled && index.isReplaced($0.place) }
    let vault = try vaultFolder()
    // A photo may have any name.
    let hasOldPhotos = leftovers.contains { $0.kind != .vault }
    let everything = index.files.filter { file in
      switch file.kind {
      case .pack: !index.isReplaced(file)
      case .vault: provedFile(file, in: vault) != nil
      case .photo, .other: hasOldPhotos && provedFile(file, in: vault) != nil
      case .segment, .notice, nil: false
      }
    }
    let proper = receipt.misnamed.values.flatMap { file in
      index.isReplaced(file) ? index.substitutes(for: file) : [file]
    }
    var needed = Set(replaced.flatMap { index.substitutes(for: $0.place) })
      .subtracting(replaced.map(\.place))
    needed.formUnion(proper)
    if !leftovers.isEmpty { needed.formUnion(everything) }
    guard !needed.isEmpty else { return [] }
    guard plan.isWanted() else { throw .stopped }
    // Nothing is removed before its replacement was read back from the target.
    let byPlace = remote.byPlace
    // What was just sent has its own name.
    let proofs = needed.sorted().map { (file: $0, there: byPlace[$0]?.file ?? $0) }
    // Of what is here, the bytes are known. Of the rest a little is looked at each time, as it may be anything.
    var room = Self.unknownByteLimit
    let unknown = replaced.filter {
      $0.byteCount >= 0 && !plan.refused.all.contains($0) && provedFile($0.place, in: vault) == nil
    }.sorted { ($0.byteCount, $0.file) < ($1.byteCount, $1.file) }.prefix(Receipt.countLimit)
      .prefix { carried in
        room -= carried.byteCount
        return room >= 0
      }.map(\.file)
    let place = try await SyncError.there { () throws(TransportProblem) in
      try await transport.fetch(proofs.map(\.there) + unknown)
    }
    guard let folder = try? Folder(place) else { return [] }
    var whole: Set<StoredFile> = []
    var packs: [StoredFile: Substitute] = [:]
    for (file, there) in proofs {
      guard let opened = provedFile(there, in: folder) else { continue }
      whole.insert(file)
      packs[file] = opened.pack.map(Substitute.init)
    }
    let isMadeUpFor = { (file: StoredFile, vault: borrowing Folder, folder: borrowing Folder) in
      let opened = self.provedFile(file.inLowerCase, in: vault) ?? self.provedFile(file, in: folder)
      guard let opened, let entries = opened.entries else { return false }
      return index.substitutes(for: file.inLowerCase).contains { pack in
        packs[pack]?.makesUp(for: opened.hash, with: entries) ?? false
      }
    }
    var gone: [StoredFile] = []
    gone +=
      receipt.misnamed.filter {
        whole.contains($0.value) || isMadeUpFor($0.value, vault, folder)
      }.keys
    if everything.allSatisfy(whole.contains) {
      gone += leftovers
    }
    // A file that now has such a name was just sent; if names that differ only by case are not listed
    // separately, they are one file.
    let own = Dictionary(
      index.files.map { ($0.path.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    let there = Set(remote.map(\.file))
    gone.removeAll { file in
      guard let known = own[file.path.lowercased()] else { return false }
      return known == file ? provedFile(file, in: vault) != nil : !there.contains(known)
    }
    gone += replaced.map(\.file).filter { isMadeUpFor($0, vault, folder) }
    guard !gone.isEmpty else { return [] }
    guard plan.isWanted() else { throw .stopped }
    let all = Array(Set(gone)).sorted()
    try await SyncError.there { () throws(TransportProblem) in try await transport.remove(all) }
    outcome.removedCount += all.count
    return all
  }
}
