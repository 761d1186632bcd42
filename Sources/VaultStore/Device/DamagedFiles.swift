internal import SwiftProtobuf
internal import VaultFormat

/// The damaged files that this machine remembers, so that none is read in full again before it changes.
extension DeviceMemory {
  /// How many damaged files are remembered: 1,000 of 64 KiB are read in a second.
  private static let damageLimit = 1_000

  /// The long files that were found damaged, as they were then.
  var damaged: [StoredFile: Folder.FileState] {
    get {
      Dictionary(
        state.local.damaged.map { ($0.file, $0.state) }, uniquingKeysWith: { first, _ in first })
    }
    set { state.local.damaged = Self.messages(newValue) }
  }

  /// Whether these damaged files are already remembered.
  func remembers(_ damaged: [StoredFile: Folder.FileState]) -> Bool {
    state.local.damaged == Self.messages(damaged)
  }

  /// Of too many the longest: reading them costs the most.
  private static func messages(
    _ damaged: [StoredFile: Folder.FileState]
  ) -> [Cardvault_Vault_DamagedFile] {
    damaged.sorted { ($1.value.byteCount, $0.key) < ($0.value.byteCount, $1.key) }
      .prefix(damageLimit).map { Cardvault_Vault_DamagedFile($0.key, $0.value) }
  }
}

extension Cardvault_Vault_DamagedFile {
  fileprivate init(_ file: StoredFile, _ state: Folder.FileState) {
    self = .with {
      ($0.folder, $0.name) = (file.folder ?? "", file.name)
      $0.byteCount = state.byteCount
      ($0.changed, $0.modified) = (state.changed, state.modified)
      ($0.fileSystem, $0.inode) = (state.device, state.inode)
    }
  }

  fileprivate var file: StoredFile { StoredFile(folder: folder.isEmpty ? nil : folder, name: name) }

  fileprivate var state: Folder.FileState {
    Folder.FileState(
      byteCount: byteCount, changed: changed, modified: modified, device: fileSystem, inode: inode)
  }
}
