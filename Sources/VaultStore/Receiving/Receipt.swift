package import Cards
package import Sealing
package import VaultFormat

/// The result of receiving files from a transport.
package struct Receipt {
  /// What was shown before any file was received; `nil` if none was.
  package var shown: [CardID: Vault.CardEntry]?
  /// How many files were put into the vault.
  package var fileCount = 0
  /// Their total size.
  package var byteCount = 0
  /// Files that do not match their names, cannot be opened, or are incomplete.
  package var damaged: [StoredFile] = []
  /// Files that the key does not prove, or that are damaged.
  package var refused: Set<RemoteFile> = []
  /// Those of them that may be good another time: their key is here but nobody gave its passphrase, or they do not
  /// match their names, as another program may still write or repair them.
  package var undecided: Set<RemoteFile> = []
  /// How many of the refused ones claim a key of the vault that is retired on this machine.
  package var retiredCount = 0
  /// Files that were put into the vault.
  package var taken: Set<RemoteFile> = []
  /// How many were not requested, because too many before them were refused.
  package var notAskedCount = 0
  /// Good files under wrong names, and their proper places.
  package var misnamed: [StoredFile: StoredFile] = [:]

  package init() {}

  /// How many files or bytes may be requested together, or refused: `Format.md`, section 12.
  package static let countLimit = 1_000
  package static let byteLimit = 256 << 20

  /// How many more files may be requested; 0 once the refused ones are too large in total.
  package var remainingCount: Int {
    let byteCount = refused.reduce(0) { $0 + max(0, $1.byteCount) }
    return byteCount < Self.byteLimit ? max(0, Self.countLimit - refused.count) : 0
  }

  /// Records a file that is not accepted.
  package mutating func refuse(
    _ carried: RemoteFile, claiming key: KeyID?, of lockedKeys: Set<KeyID>,
    in source: borrowing Folder
  ) {
    refused.insert(carried)
    if let key, lockedKeys.contains(key) { undecided.insert(carried) }
    // Without a hash in its name, only another length shows that a file was written further.
    if carried.file.isAltered(in: source) { undecided.insert(carried) }
  }

  /// Adds files that were checked separately and refused.
  package mutating func add(_ other: Receipt) {
    refused.formUnion(other.refused)
    undecided.formUnion(other.undecided)
  }
}
