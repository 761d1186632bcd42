package import Cards
internal import VaultFormat
package import VaultStore

/// The result of `verify`, for scripts; files are named by their paths inside the vault, and what is not there by the
/// device and number of a save, or the identity of a photo.
package struct VerificationReport: Encodable, Sendable {
  let files: Int
  let damaged: [String]
  let missing: [String]
  let pending: [String]
  let misnamed: [String]
  let foreign: [String]
  let retired: [String]
  let newer: [String]
  /// Whether the folder has more files than are looked at.
  let partial: Bool
  let rolledBack: Bool
  /// Whether missing files were accepted as gone; absent if that was not asked for.
  package var forgotten: Bool?

  /// Creates a report from a verification.
  package init(_ found: Verification) {
    files = found.fileCount
    damaged = found.damaged.map(\.path)
    missing =
      (found.lacksVaultFile ? ["*.vault"] : []) + found.missing.map(\.name)
      + found.missingPhotos.map(\.name)
    pending = found.pending.map(\.name) + found.pendingPhotos.map(\.name)
    misnamed = found.misnamed
    foreign = found.foreign
    retired = found.retired
    newer = found.newer
    partial = found.isPartial
    rolledBack = found.isRolledBack
  }
}

extension Verification {
  /// Whether something is lost, or may be.
  package var isAlarming: Bool {
    !damaged.isEmpty || !missing.isEmpty || !missingPhotos.isEmpty || lacksVaultFile
      || isRolledBack
  }
}

extension AbsentSegments {
  /// The saves by device and number.
  package var name: String {
    let (first, last) = (numbers.lowerBound, numbers.upperBound)
    return "\(device.bigEndianDigits):\(first == last ? "\(last)" : "\(first)-\(last)")"
  }
}

/// What `verify` found, in words: a summary line, then each problem, what it means and what to do.
package struct VerificationText {
  private let found: Verification
  private let names: [CardID: String]

  private static let maxCards = 12

  /// - Parameters:
  ///   - found: What was found.
  ///   - names: Names of cards, including removed ones.
  package init(found: Verification, names: [CardID: String]) {
    self.found = found
    self.names = names
  }

  /// With damaged files, missing saves do not prove an older state: a pack holds many saves.
  private var missingTitle: String {
    if !found.isRolledBack { return "Missing: here before, now gone" }
    return found.damaged.isEmpty
      ? "Missing: the vault went back to an older state"
      : "Missing: perhaps in the damaged files; if not, the vault went back to an older state"
  }

  /// A kind of problem: which files have it, and what to do.
  package struct Finding: Sendable {
    /// What is wrong with the files.
    package let title: String
    /// The files, and what it means for the cards.
    package let files: [(path: String, meaning: String?)]
    /// What to do about it.
    package let advice: Advice

    fileprivate var lines: [String] {
      let named = files.flatMap { file in
        ["  \(file.path)"] + (file.meaning.map { ["    \($0)"] } ?? [])
      }
      return ["", title] + named + advice.lines.map { "  \($0.text)" }
    }
  }

  /// The lines to print.
  package var lines: [String] { [summary] + findings.flatMap(\.lines) }

  /// What is wrong, worst first.
  package var findings: [Finding] {
    let forget = Advice.run("verify", "--forget-missing", note: "if they are gone for good")
    var findings: [Finding] = []
    func add(
      _ title: String, _ files: [(path: String, meaning: String?)], _ advice: Advice
    ) {
      guard !files.isEmpty else { return }
      findings.append(
        Finding(title: title, files: files, advice: advice))
    }
    if found.lacksVaultFile {
      add(
        "Missing: the vault header",
        [("HASH.vault, where HASH is 64 digits and letters", "without it nothing can be opened")],
        "copy the file whose name ends in .vault again from another device or a backup")
    }
    add(
      "Damaged: altered, cut short or unreadable",
      found.damaged.map { ($0.path, meaning($0)) },
      "copy them again from another device or a backup, and check their permissions")
    add(
      missingTitle,
      found.missing.map { ($0.name, meaning($0)) },
      .prose("copy the vault again from another device or a backup").or(forget))
    add(
      "Missing photos: here before, now gone or damaged",
      found.missingPhotos.map { ("the \($0.side.words) of \(shown([$0.card], 1))", nil) },
      found.missingPhotos.advice.or(forget))
    let isOlder = found.isRolledBack && found.missing.isEmpty
    add(
      "Older state: this device knows a newer state of the vault, or a newer key",
      isOlder ? [("the vault's folder", "it lacks what was saved since")] : [],
      .run("sync", "TARGET", note: "with a newer copy").or(
        "copy the vault again from another device or a backup"
      ).onPage("sync with a newer copy; or copy the vault again from another device or a backup"))
    add(
      "Too many files: some were not looked at",
      found.isPartial
        ? [
          (
            "the vault's folder",
            "it has more than \(VaultLayout.nameLimit), or too many key files"
          )
        ] : [],
      "move files that are not the vault's out of its folder, then verify again")
    add(
      "Retired: sealed under a key that was replaced, and not read",
      found.retired.map { ($0, nil) },
      .run("merge", "--retired", note: "it shows what is in them and asks"))
    add(
      "Newer: written by a newer cardvault", found.newer.map { ($0, nil) },
      "update cardvault")
    add(
      "Misnamed: intact, and used anyway", found.misnamed.map { ($0, nil) },
      "nothing: something renamed or moved them, but they still work")
    add(
      "Foreign: the vault's key does not open them", found.foreign.map { ($0, nil) },
      found.isKeyReplaced
        ? .run(
          "key", "restore", "PHOTO",
          note: "the vault's key was changed, and the new one may open them")
        : "move them out of the vault's folder")
    add(
      "Pending: referred to by other changes, but not here yet",
      found.pending.map { ($0.name, meaning($0)) }
        + found.pendingPhotos.map { ("the \($0.side.words) of \(shown([$0.card], 1))", nil) },
      "wait until the whole vault has been copied here")
    return findings
  }

  /// How many files are intact.
  package var summary: String {
    let bad =
      found.damaged.count + found.foreign.count + found.retired.count + found.newer.count
    let whole = max(0, found.fileCount - bad)
    return whole == 1 ? "1 file is intact." : "\(whole) files are intact."
  }

  private func meaning(_ damage: Verification.Damage) -> String {
    if damage.path.hasSuffix(".vault") {
      return damage.loss == .nothing
        ? "nothing is lost: another file has the same content"
        : "it is a vault header: without an intact one, nothing can be opened"
    }
    switch damage.loss {
    case .nothing: return "nothing is lost: other files hold all of its content"
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
    let known = cards.compactMap { names[$0] }.filter { !$0.isEmpty }.prefix(Self.maxCards)
    let rest = max(0, count - known.count)
    if known.isEmpty {
      return rest == 1
        ? "a card that is not in this copy" : "\(rest) cards that are not in this copy"
    }
    let words = known.map { "“\($0)”" }.joined(separator: ", ")
    return rest == 0 ? words : "\(words) and \(rest) more"
  }
}
