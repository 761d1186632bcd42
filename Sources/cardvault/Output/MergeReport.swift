internal import VaultStore

/// What a merge did, for scripts: in the words of `sync`.
struct MergeReport: Encodable {
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

  init(_ outcome: MergeOutcome, isMade: Bool?) {
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

extension MergeOutcome {
  /// What it did, for people.
  var words: String {
    if fileCount == 0 {
      return leftOutCount == 0
        ? "Nothing new: all of it is here already." : "Nothing new was taken in."
    }
    let kind = draftCount > 0 ? "draft" : "card"
    var parts = ["\(addedCount) \(kind)\(addedCount == 1 ? "" : "s") added"]
    if duplicateCount > 0 {
      parts.append("\(duplicateCount) of them with the code of a card that was here")
    }
    if changedCount > 0 { parts.append("\(changedCount) changed") }
    if removedCount > 0 { parts.append("\(removedCount) removed") }
    if conflictCount > 0 {
      parts.append(
        "\(conflictCount) \(conflictCount == 1 ? "conflict" : "conflicts"), marked in cardvault list"
      )
    }
    return "Merged: " + parts.joined(separator: ", ")
  }
}
