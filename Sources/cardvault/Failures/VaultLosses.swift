internal import Cards
internal import VaultStore

/// Something wrong with a vault that goes on working, as a person reads it.
struct VaultLoss {
  let what: String
  let advice: String
}

extension VaultHealth {
  /// What is wrong, the worst first.
  var losses: [VaultLoss] {
    var losses: [VaultLoss] = []
    func note(_ names: [String], _ what: String, _ advice: String) {
      guard !names.isEmpty else { return }
      losses.append(
        VaultLoss(
          what: "files of the vault that \(what): \(names.shown)", advice: advice))
    }
    if !missing.isEmpty {
      losses.append(
        VaultLoss(
          what: "the vault went back in time, or lost files: \(missing.shown)",
          advice: "cardvault verify; then copy it again from another device or a backup"))
    }
    note(
      damaged, "are damaged or cannot be read",
      "cardvault sync TARGET --check, which mends them where the target has them; or look at their permissions"
    )
    note(newer, "were written by a newer cardvault", "a newer cardvault")
    switch keyChange {
    case .elsewhere(let names):
      losses.append(
        VaultLoss(
          what: "its key was changed on another device"
            + (names.isEmpty ? "" : ", as \(names.shown) says"),
          advice: "cardvault key restore, with the new recovery sheet; until then nothing can be "
            + "changed"
            + (names.isEmpty
              ? ""
              : ". If no device changed it, move that file away, here "
                + "and wherever the vault is synced")))
    case .twice(let names):
      losses.append(
        VaultLoss(
          what: "its key was changed on two devices at once, as \(names.shown) says",
          advice:
            "cardvault key restore with the other device's sheet, where that key is not here; then cardvault key rotate, which makes one key of both. If nobody has that key any more, move that file away, here and wherever the vault is synced"
        ))
    case nil: break
    }
    note(
      ofLaterKey, "need a key that is not here, or was not unlocked",
      "cardvault key restore, with the sheet of the device that changed it; keep them")
    note(
      late, "came late, from before the key was changed, and are not read",
      "cardvault sync on the device that made them, which saves them anew; or make those changes again"
    )
    if isOfOlderKey {
      losses.append(
        VaultLoss(
          what: "the vault went back in time: this device knows a newer key of it",
          advice: "copy it again from another device or a backup; until then nothing can be changed"
        ))
    }
    if isMemoryLost {
      losses.append(
        VaultLoss(
          what:
            "what this device remembered of the vault is damaged, so that files lost before now "
            + "cannot be noticed",
          advice: "compare the number of cards with another device"))
    }
    return losses
  }
}

extension [AbsentSaves] {
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
