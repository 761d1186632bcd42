internal import Wallet

/// What became of one file, or would: the outcome that scripts get as well, and what only a page needs.
struct ImportAnswer: Encodable, Sendable {
  let outcome: ImportOutcome
  let words: String
  /// What the page chooses from a preview by; absent where there is nothing to choose.
  var id: String?
  /// The columns of a table, whose meaning a person may change.
  var columns: ColumnPreview?

  init(_ outcome: ImportOutcome) {
    self.outcome = outcome
    words = outcome.words
  }
}
