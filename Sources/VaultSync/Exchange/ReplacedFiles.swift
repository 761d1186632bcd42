internal import Sealing
internal import SystemPackage
internal import VaultFormat
internal import VaultStore

extension Vault {
  /// Removes files at the target, after reading back from there the files that replace them.
  ///
  /// - Returns: the removed files.
  func clear(
    _ remote: [RemoteFile], _ sent: [StoredFile], _ receipt: Receipt, _ plan: SyncPlan,
    with transport: any Transport, _ outcome: inout SyncOutcome
  ) async throws(SyncError) -> [StoredFile] {
    let index = try contentsIndex()
    let vault = try vaultFolder()
    let replaced = remote.filter { index.isReplaced($0.localFile) }
    let proper = receipt.misnamed.values.flatMap { file in
      index.isReplaced(file) ? index.substitutes(for: file) : [file]
    }
    var needed = Set(replaced.flatMap { index.substitutes(for: $0.localFile) })
      .subtracting(replaced.map(\.localFile))
    needed.formUnion(proper)
    guard !needed.isEmpty else { return [] }
    guard plan.isWanted() else { throw .stopped }
    let byLocalFile = remote.byLocalFile
    // A file that was just sent has its proper name.
    let proofs = needed.sorted().map { (file: $0, there: byLocalFile[$0]?.file ?? $0) }
    let path = try await SyncError.there { () throws(TransportProblem) in
      try await transport.fetch(proofs.map(\.there))
    }
    guard let folder = try? Folder(path) else { return [] }
    var whole: Set<StoredFile> = []
    var packs: [StoredFile: Substitute] = [:]
    for (file, there) in proofs {
      guard let opened = provedFile(there, in: folder) else { continue }
      whole.insert(file)
      packs[file] = opened.pack.map(Substitute.init)
    }
    // A pack names photos and files of free kinds without containing them: all that are here must be there.
    let there = Set(remote.map(\.localFile) + sent)
    let lacking = Set(
      index.files.filter { file in
        (file.kind == .photo || file.kind == .other) && !there.contains(file)
          && provedFile(file, in: vault) != nil
      }.map(\.kind))
    let isReplaceable = { (file: StoredFile, vault: borrowing Folder) in
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
        whole.contains($0.value) || isReplaceable($0.value, vault)
      }.keys
    // A file that now has such a name was just sent; names that differ only by case and are not listed separately are
    // one file.
    let own = Dictionary(
      index.files.map { ($0.path.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    let names = Set(remote.map(\.file))
    gone.removeAll { file in
      guard let known = own[file.path.lowercased()] else { return false }
      return known == file ? provedFile(file, in: vault) != nil : !names.contains(known)
    }
    gone += replaced.map(\.file).filter { isReplaceable($0, vault) }
    guard !gone.isEmpty else { return [] }
    guard plan.isWanted() else { throw .stopped }
    let all = Array(Set(gone)).sorted()
    try await SyncError.there { () throws(TransportProblem) in try await transport.remove(all) }
    outcome.removedCount += all.count
    return all
  }
}
