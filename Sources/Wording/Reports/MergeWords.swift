package import VaultStore

extension MergeOutcome {
  /// What was merged, in words.
  package var words: String {
    if fileCount == 0, !staysRemoved.isEmpty {
      let count = staysRemoved.count
      return "Nothing was merged: "
        + (count == 1
          ? "1 card of the bundle was removed or undone here, and stays removed."
          : "\(count) cards of the bundle were removed or undone here, and stay removed.")
    }
    if fileCount == 0 {
      return leftOutCount == 0
        ? "Nothing new: everything is already here." : "Nothing new was merged."
    }
    let kind = draftCount > 0 ? "draft" : "card"
    var parts = ["\(addedCount) \(kind)\(addedCount == 1 ? "" : "s") added"]
    if duplicateCount > 0 {
      parts.append("\(duplicateCount) of them with the code of an existing card")
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
