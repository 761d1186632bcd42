package import Cards
internal import Glibc
internal import Sealing
package import SystemPackage
package import VaultFormat

/// An opened vault before the actor owns it.
struct OpenedVault {
  var locations: VaultLocations
  let keys: VaultKeys
  let keyFiles: KeyNames
  let notices: [SuccessorNotice]
  /// `nil` if it was not read.
  var contents: JudgedFolder?
  let memory: DeviceMemory
  /// How many saves were sealed anew when this device just moved to a new key; `nil` if it did not move.
  var movedCount: Int?
  var damaged: [StoredFile: Folder.FileState]

  /// Reads everything in a vault, or only which vault it is.
  init(
    _ locations: VaultLocations, found: FoundKeys, names: KeyNames, folder: borrowing Folder,
    isRead: Bool = true
  ) throws(VaultError) {
    self.locations = locations
    self.locations.keyFile = found.keyFile
    let keys = found.keys
    self.keys = keys
    keyFiles = names
    notices = keys.notices(in: folder)
    // Memory first: otherwise, what another program saves meanwhile would seem to have disappeared.
    let memory = try DeviceMemory.read(at: locations, keys: keys)
    self.memory = memory
    damaged = memory.damaged
    guard isRead else { return }
    let snapshot = OpenedFolder(under: keys.current, damaged: damaged)
    contents = try JudgedFolder(of: folder, through: snapshot, keys: keys)
    damaged = snapshot.damaged
  }
}

extension Vault {
  /// Reads the cards unless they were read already.
  package func read() throws(VaultError) {
    if !isRead { try readAnew() }
  }

  /// Reads the cards even if they were read already.
  func readAnew() throws(VaultError) {
    contents = try contents(.whatIsNeeded, through: snapshot)
    shown.replace(with: contents.takeSegments())
    isRead = true
  }

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

  /// The cards that a key shows in a vault's folder.
  package static func entries(
    at locations: VaultLocations, under key: DerivedKeys
  ) throws(VaultError) -> [CardID: CardEntry] {
    let folder = try openFolder(locations.vault)
    var contents = try JudgedFolder(of: folder, through: OpenedFolder(under: key))
    return ShownCards(contents.takeSegments()).entries
  }

  /// The files that claim to be headers of the vault.
  ///
  /// - Throws: `VaultError.vaultFileMissing` or `.noVault` if nothing looks like one, or the system's error.
  package static func headers(at locations: VaultLocations) throws(VaultError) -> HeaderFiles {
    let path = locations.vault
    let folder = try openFolder(path)
    let headers = try HeaderFiles(in: path)
    if headers.isEmpty {
      // Cards without a header: the header was lost in transit.
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
