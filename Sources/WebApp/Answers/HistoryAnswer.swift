internal import Wallet

/// A card's changes, the oldest first.
struct HistoryAnswer: Encodable, Sendable {
  /// One of them.
  struct Change: Encodable, Sendable {
    let number: Int
    let when: String
    let device: String
    /// What happened, without values.
    let title: String
    let lines: [String]
    let remark: String

    /// A change in words; codes are masked.
    init(_ report: HistoryReport) {
      number = report.number
      when = report.made
      device = report.place
      title = report.title
      lines = report.lines(isForPage: true)
      remark = report.undone ? "undone" : ""
    }
  }

  let name: String
  let changes: [Change]
}
