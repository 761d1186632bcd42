package import Sealing
package import VaultFormat

/// What became of files that a transport brought.
package struct Receipt {
  package var merge = MergeOutcome()
  /// They hold what their names do not tell, cannot be opened, or are not whole.
  package var damaged: [StoredFile] = []
  /// Nothing that counts proves them, or too many before them were late.
  package var refused: Set<RemoteFile> = []
  /// Those of them that hold something else than their names tell: perhaps another program is still writing them.
  package var torn: Set<RemoteFile> = []
  /// Those of them whose key is here, and nobody gave its passphrase; and those that too many late ones kept out.
  package var undecided: Set<RemoteFile> = []
  /// They got their places.
  package var taken: Set<RemoteFile> = []
  /// A finished key sealed them, and they are here to be decided on.
  package var lateCount = 0
  package var lateByteCount = 0
  /// How many were not asked for, as too many before them were refused.
  package var notAskedCount = 0
  /// A finished key sealed them, and the segments in them are all here.
  package var leftovers: [StoredFile: [ContentHash]] = [:]
  /// Good ones under names that are not their own, and what they are called.
  package var misnamed: [StoredFile: StoredFile] = [:]

  package init() {}

  /// So many files, or bytes, are asked for together, may be refused, and may be late: `Format.md`, section 12.
  package static let countLimit = 1_000
  package static let byteLimit = 256 << 20

  /// How many more may be asked for that no proved save names; none where those before them hold too many bytes.
  package var remainingCount: Int {
    let byteCount = refused.reduce(0) { $0 + max(0, $1.byteCount) }
    return byteCount < Self.byteLimit ? max(0, Self.countLimit - refused.count) : 0
  }

  /// Whether one more late file may come.
  var hasRoomForLate: Bool { lateCount < Self.countLimit && lateByteCount < Self.byteLimit }

  /// Notes a file that stays where it is.
  package mutating func refuse(
    _ carried: RemoteFile, claiming key: KeyID?, of lockedKeys: Set<KeyID>,
    in source: borrowing Folder
  ) {
    refused.insert(carried)
    if let key, lockedKeys.contains(key) { undecided.insert(carried) }
    if carried.file.hash.map({ carried.file.isAltered(in: source, [$0]) }) ?? true {
      torn.insert(carried)
    }
  }

  /// Adds files that were looked at apart, and refused.
  package mutating func add(_ other: Receipt) {
    refused.formUnion(other.refused)
    torn.formUnion(other.torn)
    undecided.formUnion(other.undecided)
  }
}
