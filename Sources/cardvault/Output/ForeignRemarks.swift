internal import Terminal
internal import Wallet

/// What an import of other wallets' files reports to a person while it runs.
///
/// Its cards are held back until all are known, because many that are alike share a line. Only the first lines are
/// printed; the report for scripts has all.
final class ForeignRemarks {
  /// Enough lines to see what they are about.
  private static let maxLines = 20
  private static let advice = "cardvault import --format json, which lists all"

  private let console: Console
  private var entries: [ForeignEntry] = []
  /// How many problems there were inside files, by what they are about.
  private var problemCounts: [Part: Int] = [:]

  /// Parts that a file may have many of.
  private enum Part: CaseIterable {
    case card, member, photo

    init?(_ event: ForeignBatch.Event) {
      switch event {
      case .card: self = .card
      case .skipped: self = .member
      case .photoNotKept: self = .photo
      case .problem, .rememberedColumns, .refused: return nil
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

  init(_ console: Console) { self.console = console }

  /// Reports an event; a card that is imported is reported only by `flush`.
  func tell(_ event: ForeignBatch.Event) {
    if event.isProblem {
      // The report for scripts gives the reasons.
      if !console.format.isForScripts, isAmongFirst(event) {
        console.complain(event.words, try: event.advice)
      }
    } else if case .card(_, let entry) = event {
      entries.append(entry)
    } else {
      console.remark("\(event.words)")
    }
  }

  /// Reports the cards that were held back, and how many lines were left out.
  func flush() {
    let lines = entries.lines
    for line in lines.prefix(Self.maxLines) { console.remark("\(line)") }
    if lines.count > Self.maxLines {
      console.remark("and \(lines.count - Self.maxLines) more: \(Self.advice)")
    }
    entries = []
    for part in Part.allCases {
      let rest = (problemCounts.removeValue(forKey: part) ?? 0) - Self.maxLines
      if rest > 0 { console.complain("and \(part.words(rest))", try: Self.advice) }
    }
  }

  /// Whether few enough problems with parts of files came before this one.
  private func isAmongFirst(_ event: ForeignBatch.Event) -> Bool {
    guard let part = Part(event) else { return true }
    problemCounts[part, default: 0] += 1
    return problemCounts[part, default: 0] <= Self.maxLines
  }
}
