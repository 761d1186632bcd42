internal import Cards
package import VaultStore

/// The result of a merge, for scripts, with the same keys as `sync`.
package struct MergeReport: Encodable, Sendable {
  let cardsAdded: Int
  let cardsChanged: Int
  let cardsRemoved: Int
  let cardsLeftOut: Int
  /// The ids of cards that were removed here, or whose merge was undone here.
  let cardsStayRemoved: [String]
  let drafts: Int
  let duplicates: Int
  let conflicts: Int
  let filesSent = 0
  let filesReceived: Int
  let bytesSent = 0
  let bytesReceived: Int
  /// Whether the merge created the vault; absent if the vault already existed.
  let vaultMade: Bool?

  /// Creates a report from the outcome of a merge.
  package init(_ outcome: MergeOutcome, isMade: Bool?) {
    cardsAdded = outcome.addedCount
    cardsChanged = outcome.changedCount
    cardsRemoved = outcome.removedCount
    cardsLeftOut = outcome.leftOutCount
    cardsStayRemoved = outcome.staysRemoved.map(\.description)
    drafts = outcome.draftCount
    duplicates = outcome.duplicateCount
    conflicts = outcome.conflictCount
    filesReceived = outcome.fileCount
    bytesReceived = outcome.byteCount
    vaultMade = isMade
  }
}
