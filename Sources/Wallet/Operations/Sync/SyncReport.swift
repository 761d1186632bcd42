internal import VaultFormat
internal import VaultStore
package import VaultSync

/// The result of a sync, for scripts.
package struct SyncReport: Encodable, Sendable {
  let bytesReceived: Int
  let bytesSent: Int
  let cards: Int?
  let cardsAdded: Int
  let cardsBack: [CardBackReport]
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
  /// What the target is called; absent for one that is not remembered.
  let name: String?
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
    cardsBack = outcome.merge.back.map(CardBackReport.init)
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
    name = outcome.name
    newCopy = outcome.isFirst
    newFolder = outcome.isFolderMade
    notAsked = outcome.notAskedCount
    partial = outcome.isPartial
    refused = outcome.refusedCount
    retired = outcome.health.retired.count
  }
}

extension SyncOutcome {
  /// What was done, in words.
  ///
  /// - Parameter isDryRun: Whether nothing was done, and this is what would be.
  /// - Returns: The lines.
  package func lines(isDryRun: Bool) -> [String] {
    if isDryRun {
      return [
        "Would receive \(receivedCount.files) (\(receivedByteCount.bytes)) and send "
          + "\(sentCount.files) (\(sentByteCount.bytes)). Nothing was changed."
      ]
    }
    var lines: [String] = []
    let isIdle = sentCount + receivedCount + removedCount == 0 && movedCount == nil
    if isJoined {
      lines.append("Joined: this device now has the vault.")
    } else if isFirst {
      lines.append(
        isFolderMade
          ? "Made a new copy, in a new folder."
          : "Made a new copy: nothing of this vault was at the target.")
    } else if isIdle {
      lines.append("Up to date: nothing to copy.")
    }
    if !isIdle {
      lines.append(
        "Received \(receivedCount.files) (\(receivedByteCount.bytes)), sent \(sentCount.files) "
          + "(\(sentByteCount.bytes)).")
    }
    if removedCount > 0 {
      lines.append(
        "Removed \(removedCount.files) at the target: other files there have the same contents.")
    }
    let changes = changes
    if !isJoined, !changes.isEmpty { lines.append("Cards: " + changes.joined(separator: ", ")) }
    if !isJoined { lines += merge.backLines }
    if let movedCount { lines.append(movedCount.movedWords) }
    if !health.retired.isEmpty { lines.append("\(health.retired.retiredSuggestion.purpose).") }
    if refusedCount > 0 {
      lines.append(
        "Left at the target: \(refusedCount.files) that the vault's key does not open"
          + (retiredThereCount > 0 ? ", \(retiredThereCount) of them under a retired key." : "."))
    }
    if isJoined || isFirst, let cardCount {
      lines.append("Fingerprint  \(fingerprint)")
      lines.append("Cards        \(cardCount)")
      lines.append("Compare both with the other device.")
      if let name {
        lines.append("The target is called \(name) from now on.")
      }
    }
    return lines
  }

  /// What to do about new conflicts.
  package static let decision = Suggestion(
    "To decide", .run("resolve").onPage("open Decisions"))

  /// What to do next.
  package var suggestions: [Suggestion] {
    var suggestions: [Suggestion] = []
    if merge.conflictCount > 0 {
      suggestions.append(Self.decision)
    }
    if !isJoined { suggestions += merge.backSuggestions }
    if !health.retired.isEmpty {
      suggestions.append(
        Suggestion(
          "To see what is under a retired key here", health.retired.retiredSuggestion.advice))
    }
    if refusedCount > 0 {
      suggestions.append(
        Suggestion(
          "If another device changed the key, too",
          .run("key", "restore", "PHOTO", note: "with its recovery sheet")))
    }
    if retiredThereCount > 0 {
      suggestions.append(
        Suggestion(
          "To see what is under a retired key there",
          .run("merge", "--retired", "FOLDER", note: "with a copy of the target")))
    }
    return suggestions
  }

  private var changes: [String] {
    var parts: [String] = []
    func note(_ count: Int, _ words: String) {
      if count > 0 { parts.append("\(count) \(words)") }
    }
    note(merge.addedCount, "added")
    note(merge.back.count, "back")
    note(merge.changedCount, "changed")
    note(merge.removedCount, "removed")
    if merge.conflictCount > 0 {
      note(
        merge.conflictCount, (merge.conflictCount == 1 ? "conflict" : "conflicts") + " to decide")
    }
    return parts
  }

  /// What could not be done, and other problems.
  package var warnings: [VaultWarning] {
    var warnings: [VaultWarning] = []
    if !damagedThere.isEmpty {
      let target: Command.Word = name.map { .text($0) } ?? "TARGET"
      let repair = Advice.run(
        "sync", target, "--check", note: "to repair them, on a device that has these files")
      warnings.append(
        VaultWarning(
          what: "files at the target are damaged or not complete yet: "
            + damagedThere.shown,
          advice: .prose("run the same command again in a moment").or(repair),
          onPage: .prose("sync again in a moment").or(repair)))
    }
    if notAskedCount > 0 {
      warnings.append(
        VaultWarning(
          what:
            "\(notAskedCount.files) at the target were not checked, after too many that no key on this device opens",
          advice: "run the same command again to go on; or find out who puts such files there",
          onPage: "sync again to go on; or find out who puts such files there"))
    }
    if isPartial {
      warnings.append(
        VaultWarning(
          what:
            "the target has more than \(VaultLayout.nameLimit) files, so some were not looked at",
          advice:
            "remove files there that are not the vault's, then run the same command again; or sync with another target",
          onPage:
            "remove files there that are not the vault's, then sync again; or sync with another target"
        ))
    }
    return warnings + health.warnings
  }
}

extension Int {
  /// That a device moved to a new key, and how many saves came along.
  package var movedWords: String {
    "This device has the vault's new key now"
      + (self == 0 ? "." : "; \(saves) that it had not synced came along.")
  }
}

extension [String] {
  /// What to do about these files under a retired key.
  package var retiredSuggestion: Suggestion {
    Suggestion(
      "\(count.files) in the vault's folder \(count == 1 ? "is" : "are") sealed under a retired key",
      .run("merge", "--retired", note: "it shows what is in \(count == 1 ? "it" : "them")"))
  }
}
