internal import Cards
internal import VaultFormat
internal import VaultStore

/// Something wrong with a vault that goes on working, as a person reads it.
struct VaultWarning {
  let what: String
  let advice: String
}

extension VaultHealth {
  /// What is wrong, the worst first.
  var warnings: [VaultWarning] {
    var warnings: [VaultWarning] = []
    func note(_ names: [String], _ what: String, _ advice: String) {
      guard !names.isEmpty else { return }
      warnings.append(
        VaultWarning(
          what: "files of the vault that \(what): \(names.shown)", advice: advice))
    }
    if !missing.isEmpty {
      warnings.append(
        VaultWarning(
          what: "the vault went back in time, or lost files: \(missing.shown)",
          advice: "cardvault verify; then copy it again from another device or a backup"))
    }
    note(
      damaged, "are damaged or cannot be read",
      "cardvault sync TARGET --check, which mends them where the target has them; or look at their permissions"
    )
    note(newer, "were written by a newer cardvault", "a newer cardvault")
    for successor in successors {
      warnings.append(
        VaultWarning(
          what: successor.replacesCurrent
            ? "its key was replaced: \(successor.words). Until it is here, nothing can be changed"
            : "another device has a key that is not here: \(successor.words)",
          advice: successor.advice))
    }
    if !needsKey.isEmpty, successors.isEmpty {
      note(needsKey, "need a key that was not unlocked", "the passphrase of that key, too")
    }
    note(
      late, "came after their key was replaced for good, and are not read",
      "cardvault key rotate --finish, which shows what is in them and asks")
    if isOlderThanRemembered {
      warnings.append(
        VaultWarning(
          what: "this device saved under another key of the vault, which is not here",
          advice: "cardvault sync with a newer copy, or bring that key back; where it is lost, "
            + "cardvault key rotate. Until then nothing can be changed"))
    }
    if isMemoryLost {
      warnings.append(
        VaultWarning(
          what:
            "what this device remembered of the vault is damaged, so that files lost before now "
            + "cannot be noticed",
          advice: "compare the number of cards with another device"))
    }
    return warnings
  }
}

extension [AbsentSegments] {
  /// How many changes of how many devices.
  var shown: String {
    let count = reduce(UInt64(0)) { sum, saves in
      let (more, isHuge) = sum.addingReportingOverflow(saves.count)
      return isHuge ? .max : more
    }
    let devices = Set(map(\.device)).count
    return "up to \(count) \(count == 1 ? "change" : "changes") made on "
      + "\(devices == 1 ? "one device" : "\(devices) devices") were here before"
  }
}
