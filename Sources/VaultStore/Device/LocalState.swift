public import Cards
internal import FoundationEssentials
internal import SwiftProtobuf
internal import VaultFormat

extension Cardvault_Vault_DeviceState {
  /// State that only this device needs; empty if it cannot be read.
  var local: Cardvault_Vault_Local {
    get { (try? Cardvault_Vault_Local(serializedBytes: Array(localState))) ?? .init() }
    set { localState = Data(newValue.bytes) }
  }
}

/// A place where this device found or made a copy of the vault.
public struct KnownTarget: Sendable, Hashable {
  /// What the person calls it; no other one here has this name.
  public let name: String
  /// A folder's whole path, or what else was typed, which may contain a password; no other one here has it.
  public let target: String
  /// When a sync with it last finished.
  public let synced: Timestamp

  /// Records a sync.
  public init(name: String, target: String, synced: Timestamp) {
    self.name = name
    self.target = target
    self.synced = synced
  }

  init(_ message: Cardvault_Vault_KnownTarget) {
    self.init(
      name: message.name, target: message.target,
      synced: Timestamp(milliseconds: message.synced))
  }

  var message: Cardvault_Vault_KnownTarget {
    .with { ($0.name, $0.target, $0.synced) = (name, target, synced.milliseconds) }
  }
}

extension Cardvault_Vault_Local {
  /// More targets than a person has; those that were not synced for longest are forgotten.
  private static let maxTargetCount = 50

  /// Records a sync with a target, which takes the place of the one with its name and of the one at its place.
  mutating func note(_ target: KnownTarget) {
    let replaced = targets.firstIndex { $0.name == target.name }
    let place = replaced ?? targets.firstIndex { $0.target == target.target } ?? targets.count
    targets.insert(target.message, at: place)
    let isOld = { (each: Cardvault_Vault_KnownTarget) in
      each.name == target.name || each.target == target.target
    }
    targets = targets.enumerated().filter { $0.offset == place || !isOld($0.element) }.map(
      \.element)
    while targets.count > Self.maxTargetCount,
      let oldest = targets.indices.min(by: { targets[$0].synced < targets[$1].synced })
    {
      targets.remove(at: oldest)
    }
  }
}

/// How often something happened on this device, for statistics that are never sent.
public struct LocalCount: Sendable, Hashable {
  /// What is counted: lower-case words with dots between them.
  public let name: String
  /// How often it happened.
  public var count: UInt64
  /// The total time it took, in milliseconds.
  public var milliseconds: UInt64

  /// Makes a count.
  public init(_ name: String, count: UInt64 = 1, milliseconds: UInt64 = 0) {
    self.name = name
    self.count = count
    self.milliseconds = milliseconds
  }

  var message: Cardvault_Vault_LocalCount {
    .with { ($0.name, $0.count, $0.milliseconds) = (name, count, milliseconds) }
  }
}

/// The meaning of a table's columns, as a person confirmed it on this device.
package struct RememberedColumns: Sendable, Hashable {
  /// The folded names of the columns, one per line.
  package let header: String
  /// The name of each column's field; empty if the column is ignored.
  package let fields: [String]

  package init(header: String, fields: [String]) {
    self.header = header
    self.fields = fields
  }

  init(_ message: Cardvault_Vault_TableColumns) {
    self.init(header: message.header, fields: message.fields)
  }

  var message: Cardvault_Vault_TableColumns {
    .with { ($0.header, $0.fields) = (header, fields) }
  }
}

extension DeviceMemory {
  /// Reading 1,000 files of 64 KiB takes a second.
  private static let damageLimit = 1_000

  /// The state of long files when they were found damaged, so that none is read in full again before it changes.
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

  /// Keeps the longest files if there are too many: reading these takes the most time.
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
