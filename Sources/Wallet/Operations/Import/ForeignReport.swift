internal import Cards
internal import ReaderLink
internal import WalletFiles

extension ImportReport {
  /// Creates a report from the results of an import.
  package init(_ summary: ImportSummary = ImportSummary(), besides batch: ForeignBatch) {
    let cards = batch.stored.flatMap { plan in
      plan.entries.map { entry in
        ImportedCard(path: plan.fileName, entry, doubts: entry.doubts.map(\.words))
      }
    }
    self.init(
      summary, besides: batch, cards: cards, leftOut: batch.problems.compactMap(\.leftOut))
  }
}

extension ForeignBatch.FileProblem {
  /// The problem for scripts; `nil` if nothing is left out.
  fileprivate var leftOut: ImportReport.LeftOut? {
    func leftOut(_ name: String?, _ error: String) -> ImportReport.LeftOut {
      ImportReport.LeftOut(path: fileName, name: name, error: error)
    }
    switch event {
    case .problem(_, let problem): return leftOut(nil, problem.words)
    case .refused(_, let refusal): return leftOut(nil, Failure(refusal).because)
    case .skipped(_, let member): return leftOut(member.name, member.reason.words)
    case .photoNotKept(let card, _, let problem):
      return leftOut(card.name, "its photo was not kept: \(problem.words)")
    case .rememberedColumns: return nil
    case .card(_, let entry):
      switch entry.outcome {
      case .key: return leftOut(entry.name, "it contains a vault's key")
      case .unreadable(let reason): return leftOut(entry.name, reason.words)
      case .new, .changed, .known, .staysRemoved: return nil
      }
    }
  }
}
