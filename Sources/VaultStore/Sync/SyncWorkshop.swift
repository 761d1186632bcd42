internal import Glibc
internal import Sealing
internal import SystemPackage

/// A folder of this machine for what is on its way between one vault folder and one target, held by one
/// process at a time.
struct SyncWorkshop: ~Copyable {
  private static let folderName = "sync"
  private static let cloneName = "clone"

  private let path: FilePath
  private let lock: FolderLock

  /// Makes it, and waits for another process that uses it.
  init(
    for target: SyncTarget, _ locations: VaultLocations, patience: Duration
  ) throws(SyncError) {
    // Only to tell them apart: nothing secret is in it.
    let text = "\(target)\0\(locations.vault.string)"
    let name = String(ContentHash(of: Array(text.utf8).span).description.prefix(32))
    let path = locations.stateDirectory.appending(Self.folderName).appending(name)
    lock = try SyncError.here { () throws(VaultError) in
      try VaultError.naming(path) { () throws(SystemFailure) in try Folder.make(path) }
      let folder = try VaultError.naming(path) { () throws(SystemFailure) in try Folder(path) }
      return try FolderLock(folder, at: path, patience: patience)
    }
    self.path = path
  }

  /// What carries to and from a target.
  func carrier(for target: SyncTarget) -> any Carrier {
    switch target {
    case .folder(let folder): FolderCarrier(path: folder)
    case .rclone(let remote): RcloneCarrier(remote: remote, staging: path)
    case .git(let url): GitCarrier(url: url, clone: path.appending(Self.cloneName))
    }
  }
}
