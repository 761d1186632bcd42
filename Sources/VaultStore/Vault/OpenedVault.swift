internal import Cards
internal import Sealing
internal import VaultFormat

/// The result of opening a vault, before the actor takes ownership.
struct OpenedVault {
  var locations: VaultLocations
  let keys: VaultKeys
  let keyFiles: KeyNames
  let notices: [SuccessorNotice]
  /// `nil` until it is read.
  var contents: JudgedFolder?
  let memory: DeviceMemory
  /// How many saves came along when this device moved to a new key just now; `nil` if it did not.
  var movedCount: Int?
  /// The long files that are known to be damaged.
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
    // Memory first: otherwise, what another program saves meanwhile would look as if it had disappeared.
    let memory = try DeviceMemory.read(at: locations, keys: keys)
    self.memory = memory
    damaged = memory.damaged
    guard isRead else { return }
    let snapshot = OpenedFolder(under: keys.current, damaged: damaged)
    contents = try JudgedFolder(of: folder, through: snapshot, keys: keys)
    damaged = snapshot.damaged
  }
}
