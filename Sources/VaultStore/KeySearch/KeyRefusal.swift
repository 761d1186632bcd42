internal import Cards
internal import Sealing
internal import SystemPackage
package import VaultFormat

extension KeySearch {
  /// The error that explains why no key here opens the vault.
  func refusal(
    _ headers: HeaderFiles, _ located: [Located], _ problems: Problems,
    noticesIn folders: [FilePath], _ unlock: KeyProvider
  ) throws(VaultError) -> VaultError {
    if !problems.newer.isEmpty { return .newerFormat(Array(Set(problems.newer)).sorted()) }
    if let successor = try successor(noticesIn: folders, unlock) { return .keyReplaced(successor) }
    let altered = headers.all.filter(\.isAltered).map(\.file.name)
    let damaged = problems.damaged + altered + (headers.all.isEmpty ? headers.damaged : [])
    if !damaged.isEmpty { return .damaged(Array(Set(damaged)).sorted()) }
    // An intact header that no key here proves.
    let replaced = Set(folders.flatMap { SuccessorNotice.claimedKeys(in: $0) })
    let claimedIDs = headers.all.map(\.header.keyID)
    guard let claimed = claimedIDs.first(where: { !replaced.contains($0) }) ?? claimedIDs.first
    else { return headers.isEmpty ? .noVault(locations.vault) : .vaultFileMissing(locations.vault) }
    let path = locations.keyFile(of: claimed)
    do throws(SealingError) {
      _ = try KeyFile.read(path.string)
      return .wrongKey(claimed, path)
    } catch {
      return VaultError(error, keyFile: path)
    }
  }

  /// The successor of a key that is here and opens only a notice.
  private func successor(
    noticesIn folders: [FilePath], _ unlock: KeyProvider
  ) throws(VaultError) -> Successor? {
    let claimed = Set(folders.flatMap { SuccessorNotice.claimedKeys(in: $0) })
    var notices: [SuccessorNotice] = []
    for key in locate(claimed) {
      let keys = try open(key, keyProvider: unlock)
      for path in folders {
        guard let folder = try? Folder(path) else { continue }
        notices += SuccessorNotice.all(in: folder, under: keys)
      }
    }
    return notices.max { $0.created < $1.created }?.successor(locations)
  }
}

extension SuccessorNotice {
  /// The successor as shown to people; `keys` are those of the open vault, if any.
  package func successor(_ locations: VaultLocations, _ keys: VaultKeys? = nil) -> Successor {
    let file = locations.keyDirectory.appending(key.description)
    return Successor(
      keyID: key, fingerprint: fingerprint, made: created,
      isOnThisMachine: (try? KeyFile.read(file.string))?.keyID == key,
      isContradicted: keys?.header.earlier.contains(key) ?? false)
  }
}
