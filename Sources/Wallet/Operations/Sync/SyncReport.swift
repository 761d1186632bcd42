internal import VaultStore
package import VaultSync

/// The result of a sync, for scripts.
package struct SyncReport: Encodable, Sendable {
  let bytesReceived: Int
  let bytesSent: Int
  let cards: Int?
  let cardsAdded: Int
  let cardsChanged: Int
  let cardsRemoved: Int
  let conflicts: Int
  let damagedThere: [String]
  let filesReceived: Int
  let filesRemoved: Int
  let filesSent: Int
  let fingerprint: String?
  let joined: Bool
  /// Saves that came along when this device moved to the vault's new key; absent if it did not.
  let moved: Int?
  /// Whether the target held nothing of the vault before.
  let newCopy: Bool
  /// Whether the target's folder did not exist and was made.
  let newFolder: Bool
  let notAsked: Int
  /// Whether the target has more files than are looked at.
  let partial: Bool
  let refused: Int
  /// Files here under keys that are retired on this machine.
  let retired: Int

  /// Creates a report from the outcome of a sync.
  package init(_ outcome: SyncOutcome) {
    bytesReceived = outcome.receivedByteCount
    bytesSent = outcome.sentByteCount
    cards = outcome.cardCount
    cardsAdded = outcome.merge.addedCount
    cardsChanged = outcome.merge.changedCount
    cardsRemoved = outcome.merge.removedCount
    conflicts = outcome.merge.conflictCount
    damagedThere = outcome.damagedThere
    filesReceived = outcome.receivedCount
    filesRemoved = outcome.removedCount
    filesSent = outcome.sentCount
    fingerprint = outcome.fingerprint.isEmpty ? nil : outcome.fingerprint
    joined = outcome.isJoined
    moved = outcome.movedCount
    newCopy = outcome.isFirst
    newFolder = outcome.isFolderMade
    notAsked = outcome.notAskedCount
    partial = outcome.isPartial
    refused = outcome.refusedCount
    retired = outcome.health.retired.count
  }
}
