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
  /// Whether by it cards may be missing or old.
  package let losesCards: Bool

  /// Creates a warning from its words; on a page the advice is the same unless there is `pageAdvice`.
  package init(
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
      warnings.append(
        VaultWarning(
          what: "the vault went back to an older state, or lost files: \(missing.shown)",
          advice: "cardvault verify; then copy the vault again from another device or a backup",
          onPage: "sync with another device or a backup; in a terminal, cardvault verify tells more"
        )
      )
    }
    note(
      damaged, "are damaged or cannot be read",
      "cardvault sync TARGET --check, which repairs those that the target has; or check their permissions",
      onPage:
        "check their permissions; or cardvault sync TARGET --check, in a terminal, which repairs those that the "
        + "target has"
    )
    note(newer, "were written by a newer cardvault", "update cardvault")
    for successor in successors {
      warnings.append(
        VaultWarning(
          what: successor.replacesCurrent
            ? successor.replacement
            : "another key of the vault is not on this device: \(successor.words)",
          advice: successor.advice, onPage: successor.pageAdvice))
    }
    if furtherSuccessorCount > 0 {
      warnings.append(
        VaultWarning(
          what: furtherSuccessorCount.furtherKeys, advice: Successor.furtherAdvice,
          onPage: "in a terminal, \(Successor.furtherAdvice)"))
    }
    note(
      late, "arrived after their key was replaced for good, and are not read",
      "cardvault key rotate --finish, which shows what is in them and asks",
      onPage: "cardvault key rotate --finish, in a terminal, shows what is in them and asks")
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

extension [AbsentSegments] {
  /// How many changes by how many devices.
  package var shown: String {
    let count = reduce(UInt64(0)) { sum, saves in
      let (more, isHuge) = sum.addingReportingOverflow(saves.count)
      return isHuge ? .max : more
    }
    if count == 1 { return "one change made on one device is no longer here" }
    let devices = Set(map(\.device)).count
    return "up to \(count) changes made on "
      + "\(devices == 1 ? "one device" : "\(devices) devices") are no longer here"
  }
}
