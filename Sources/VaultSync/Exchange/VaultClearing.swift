internal import Sealing
internal import SystemPackage
internal import VaultFormat
internal import VaultStore

/// Removes files at a target, none before the files that replace it were read back from there.
extension Vault {
  /// Removes files at the target that other files there replace.
  func clear(
    _ remote: [RemoteFile], _ receipt: Receipt, _ plan: SyncPlan,
    with transport: any Transport, _ outcome: inout SyncOutcome
  ) async throws(SyncError) -> [StoredFile] {
    let index = try contentsIndex()
    // Until replaced keys are finished, others may have no newer key and need their files.
    let isSettled = keys.isSettled && currentSuccessor == nil
    let leftovers = isSettled ? receipt.leftovers : []
    let covered = remote.filter { isSettled && index.isSubstituted($0.place) }
    let vault = try vaultFolder()
    // A photo may have any name.
    let hasOldPhotos = leftovers.contains { $0.kind != .vault }
    let everything = index.files.filter { file in
      switch file.kind {
      case .pack: !index.isSubstituted(file)
      case .vault: provedFile(file, in: vault) != nil
      case .photo, .other: hasOldPhotos && provedFile(file, in: vault) != nil
      case .segment, .notice, nil: false
      }
    }
    let proper = receipt.misnamed.values.flatMap { file in
      index.isSubstituted(file) ? index.substitutes(for: file) : [file]
    }
    var needed = Set(covered.flatMap { index.substitutes(for: $0.place) })
      .subtracting(covered.map(\.place))
    needed.formUnion(proper)
    if !leftovers.isEmpty { needed.formUnion(everything) }
    guard !needed.isEmpty else { return [] }
    guard plan.isWanted() else { throw .stopped }
    // Nothing is removed before its replacement was read back from the target.
    let byPlace = remote.byPlace
    // What was just sent has its own name.
    let proofs = needed.sorted().map { (file: $0, there: byPlace[$0]?.file ?? $0) }
    let place = try await SyncError.there { () throws(TransportProblem) in
      try await transport.fetch(proofs.map(\.there))
    }
    guard let folder = try? Folder(place) else { return [] }
    var whole: [StoredFile: Set<ContentHash>] = [:]
    for (file, there) in proofs {
      guard let opened = provedFile(there, in: folder) else { continue }
      whole[file] = opened.pack?.readableIdentities ?? []
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
    // A file that now has such a name was just sent; if names that differ only by case are not listed
    // separately, they are one file.
    let own = Dictionary(
      index.files.map { ($0.path.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    let there = Set(remote.map(\.file))
    gone.removeAll { file in
      guard let known = own[file.path.lowercased()] else { return false }
      return known == file ? provedFile(file, in: vault) != nil : !there.contains(known)
    }
    gone += covered.filter { isMadeUpFor($0.place) }.map(\.file)
    guard !gone.isEmpty else { return [] }
    guard plan.isWanted() else { throw .stopped }
    let all = Array(Set(gone)).sorted()
    try await SyncError.there { () throws(TransportProblem) in try await transport.remove(all) }
    outcome.removedCount += all.count
    return all
  }
}
