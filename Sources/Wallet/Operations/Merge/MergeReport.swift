package import Cards
package import VaultStore

/// The result of a merge, for scripts, with the same keys as `sync`.
package struct MergeReport: Encodable, Sendable {
  let cardsAdded: Int
  let cardsBack: [CardBackReport]
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
    cardsBack = outcome.back.map(CardBackReport.init)
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

/// A removed card that is there again, for scripts.
struct CardBackReport: Encodable, Sendable {
  let id: String
  let name: String
  /// Whether somebody restored it, rather than changed it without knowing of the removal.
  let restored: Bool

  init(_ card: MergeOutcome.CardBack) {
    (id, name, restored) = (card.id.description, card.name, card.isRestored)
  }
}

extension MergeOutcome {
  /// What to do next.
  package var suggestions: [Suggestion] {
    var suggestions: [Suggestion] = []
    if draftCount > 0 { suggestions.append(Suggestion("Next", .run("review"))) }
    if conflictCount > 0 || draftCount > 0 && duplicateCount > 0 {
      suggestions.append(Suggestion(draftCount > 0 ? "Then" : "Next", .run("resolve")))
    }
    return suggestions + backSuggestions
  }

  /// That removed cards are there again, and why, a line for each reason.
  package var backLines: [String] {
    [false, true].compactMap { isRestored in
      let cards = back.filter { $0.isRestored == isRestored }
      if cards.isEmpty { return nil }
      let (them, verb) = cards.count == 1 ? ("it", "is") : ("them", "are")
      let names = cards.map { "“\($0.name)”" }.shown
      return "\(names), removed here, \(verb) back: another device "
        + (isRestored ? "restored \(them)." : "changed \(them) meanwhile.")
    }
  }

  /// How to remove what came back because another device did not know that it was removed.
  package var backSuggestions: [Suggestion] {
    let cards = back.filter { !$0.isRestored }
    return cards.prefix(Self.maxSuggestedRemovals).map { card in
      Suggestion(
        "To remove “\(card.name.printable)” again",
        Advice.run("remove", .text(card.id.firstDigits)).onPage("choose Remove in its menu"))
    }
  }

  /// More commands than these nobody copies.
  private static let maxSuggestedRemovals = 3

  /// What else a person should know of it, in sentences for a page.
  ///
  /// - Parameter names: The names of all cards, including removed ones.
  /// - Returns: The sentences.
  package func remarks(naming names: [CardID: String]) -> [String] {
    var remarks = backLines
    if !staysRemoved.isEmpty {
      let cards = staysRemoved.compactMap { names[$0].map { "“\($0)”" } }
      remarks.append(
        "Removed or undone here: \(cards.shown). You can bring them back from the removed cards.")
    }
    if leftOutCount > 0 {
      remarks.append(
        "Cards left out because something on them is not valid: \(leftOutCount). "
          + "Ask the person who made the bundle, or type them in.")
    }
    return remarks
  }

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
    if !back.isEmpty { parts.append("\(back.count) back") }
    if changedCount > 0 { parts.append("\(changedCount) changed") }
    if removedCount > 0 { parts.append("\(removedCount) removed") }
    if conflictCount > 0 {
      parts.append("\(conflictCount) \(conflictCount == 1 ? "conflict" : "conflicts") to decide")
    }
    return "Merged: " + parts.joined(separator: ", ")
  }
}
