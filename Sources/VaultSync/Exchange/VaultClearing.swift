internal import Sealing
internal import SystemPackage
internal import VaultFormat
internal import VaultStore

/// Removes files at a target, none before the files that replace it were read back from there.
extension Vault {
  /// Removes files at the target that other files there replace.
  func clear(
    _ remote: [RemoteFile], _ sent: [StoredFile], _ receipt: Receipt, _ plan: SyncPlan,
    with transport: any Transport, _ outcome: inout SyncOutcome
  ) async throws(SyncError) -> [StoredFile] {
    let index = try contentsIndex()
    let vault = try vaultFolder()
    let replaced = remote.filter { index.isReplaced($0.place) }
    let proper = receipt.misnamed.values.flatMap { file in
      index.isReplaced(file) ? index.substitutes(for: file) : [file]
    }
    var needed = Set(replaced.flatMap { index.substitutes(for: $0.place) })
      .subtracting(replaced.map(\.place))
    needed.formUnion(proper)
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
    var whole: Set<StoredFile> = []
    var packs: [StoredFile: Substitute] = [:]
    for (file, there) in proofs {
      guard let opened = provedFile(there, in: folder) else { continue }
      whole.insert(file)
      packs[file] = opened.pack.map(Substitute.init)
    }
    // A pack only names photos and files of free kinds, which are elsewhere: all that are here have to be there.
    let there = Set(remote.map(\.place) + sent)
    let lacking = Set(
      index.files.filter { file in
        (file.kind == .photo || file.kind == .other) && !there.contains(file)
          && provedFile(file, in: vault) != nil
      }.map(\.kind))
    let isMadeUpFor = { (file: StoredFile, vault: borrowing Folder) in
      let file = file.inLowerCase
      guard let hash = file.hash, !lacking.contains(file.kind) else { return false }
      let entries = self.provedFile(file, in: vault)?.entries ?? []
      return index.substitutes(for: file).contains { pack in
        packs[pack]?.makesUp(for: hash, with: entries) ?? false
      }
    }
    var gone: [StoredFile] = []
    gone +=
      receipt.misnamed.filter {
        whole.contains($0.value) || isMadeUpFor($0.value, vault)
      }.keys
    // A file that now has such a name was just sent; if names that differ only by case are not listed
    // separately, they are one file.
    let own = Dictionary(
      index.files.map { ($0.path.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    let names = Set(remote.map(\.file))
    gone.removeAll { file in
      guard let known = own[file.path.lowercased()] else { return false }
      return known == file ? provedFile(file, in: vault) != nil : !names.contains(known)
    }
    gone += replaced.map(\.file).filter { isMadeUpFor($0, vault) }
    guard !gone.isEmpty else { return [] }
    guard plan.isWanted() else { throw .stopped }
    let all = Array(Set(gone)).sorted()
    try await SyncError.there { () throws(TransportProblem) in try await transport.remove(all) }
    outcome.removedCount += all.count
    return all
  }
}
