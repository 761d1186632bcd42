internal import Cards
internal import VaultFormat
package import VaultStore

/// A problem of a vault that can still be used, in words.
package struct VaultWarning {
  /// What is wrong.
  package let what: String
  /// What to do about it.
  package let advice: Advice
  /// Whether cards may be missing or out of date.
  package let losesCards: Bool

  /// Creates a warning from its words; `pageAdvice` replaces the advice on a page.
  init(
    what: String, advice: Advice, onPage pageAdvice: Advice? = nil, losesCards: Bool = true
  ) {
    self.what = what
    self.advice = pageAdvice.map(advice.onPage) ?? advice
    self.losesCards = losesCards
  }
}

extension VaultHealth {
  /// What is wrong, worst first.
  package var warnings: [VaultWarning] {
    var warnings: [VaultWarning] = []
    func note(
      _ names: [String], _ what: String, _ advice: Advice, onPage pageAdvice: Advice? = nil
    ) {
      guard !names.isEmpty else { return }
      warnings.append(
        VaultWarning(
          what: "vault files that \(what): \(names.shown)", advice: advice, onPage: pageAdvice))
    }
    if !missing.isEmpty {
      let copy: Advice = "copy the vault again from another device or a backup"
      let check = Advice.run("verify", note: "it tells more")
      let retired = Advice.run(
        "merge", "--retired", note: "it shows what is still under the old key")
      warnings.append(
        VaultWarning(
          // What cannot be read proves no older state.
          what: damaged.isEmpty
            ? "the vault went back to an older state, or lost files: \(missing.shown)"
            : "\(missing.counted) \(missing.verb) in files that cannot be read, or gone",
          advice: self.retired.isEmpty ? check.or(copy) : retired.or(check).or(copy),
          onPage: .prose("sync with another device or a backup").or(check)))
    }
    if isUnmoved {
      warnings.append(
        VaultWarning(
          what:
            "this device has not moved to the vault's new key yet, so changes that it made before are not shown",
          advice: .run("list", note: "once no other command is running").or(
            "if this stays, free some disk space and make sure that the vault's folder can be written"
          ),
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
          advice: .run("sync", note: "it may bring them under the new key").or(
            .run("merge", "--retired", note: "it shows them")),
          onPage: .prose("sync, which may bring them under the new key").or(
            .run("merge", "--retired", note: "it shows them"))))
    }
    note(
      damaged, "are damaged or cannot be read",
      .run("sync", "TARGET", "--check", note: "it repairs those that the target has").or(
        "check their permissions"))
    note(newer, "were written by a newer cardvault", "update cardvault")
    // An older copy has a successor, too, and a warning of its own below.
    for successor in successors where !isOlderThanRemembered {
      warnings.append(
        VaultWarning(
          what: successor.replacement + movedAway, advice: successor.advice))
    }
    if furtherSuccessorCount > 0 {
      warnings.append(
        VaultWarning(
          what: furtherSuccessorCount.furtherKeys,
          advice: Successor.furtherAdvice(on: furtherSuccessorCount)))
    }
    if !rivals.isEmpty {
      warnings.append(
        VaultWarning(
          what: "two devices changed the vault's key at once, and both new keys are here",
          advice: .run("sync", note: "it asks which one stays"),
          losesCards: false))
    }
    if isOlderThanRemembered, hasRememberedKey {
      warnings.append(
        VaultWarning(
          what: "this copy of the vault \(Failure.lacksSaves), so nothing can be changed now",
          advice: Failure.newerCopy))
    } else if isOlderThanRemembered {
      warnings.append(
        VaultWarning(
          what:
            "this device last saved under another key of the vault, and that key is missing, so "
            + "nothing can be changed now",
          advice: Failure.newerCopyOrKey))
    }
    if isPartial {
      warnings.append(
        VaultWarning(
          what:
            "the vault's folder has more than \(VaultLayout.nameLimit) files, or too many key files, "
            + "so some were not looked at",
          advice: .run(
            "verify",
            note: "it names the files that are not the vault's: move them out of its folder")))
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
  fileprivate var shown: String { "\(counted) \(verb) no longer here" }

  fileprivate var verb: String { total == 1 ? "is" : "are" }

  fileprivate var counted: String {
    let count = total
    if count == 1 { return "one change made on one device" }
    let devices = Set(map(\.device)).count
    return "up to \(count) changes made on \(devices == 1 ? "one device" : "\(devices) devices")"
  }
}
