package import Cards
internal import Glibc
internal import Sealing
package import SystemPackage
package import VaultFormat

/// Reads a vault's folder.
extension Vault {
  /// Reads the cards, unless they were read already.
  package func read() throws(VaultError) {
    if !isRead { try readAnew() }
  }

  /// Reads the cards, even if they were read already.
  func readAnew() throws(VaultError) {
    contents = try contents(.whatIsNeeded, through: snapshot)
    history = History(contents.takeSegments())
    showAll()
    isRead = true
  }

  /// The current contents of the vault's folder.
  func contents(
    _ thoroughness: VaultContents.Thoroughness, through snapshot: FolderSnapshot? = nil
  ) throws(VaultError) -> VaultContents {
    let folder = try Self.openFolder(locations.vault)
    return try VaultContents(
      of: folder, through: snapshot ?? FolderSnapshot(keys: keys), keys: keys, memory: memory,
      thoroughness)
  }

  /// Everything in the vault to be resealed, freshly read.
  package func material(includesFinished: Bool) throws(VaultError) -> VaultMaterial {
    VaultMaterial(of: try contents(.everything), includesFinished: includesFinished)
  }

  /// What these keys show in a vault's folder.
  package static func entries(
    at locations: VaultLocations, under keys: VaultKeys
  ) throws(VaultError) -> [CardID: CardEntry] {
    let folder = try openFolder(locations.vault)
    let memory = try DeviceMemory.read(at: locations, keys: keys)
    var contents = try VaultContents(
      of: folder, through: FolderSnapshot(keys: keys, damaged: memory.damaged), keys: keys,
      memory: memory)
    return Self.entries(of: History(contents.takeSegments())).0
  }

  /// The files that claim to be headers of the vault; throws if nothing looks like one.
  package static func headers(at locations: VaultLocations) throws(VaultError) -> HeaderFiles {
    let path = locations.vault
    let folder = try openFolder(path)
    let headers = try HeaderFiles(in: path)
    if headers.isEmpty {
      // Cards without a header: a file was lost on the way.
      let hasCards = StoredKind.allCases.compactMap(\.folder).contains { folder.holds($0) }
      throw hasCards ? .vaultFileMissing(path) : .noVault(path)
    }
    return headers
  }

  package static func openFolder(_ path: FilePath) throws(VaultError) -> Folder {
    do throws(VaultError) {
      return try Folder(path)
    } catch {
      throw [.noSuchFileOrDirectory, .notDirectory].contains(error.errno) ? .noVault(path) : error
    }
  }
}
