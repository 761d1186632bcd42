package import Terminal
package import Wallet

/// What an import of other wallets' files tells a person while it runs.
///
/// Its cards are held back until all are known, because many that are alike share a line. Of very many lines only the
/// first are told; the report for scripts has all.
package final class ForeignRemarks {
  /// How many lines a person reads before what they are about is clear.
  private static let mostLines = 20
  private static let advice = "cardvault import --format json, which lists all"

  private let console: Console
  private var entries: [ForeignEntry] = []
  /// How many problems there were inside files, by what they are about.
  private var problemCounts: [Part: Int] = [:]

  /// What a file may have very many of.
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

    /// What becomes of the others.
    func words(_ count: Int) -> String {
      switch self {
      case .card: "\(count) more were not imported"
      case .member: "\(count) more were skipped"
      case .photo: "\(count) more were imported without a photo"
      }
    }
  }

  /// Makes remarks that go to a console.
  package init(_ console: Console) { self.console = console }

  /// Tells of an event; of a card that is imported, once `flush` is called.
  package func tell(_ event: ForeignBatch.Event) {
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

  /// Tells of the cards that were held back, and how many lines were left out.
  package func flush() {
    let lines = entries.lines
    for line in lines.prefix(Self.mostLines) { console.remark("\(line)") }
    if lines.count > Self.mostLines {
      console.remark("and \(lines.count - Self.mostLines) more: \(Self.advice)")
    }
    entries = []
    for part in Part.allCases {
      let rest = (problemCounts.removeValue(forKey: part) ?? 0) - Self.mostLines
      if rest > 0 { console.complain("and \(part.words(rest))", try: Self.advice) }
    }
  }

  /// Whether not too many problems with parts of files came before this one.
  private func isAmongFirst(_ event: ForeignBatch.Event) -> Bool {
    guard let part = Part(event) else { return true }
    problemCounts[part, default: 0] += 1
    return problemCounts[part, default: 0] <= Self.mostLines
  }
}
