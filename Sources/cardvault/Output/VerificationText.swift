internal import Cards
internal import VaultStore
internal import Wallet

/// What `verify` found, for people: what is well in one line, then what needs attention, what it means
/// and what to do.
struct VerificationText {
  let found: Verification
  /// What cards are called, also removed ones.
  let names: [CardID: String]

  private static let mostCards = 12

  var lines: [String] {
    var lines = [summary]
    if found.lacksVaultFile {
      add(
        "Missing: the vault header",
        [("HASH.vault, where HASH is 64 digits and letters", "without it nothing can be opened")],
        "copy the file whose name ends in .vault again from another device or a backup", to: &lines)
    }
    add(
      "Damaged: altered, cut short, or not to be read",
      found.damaged.map { ($0.path, meaning($0)) },
      "copy them again from another device or a backup, and look at their permissions", to: &lines)
    add(
      found.isRolledBack ? "Missing: the vault went back in time" : "Missing: here once, and gone",
      found.missing.map { ($0.names.joined(separator: ", "), meaning($0)) },
      "copy the vault again from another device or a backup; if they are gone for good, "
        + "cardvault verify --forget-missing", to: &lines)
    let isOlder = found.isRolledBack && found.missing.isEmpty
    add(
      "Gone back in time: this device knows a newer state of the vault, or a newer key",
      isOlder ? [("the vault's folder", "what was saved since is not in it")] : [],
      "cardvault sync with a copy that is newer, or copy it again from another device or a backup",
      to: &lines)
    add(
      "Late: their key was replaced for good, and they are not read", found.late.map { ($0, nil) },
      "cardvault key rotate --finish, which shows what is in them and asks; or move them away",
      to: &lines)
    add(
      "Need a key that is not here, or was not unlocked", found.needsKey.map { ($0, nil) },
      "cardvault key restore PHOTO, with the sheet of that key", to: &lines)
    add(
      "Newer: written by a newer cardvault", found.newer.map { ($0, nil) },
      "a newer cardvault", to: &lines)
    add(
      "Misnamed: whole, and used all the same", found.misnamed.map { ($0, nil) },
      "nothing needs to be done; something renamed or moved them", to: &lines)
    add(
      "Foreign: no key here proves them", found.foreign.map { ($0, nil) },
      "move them out of the vault's folder", to: &lines)
    add(
      "Not here yet: other changes speak of them",
      found.pending.map { ($0.names.last ?? "", meaning($0)) },
      "wait until all of the vault was copied here", to: &lines)
    return lines
  }

  private var summary: String {
    let bad =
      found.damaged.count + found.foreign.count + found.late.count + found.newer.count
      + found.needsKey.count
    let whole = max(0, found.fileCount - bad)
    return whole == 1 ? "1 file is whole." : "\(whole) files are whole."
  }

  private func add(
    _ title: String, _ files: [(path: String, meaning: String?)], _ advice: String,
    to lines: inout [String]
  ) {
    guard !files.isEmpty else { return }
    lines += ["", title]
    for (path, meaning) in files {
      lines.append("  \(path)")
      if let meaning { lines.append("    \(meaning)") }
    }
    lines.append("  try: \(advice)")
  }

  private func meaning(_ damage: Verification.Damage) -> String {
    if damage.path.hasSuffix(".vault") {
      return damage.loss == .nothing
        ? "nothing is lost: what it says stands in another file too"
        : "it is a vault header: without a good one, nothing can be opened"
    }
    switch damage.loss {
    case .nothing: return "nothing is lost: all that it held is in another file too"
    case .cards(let cards, let count):
      return "changes that may be lost: of \(shown(cards, count))"
    case .unknown:
      if damage.path.hasPrefix("photos/") { return "a photo of a card is lost" }
      return damage.path.hasPrefix("packs/")
        ? "it held many changes, and some may be in no other file"
        : "changes may be lost; nobody remembers of which cards"
    }
  }

  private func meaning(_ saves: AbsentSegments) -> String {
    let count = saves.count
    let what = count == 1 ? "one save" : "up to \(count) saves"
    let cards = saves.cards.isEmpty ? "" : shown(saves.cards, saves.cards.count)
    let last = count == 1 ? ", changing" : "; the last one changed"
    return "\(what) of device \(saves.device.bigEndianDigits.prefix(4))"
      + (cards.isEmpty ? "" : "\(last) \(cards)")
  }

  /// The cards by name, as far as they are known here.
  private func shown(_ cards: [CardID], _ count: Int) -> String {
    let known = cards.compactMap { names[$0] }.filter { !$0.isEmpty }.prefix(Self.mostCards)
    let rest = max(0, count - known.count)
    if known.isEmpty {
      return rest == 1 ? "a card that is not here" : "\(rest) cards that are not here"
    }
    let words = known.map { "“\($0)”" }.joined(separator: ", ")
    return rest == 0 ? words : "\(words) and \(rest) more"
  }
}
