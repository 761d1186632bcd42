package import VaultStore

/// What a merge did, for scripts: in the words of `sync`.
package struct MergeReport: Encodable, Sendable {
  let cardsAdded: Int
  let cardsChanged: Int
  let cardsRemoved: Int
  let cardsLeftOut: Int
  let drafts: Int
  let duplicates: Int
  let conflicts: Int
  let filesSent = 0
  let filesReceived: Int
  let bytesSent = 0
  let bytesReceived: Int
  /// Whether the vault was made by it; absent when it was there.
  let vaultMade: Bool?

  /// Takes over what was taken in.
  package init(_ outcome: MergeOutcome, isMade: Bool?) {
    cardsAdded = outcome.addedCount
    cardsChanged = outcome.changedCount
    cardsRemoved = outcome.removedCount
    cardsLeftOut = outcome.leftOutCount
    drafts = outcome.draftCount
    duplicates = outcome.duplicateCount
    conflicts = outcome.conflictCount
    filesReceived = outcome.fileCount
    bytesReceived = outcome.byteCount
    vaultMade = isMade
  }
}
