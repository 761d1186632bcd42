internal import Cards
internal import VaultFormat
package import VaultStore

/// A problem of a vault that can still be used, in words.
package struct VaultWarning {
  /// What is wrong.
  package let what: String
  /// What to do about it, as an imperative.
  package let advice: String
  /// The same for a person on a page of the web app.
  package let pageAdvice: String
  /// Whether cards may be missing or out of date.
  package let losesCards: Bool

  /// Creates a warning from its words; on a page the advice is the same unless there is `pageAdvice`.
  init(
    what: String, advice: String, onPage pageAdvice: String? = nil, losesCards: Bool = true
  ) {
    self.what = what
    self.advice = advice
    self.pageAdvice = pageAdvice ?? advice
    self.losesCards = losesCards
  }
}

extension VaultHealth {
  /// What is wrong, worst first.
  package var warnings: [VaultWarning] {
    var warnings: [VaultWarning] = []
    func note(
      _ names: [String], _ what: String, _ advice: String, onPage pageAdvice: String? = nil
    ) {
      guard !names.isEmpty else { return }
      warnings.append(
        VaultWarning(
          what: "vault files that \(what): \(names.shown)", advice: advice, onPage: pageAdvice))
    }
    if !missing.isEmpty {
      let retired =
        self.retired.isEmpty
        ? "" : "cardvault merge --retired, which shows what is still under the old key; or "
      warnings.append(
        VaultWarning(
          what: "the vault went back to an older state, or lost files: \(missing.shown)",
          advice:
            "\(retired)cardvault verify; then copy the vault again from another device or a backup",
          onPage: "sync with another device or a backup; in a terminal, cardvault verify tells more"
        )
      )
    }
    if isUnmoved {
      warnings.append(
        VaultWarning(
          what:
            "this device has not moved to the vault's new key yet, so changes that it made before are not shown",
          advice:
            "cardvault list, once no other command is running; if this stays, free some disk space and make sure "
            + "that the vault's folder can be written",
          onPage:
            "wait a moment; if this stays, free some disk space and make sure that the vault's folder can be written"
        ))
    }
    if heldRetiredCount > 0 {
      warnings.append(
        VaultWarning(
          what: heldRetiredCount == 1
            ? "one change that was here is only under the vault's old key now"
            : "up to \(heldRetiredCount) changes that were here are only under the vault's old key now",
          advice:
            "cardvault sync, which may bring them under the new key; or cardvault merge --retired, which shows them",
          onPage:
            "sync, which may bring them under the new key; or cardvault merge --retired, in a terminal, shows them"
        ))
    }
    note(
      damaged, "are damaged or cannot be read",
      "cardvault sync TARGET --check, which repairs those that the target has; or check their permissions",
      onPage:
        "check their permissions; or cardvault sync TARGET --check, in a terminal, which repairs those that the "
        + "target has"
    )
    note(newer, "were written by a newer cardvault", "update cardvault")
    // An older copy has a successor, too, and a warning of its own below.
    for successor in successors where !isOlderThanRemembered {
      warnings.append(
        VaultWarning(
          what: successor.replacement + movedAway, advice: successor.advice,
          onPage: successor.pageAdvice))
    }
    if furtherSuccessorCount > 0 {
      warnings.append(
        VaultWarning(
          what: furtherSuccessorCount.furtherKeys, advice: Successor.furtherAdvice,
          onPage: "in a terminal, \(Successor.furtherAdvice)"))
    }
    if !rivals.isEmpty {
      warnings.append(
        VaultWarning(
          what: "two devices changed the vault's key at once, and both new keys are here",
          advice: "cardvault sync, in a terminal, which asks which one stays",
          onPage: "cardvault sync, in a terminal, asks which one stays",
          losesCards: false))
    }
    if isOlderThanRemembered, hasRememberedKey {
      warnings.append(
        VaultWarning(
          what: "this copy of the vault " + Failure.lacksSaves,
          advice: Failure.lackedSaves + ". Until then nothing can be changed",
          onPage: Failure.lackedSavesOnPage + ". Until then nothing can be changed"))
    } else if isOlderThanRemembered {
      warnings.append(
        VaultWarning(
          what:
            "this device last saved under another key of the vault, and that key is missing now",
          advice:
            "cardvault sync TARGET, with a newer copy; or cardvault key restore PHOTO with that key's sheet; "
            + "if that key is lost, cardvault key rotate. Until then nothing can be changed",
          onPage: Failure.olderOnPage + ". Until then nothing can be changed"))
    }
    if isPartial {
      warnings.append(
        VaultWarning(
          what:
            "the vault's folder has more than \(VaultLayout.nameLimit) files, or too many key files, "
            + "so some were not looked at",
          advice:
            "move files that are not the vault's out of its folder: cardvault verify names them",
          onPage: "move files that are not the vault's out of its folder; in a terminal, "
            + "cardvault verify names them"
        ))
    }
    if isMemoryLost {
      warnings.append(
        VaultWarning(
          what:
            "this device's record of the vault is damaged, so files lost before now cannot be "
            + "noticed",
          advice: "compare the number of cards with another device", losesCards: false))
    }
    return warnings
  }
}

extension VaultHealth {
  /// How many changes only the new key opens, to follow the words about that key.
  private var movedAway: String {
    movedAwayCount == 0
      ? ""
      : movedAwayCount == 1
        ? "; one change that was here is readable only with it"
        : "; up to \(movedAwayCount) changes that were here are readable only with it"
  }
}

extension [AbsentSegments] {
  /// How many changes by how many devices.
  package var shown: String {
    let count = total
    if count == 1 { return "one change made on one device is no longer here" }
    let devices = Set(map(\.device)).count
    return "up to \(count) changes made on "
      + "\(devices == 1 ? "one device" : "\(devices) devices") are no longer here"
  }
}
