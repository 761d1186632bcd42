package import Cards
package import VaultStore
internal import Wallet

/// What `verify` found, in words: a summary line, then each problem, what it means and what to do.
package struct VerificationText {
  private let found: Verification
  private let names: [CardID: String]

  private static let mostCards = 12

  /// Words what was found.
  ///
  /// - Parameters:
  ///   - found: What was found.
  ///   - names: Names of cards, including removed ones.
  package init(found: Verification, names: [CardID: String]) {
    self.found = found
    self.names = names
  }

  /// The lines to print.
  package var lines: [String] {
    var lines = [summary]
    if found.lacksVaultFile {
      add(
        "Missing: the vault header",
        [("HASH.vault, where HASH is 64 digits and letters", "without it nothing can be opened")],
        "copy the file whose name ends in .vault again from another device or a backup", to: &lines)
    }
    add(
      "Damaged: altered, cut short or unreadable",
      found.damaged.map { ($0.path, meaning($0)) },
      "copy them again from another device or a backup, and check their permissions", to: &lines)
    add(
      found.isRolledBack
        ? "Missing: the vault went back to an older state"
        : "Missing: here before, now gone",
      found.missing.map { ($0.names.joined(separator: ", "), meaning($0)) },
      "copy the vault again from another device or a backup; if they are gone for good, "
        + "cardvault verify --forget-missing", to: &lines)
    add(
      "Missing photos: here before, now gone or damaged",
      found.missingPhotos.map { ($0.path, "the \($0.side.words) of \(shown([$0.card], 1))") },
      found.missingPhotos.advice
        + "; if they are gone for good, cardvault verify --forget-missing", to: &lines)
    let isOlder = found.isRolledBack && found.missing.isEmpty
    add(
      "Older state: this device knows a newer state of the vault, or a newer key",
      isOlder ? [("the vault's folder", "it lacks what was saved since")] : [],
      "cardvault sync TARGET, with a newer copy; or copy the vault again from another device or a backup",
      to: &lines)
    add(
      "Late: arrived after their key was replaced for good, and are not read",
      found.late.map { ($0, nil) },
      "cardvault key rotate --finish, which shows what is in them and asks; or move them away",
      to: &lines)
    add(
      "Outdated photos: usable here, but sealed under a key that was replaced for good",
      found.outdated.map { ($0, nil) },
      "cardvault key rotate --finish again, which seals them under the new key", to: &lines)
    add(
      "Need a key that is not on this device, or was not unlocked",
      found.needsKey.map { ($0, nil) },
      "cardvault key restore PHOTO, with the recovery sheet of that key", to: &lines)
    add(
      "Newer: written by a newer cardvault", found.newer.map { ($0, nil) },
      "update cardvault", to: &lines)
    add(
      "Misnamed: intact, and used anyway", found.misnamed.map { ($0, nil) },
      "nothing: something renamed or moved them, but they still work", to: &lines)
    add(
      "Foreign: no key on this device opens them", found.foreign.map { ($0, nil) },
      "move them out of the vault's folder", to: &lines)
    add(
      "Pending: referred to by other changes, but not here yet",
      found.pending.map { ($0.names.last ?? "", meaning($0)) }
        + found.pendingPhotos.map { ($0.path, "the \($0.side.words) of \(shown([$0.card], 1))") },
      "wait until the whole vault has been copied here", to: &lines)
    return lines
  }

  private var summary: String {
    let bad =
      found.damaged.count + found.foreign.count + found.late.count + found.newer.count
      + found.needsKey.count
    let whole = max(0, found.fileCount - bad)
    return whole == 1 ? "1 file is intact." : "\(whole) files are intact."
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
        ? "nothing is lost: another file has the same content"
        : "it is a vault header: without an intact one, nothing can be opened"
    }
    switch damage.loss {
    case .nothing: return "nothing is lost: other files hold all of its content"
    case .cards(let cards, let count):
      return "may be lost: changes of \(shown(cards, count))"
    case .unknown:
      if damage.path.hasPrefix("photos/") { return "a photo of a card is lost" }
      return damage.path.hasPrefix("packs/")
        ? "it held many changes, and some may exist in no other file"
        : "changes may be lost; it is unknown of which cards"
    }
  }

  private func meaning(_ saves: AbsentSegments) -> String {
    let count = saves.count
    let what = count == 1 ? "one save" : "up to \(count) saves"
    let cards = saves.cards.isEmpty ? "" : shown(saves.cards, saves.cards.count)
    let last = count == 1 ? ", of" : "; the last one changed"
    return "\(what) by device \(saves.device.bigEndianDigits.prefix(4))"
      + (cards.isEmpty ? "" : "\(last) \(cards)")
  }

  /// The cards by name, as far as known here.
  private func shown(_ cards: [CardID], _ count: Int) -> String {
    let known = cards.compactMap { names[$0] }.filter { !$0.isEmpty }.prefix(Self.mostCards)
    let rest = max(0, count - known.count)
    if known.isEmpty {
      return rest == 1
        ? "a card that is not in this copy" : "\(rest) cards that are not in this copy"
    }
    let words = known.map { "“\($0)”" }.joined(separator: ", ")
    return rest == 0 ? words : "\(words) and \(rest) more"
  }
}
