package import Sealing
package import VaultFormat

/// What became of files that a transport brought.
package struct Receipt {
  package var merge = MergeOutcome()
  /// They hold what their names do not tell, cannot be opened, or are not whole.
  package var damaged: [StoredFile] = []
  /// No held key proves them.
  package var refused: Set<RemoteFile> = []
  /// Those of them that hold something else than their names tell: perhaps another program is still writing them.
  package var torn: Set<RemoteFile> = []
  /// Those of them that claim a key which is here, and whose passphrase nobody gave.
  package var locked: Set<RemoteFile> = []
  /// A finished key sealed them, and they were taken in to be decided on.
  package var lateCount = 0
  var lateByteCount = 0
  /// How many were not asked for, as too many before them were refused.
  package var notAskedCount = 0
  /// A finished key sealed them, and they hold nothing of their own.
  package var leftovers: [StoredFile] = []
  /// Good ones under names that are not their own, and what they are called.
  package var misnamed: [StoredFile: StoredFile] = [:]

  package init() {}

  /// `Format.md`, section 12.
  private static let countLimit = 1_000
  private static let byteLimit = 256 << 20

  /// How many more may be asked for that no proved save names; none where those before them hold too many bytes.
  package var remainingCount: Int {
    let byteCount = refused.reduce(lateByteCount) { $0 + max(0, $1.byteCount) }
    return byteCount < Self.byteLimit ? max(0, Self.countLimit - refused.count - lateCount) : 0
  }

  /// Notes a file that no held key proves.
  package mutating func refuse(
    _ carried: RemoteFile, claiming key: KeyID?, of lockedKeys: Set<KeyID>,
    in source: borrowing Folder
  ) {
    refused.insert(carried)
    if let key, lockedKeys.contains(key) { locked.insert(carried) }
    if carried.file.hash.map({ carried.file.isAltered(in: source, [$0]) }) ?? true {
      torn.insert(carried)
    }
  }

  package mutating func add(_ other: Receipt) {
    merge.add(other.merge)
    damaged += other.damaged
    refused.formUnion(other.refused)
    torn.formUnion(other.torn)
    locked.formUnion(other.locked)
    lateCount += other.lateCount
    lateByteCount += other.lateByteCount
    notAskedCount += other.notAskedCount
    leftovers += other.leftovers
    misnamed.merge(other.misnamed) { $1 }
  }
}
