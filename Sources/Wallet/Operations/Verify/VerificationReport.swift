package import Cards
internal import VaultFormat
package import VaultStore

/// What `verify` found: each problem, what it means and what to do.
///
/// Files are named by their paths inside the vault, and what is not there by the device and number of a save, or the
/// identity of a photo.
package struct VerificationReport: Encodable, Sendable {
  let files: Int
  private(set) var damaged: [String]
  private(set) var missing: [String]
  private(set) var pending: [String]
  private(set) var misnamed: [String]
  private(set) var foreign: [String]
  private(set) var retired: [String]
  private(set) var newer: [String]
  /// Whether the folder has more files than are looked at.
  package let partial: Bool
  let rolledBack: Bool
  /// Whether something is lost, or may be.
  package let alarming: Bool
  /// How many files are intact, in words.
  let words: String
  /// What is wrong, worst first.
  private(set) var findings: [Finding]
  /// Whether missing files were accepted as gone; absent if that was not asked for.
  package var forgotten: Bool?

  /// Reports a verification.
  ///
  /// - Parameters:
  ///   - found: What was found.
  ///   - names: Names of cards, including removed ones.
  ///   - isForgetting: Whether a person is asked to accept as gone what is missing.
  package init(
    _ found: Verification, _ names: [CardID: String], isForgetting: Bool = false
  ) {
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
    alarming = found.isAlarming
    let text = VerificationText(found: found, names: names, isForgetting: isForgetting)
    words = text.summary
    findings = text.findings
  }

  /// The lines to print.
  package var lines: [String] { [words] + findings.flatMap(\.lines) }

  /// The same for a page: at most so many files in each list, with harmless names, as whoever carries the vault could put
  /// any into it.
  package func onPage(upTo maxFiles: Int) -> VerificationReport {
    var report = self
    let lists: [WritableKeyPath<VerificationReport, [String]>] = [
      \.damaged, \.missing, \.pending, \.misnamed, \.foreign, \.retired, \.newer,
    ]
    for list in lists {
      report[keyPath: list] = report[keyPath: list].prefix(maxFiles).map(\.printable)
    }
    report.findings = findings.map { $0.onPage(upTo: maxFiles) }
    return report
  }
}

extension VerificationReport {
  /// A kind of problem: which files have it, and what to do.
  struct Finding: Encodable, Sendable {
    /// A file, and what it means for the cards.
    struct File: Encodable, Sendable {
      let path: String
      let meaning: String?
    }

    /// What is wrong with the files.
    let title: String
    /// How many files there are, also those that a page leaves out.
    let count: Int
    private(set) var files: [File]
    private(set) var `try`: String
    private let advice: Advice

    private enum CodingKeys: CodingKey { case title, count, files, `try` }

    init(_ title: String, _ files: [File], _ advice: Advice) {
      self.title = title
      count = files.count
      self.files = files
      self.advice = advice
      `try` = advice.line
    }

    fileprivate var lines: [String] {
      let named = files.flatMap { file in
        ["  \(file.path)"] + (file.meaning.map { ["    \($0)"] } ?? [])
      }
      return ["", title] + named + advice.lines.map { "  \($0.text)" }
    }

    fileprivate func onPage(upTo maxFiles: Int) -> Finding {
      var finding = self
      finding.files = files.prefix(maxFiles).map {
        File(path: $0.path.printable, meaning: $0.meaning)
      }
      finding.try = advice.page ?? advice.line
      return finding
    }
  }
}

extension Verification {
  /// Whether something is lost, or may be.
  fileprivate var isAlarming: Bool {
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

/// What was found, in words.
private struct VerificationText {
  typealias Finding = VerificationReport.Finding

  let found: Verification
  /// Names of cards, including removed ones.
  let names: [CardID: String]
  let isForgetting: Bool

  private static let maxCards = 12

  /// With damaged files, missing saves do not prove an older state: a pack holds many saves.
  private var missingTitle: String {
    if !found.isRolledBack { return "Missing: here before, now gone" }
    return found.damaged.isEmpty
      ? "Missing: the vault went back to an older state"
      : "Missing: perhaps in the damaged files; if not, the vault went back to an older state"
  }

  var findings: [Finding] {
    func orForget(_ advice: Advice) -> Advice {
      isForgetting
        ? advice
        : advice.or(.run("verify", "--forget-missing", note: "if they are gone for good"))
    }
    var findings: [Finding] = []
    func add(
      _ title: String, _ files: [(path: String, meaning: String?)], _ advice: Advice
    ) {
      if files.isEmpty { return }
      findings.append(
        Finding(title, files.map { Finding.File(path: $0.path, meaning: $0.meaning) }, advice))
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
      orForget("copy the vault again from another device or a backup"))
    add(
      "Missing photos: here before, now gone or damaged",
      found.missingPhotos.map { ("the \($0.side.words) of \(shown([$0.card], 1))", nil) },
      orForget(found.missingPhotos.advice))
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
      "wait until the whole vault has been copied here; if those files are gone for good, do nothing"
    )
    return findings
  }

  /// How many files are intact.
  var summary: String {
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
