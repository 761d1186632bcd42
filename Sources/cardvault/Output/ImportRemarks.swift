internal import Cards
internal import Terminal
internal import Wallet

/// What an import reports to a person while it runs.
///
/// Other wallets' cards are held back until all are known, because many that are alike share a line. Of files with many
/// parts, only the first lines are printed; the report for scripts has all.
final class ImportRemarks {
  /// Enough lines to see what they are about.
  private static let maxLines = 20
  private static let advice = Advice.run(
    "import", "FILE", "--format", "json", note: "it lists all")

  private let console: Console
  private let request: ImportRequest
  private var held: [ImportItem] = []
  /// How many parts of files were left out, by what they are.
  private var partCounts: [Part: Int] = [:]
  /// Photos without a code, which are counted together at the end.
  private var withoutCode: [ImportItem] = []
  /// Cards that stay removed, which are named together at the end.
  private var leftRemoved: [Card] = []

  /// Parts that a file may have many of.
  private enum Part: CaseIterable {
    case card, member, photo

    init?(_ item: ImportItem) {
      switch item.reason {
      case .member: self = .member
      case .photoNotKept: self = .photo
      case .unreadable,
        .key where item.source != nil:
        self = .card
      default: return nil
      }
    }

    /// What happened to the others.
    func words(_ count: Int) -> String {
      switch self {
      case .card: "\(count) more were not imported"
      case .member: "\(count) more were skipped"
      case .photo: "\(count) more were imported without a photo"
      }
    }
  }

  init(_ console: Console, _ request: ImportRequest) {
    self.console = console
    self.request = request
  }

  /// Reports an item, and how often it occurred; other wallets' cards are reported by `flush`.
  func tell(_ item: ImportItem, _ count: Int = 1) {
    let line = item.line + (count > 1 ? " (\(count) times)" : "")
    switch item.outcome {
    case .leftOut(let reason):
      // The report for scripts gives the reasons.
      if console.format.isForScripts || !isAmongFirst(item) { return }
      if item.isWithoutCode { return withoutCode.append(item) }
      complain(line, item, reason)
    case _ where item.source != nil: held.append(item)
    case .known(let card):
      let isRenamed = request.name.map { $0 != card.name } ?? false
      let lacksPhoto = request.keepsPhotos && !card.photos.contains { $0.side == .front }
      console.remark("\(line)")
      if isRenamed, let name = request.name {
        console.suggest(
          .run("edit", .card(card), .option("--name", name)), for: "  To rename that card")
      }
      if lacksPhoto {
        console.suggest(
          .run("edit", .card(card), "--photo", "FILE"), for: "  To keep this photo")
      }
    case .staysRemoved(let card): leftRemoved.append(card)
    case .restored:
      console.noteStored()
      console.remark("\(line)")
    case .new, .changed, .accepted: console.noteStored()
    }
  }

  private func complain(_ line: String, _ item: ImportItem, _ reason: ImportItem.Reason) {
    switch reason {
    case .key where item.source == nil: console.complainOfKey(on: item.path)
    default: console.complain(line, try: item.advice ?? "import it again")
    }
  }

  /// Reports what was held back, and how many lines were left out.
  func flush() {
    let lines = held.lines
    for line in lines.prefix(Self.maxLines) { console.remark("\(line)") }
    if lines.count > Self.maxLines {
      console.suggest(Self.advice, for: "and \(lines.count - Self.maxLines) more")
    }
    held = []
    for part in Part.allCases {
      let rest = (partCounts.removeValue(forKey: part) ?? 0) - Self.maxLines
      if rest > 0 { console.complain("and \(part.words(rest))", try: Self.advice) }
    }
    tellOfPhotosWithoutCode()
    tellOfRemoved()
  }

  /// Counts the photos without a code, and says once what helps; the only one is named, and with `--verbose` all are.
  private func tellOfPhotosWithoutCode() {
    guard let first = withoutCode.first else { return }
    defer { withoutCode = [] }
    let typing = Advice.run("add", "--name", "NAME", "--code", "-")
    let advice =
      first.reason == .noCode(limit: nil) ? first.advice?.or(typing) ?? typing : first.advice
    let lines = withoutCode.map(\.line)
    if lines.count > 1, console.log.isWanted {
      for line in lines { console.remark("\(line)") }
    }
    console.complain(
      lines.count == 1
        ? lines[0]
        : "\(lines.count) photos without a code"
          + (console.log.isWanted ? "" : " (--verbose names them)"),
      try: advice ?? typing)
  }

  /// Names the cards that stay removed, once for all photos.
  private func tellOfRemoved() {
    guard let first = leftRemoved.first else { return }
    let names = leftRemoved.map { "“\($0.name)” (\($0.shortID))" }.shown
    if leftRemoved.count == 1 {
      console.remark("You removed \(names) before, so it stays removed.")
      console.suggest(.run("restore", .card(first)), for: "To bring it back")
    } else {
      console.remark(
        "You removed \(leftRemoved.count) of these cards before, so they stay removed: \(names).")
      console.suggest(.run("restore", "CARD"), for: "To bring one back")
    }
  }

  /// Whether few enough parts of files were left out before this one.
  private func isAmongFirst(_ item: ImportItem) -> Bool {
    guard let part = Part(item) else { return true }
    partCounts[part, default: 0] += 1
    return partCounts[part, default: 0] <= Self.maxLines
  }
}
