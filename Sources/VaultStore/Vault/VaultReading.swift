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
    shown.replace(with: contents.takeSegments())
    isRead = true
  }

  /// Shows newly received segments.
  package func show(_ segments: [Segment]) { shown.add(segments) }

  /// The current contents of the vault's folder.
  func contents(
    _ thoroughness: JudgedFolder.Thoroughness, through snapshot: OpenedFolder? = nil
  ) throws(VaultError) -> JudgedFolder {
    let folder = try Self.openFolder(locations.vault)
    return try JudgedFolder(
      of: folder, through: snapshot ?? OpenedFolder(under: keys.current), keys: keys,
      thoroughness)
  }

  /// Everything in the vault, freshly read.
  package func judgedAnew() throws(VaultError) -> JudgedFolder { try contents(.everything) }

  /// What a key shows in a vault's folder.
  package static func entries(
    at locations: VaultLocations, under key: DerivedKeys
  ) throws(VaultError) -> [CardID: CardEntry] {
    let folder = try openFolder(locations.vault)
    var contents = try JudgedFolder(of: folder, through: OpenedFolder(under: key))
    return ShownCards(contents.takeSegments()).entries
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
