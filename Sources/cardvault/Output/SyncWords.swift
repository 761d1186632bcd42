internal import VaultStore
internal import VaultSync

extension SyncOutcome {
  /// What was done, as a person reads it.
  func lines(isDryRun: Bool) -> [String] {
    if isDryRun {
      return [
        "Would receive \(receivedCount.files) (\(receivedByteCount.bytes)) and send "
          + "\(sentCount.files) (\(sentByteCount.bytes)). Nothing was changed."
      ]
    }
    var lines: [String] = []
    let isIdle = sentCount + receivedCount + removedCount + resealedCount == 0
    if isJoined {
      lines.append("Joined: this device has the vault now.")
    } else if isIdle {
      lines.append("In step: nothing to move.")
    }
    if !isIdle {
      lines.append(
        "Received \(receivedCount.files) (\(receivedByteCount.bytes)), sent \(sentCount.files) "
          + "(\(sentByteCount.bytes)).")
    }
    if !isJoined, !changes.isEmpty { lines.append("Cards: " + changes.joined(separator: ", ")) }
    if resealedCount > 0 {
      lines.append(
        "\(resealedCount) \(resealedCount == 1 ? "save" : "saves") from before the key was replaced "
          + "\(resealedCount == 1 ? "was" : "were") sealed under the new one.")
    }
    if refusedCount > 0 {
      lines.append("Left at the target: \(refusedCount.files) that no key here proves.")
    }
    if isJoined || isFirst, let cardCount {
      lines.append("Fingerprint  \(fingerprint)")
      lines.append("Cards        \(cardCount)")
      lines.append("Compare both with the other device.")
    }
    return lines
  }

  private var changes: [String] {
    var parts: [String] = []
    func note(_ count: Int, _ words: String) {
      if count > 0 { parts.append("\(count) \(words)") }
    }
    note(merge.addedCount, "added")
    note(merge.changedCount, "changed")
    note(merge.removedCount, "removed")
    if merge.conflictCount > 0 {
      note(
        merge.conflictCount,
        (merge.conflictCount == 1 ? "conflict" : "conflicts") + ", shown by cardvault conflicts")
    }
    return parts
  }

  /// What could not be done, or is wrong.
  var warnings: [VaultWarning] {
    var warnings: [VaultWarning] = []
    if !damagedThere.isEmpty {
      warnings.append(
        VaultWarning(
          what: "files at the target are damaged, or not there to their ends yet: "
            + damagedThere.shown,
          advice:
            "the same command in a moment; or on a device that has them, with --check, which mends them"
        ))
    }
    if notAskedCount > 0 {
      warnings.append(
        VaultWarning(
          what:
            "\(notAskedCount.files) at the target were not looked at: no key here proves the many before them",
          advice: "the same command again, which goes on; or look at what somebody puts there"))
    }
    return warnings + health.warnings
  }
}

extension Int {
  /// So many files.
  var files: String { self == 1 ? "1 file" : "\(self) files" }

  /// So many bytes, as people count them.
  var bytes: String {
    switch self {
    case ..<1_000: "\(self) B"
    case ..<1_000_000: "\(Double(self / 100) / 10) KB"
    default: "\(Double(self / 100_000) / 10) MB"
    }
  }
}
