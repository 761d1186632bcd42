internal import VaultStore

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
