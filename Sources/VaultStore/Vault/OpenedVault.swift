internal import Cards
internal import Sealing
internal import SystemPackage
internal import VaultFormat

/// What opening a vault yields, before the actor takes it over.
struct OpenedVault {
  var locations: VaultLocations
  let keys: VaultKeys
  let keyFiles: KeyNames
  let notices: [SuccessorNotice]
  /// `nil` while it was not read.
  var contents: VaultContents?
  let memory: DeviceMemory

  /// Reads everything that is in a vault, or only whose it is.
  init(
    _ locations: VaultLocations, found: FoundKeys, names: KeyNames, folder: borrowing Folder,
    isRead: Bool = true
  ) throws(VaultError) {
    self.locations = locations
    self.locations.keyFile = found.keyFile
    let keys = found.keys
    self.keys = keys
    keyFiles = names
    notices = SuccessorNotice.all(in: folder) { keys[$0] }
    // Memory first: what another program saves meanwhile must not look as if it had been here and gone.
    let memory = try DeviceMemory.read(at: locations, keys: keys)
    self.memory = memory
    guard isRead else { return }
    contents = try VaultContents(
      of: folder, through: FolderSnapshot(keys: keys), keys: keys, memory: memory)
  }
}
