/// Why cards were not written for another program.
package enum ExportRefusal: Error, Sendable, Hashable {
  /// No card matches this query.
  case noCard(query: String)
  /// There is no card to write.
  case noCards
  /// None of the cards can still be used and expires.
  case noneExpires
  /// None of the cards has a name or a number.
  case noNames
  /// A link holds one card, and there are this many.
  case severalCards(Int)
  /// A `.pkpasses` holds fewer passes than these, of which there are so many.
  case tooManyPasses(Int, limit: Int)
  /// The archive's files would have more bytes than are written.
  case tooLarge(limit: Int)
  /// The password is longer than this, or contains a zero byte.
  case password(maxByteCount: Int)
}

extension Failure {
  /// Cards that were not written for another program.
  package init(_ refusal: ExportRefusal) {
    let what = "nothing was written"
    switch refusal {
    case .noCard(let query):
      self.init(
        what, because: "no card matches “\(query)”", try: "cardvault list --all",
        onPage: "choose other cards", status: .nothingFound)
    case .noCards:
      self.init(
        what, because: "there are no cards", try: "cardvault import PHOTO...",
        onPage: "import or add cards first", status: .nothingFound)
    case .noneExpires:
      self.init(
        what, because: "none of these cards expires, or they have all expired",
        try: "cardvault edit CARD --expires DATE", onPage: "give a card its last day",
        status: .nothingFound)
    case .noNames:
      self.init(
        what, because: "none of these cards has a name or a number",
        try: "cardvault edit CARD --name NAME", onPage: "name the cards first",
        status: .nothingFound)
    case .severalCards(let count):
      self = .usage(
        what, because: "a link holds one card, and \(count) match",
        try: "use --cards with the name of one card", onPage: "choose one card")
    case .tooManyPasses(let count, let limit):
      self = .usage(
        what, because: "a file holds at most \(limit) passes, and these are \(count) cards",
        try: "write several files, each with --cards QUERY",
        onPage: "choose at most \(limit) cards")
    case .tooLarge(let limit):
      self.init(
        what, because: "its files would exceed \(limit >> 20) MB",
        try: "select fewer cards with --cards", onPage: "choose fewer cards", status: .unexpected)
    case .password(let maximum):
      self = .usage(
        what, because: "a password has at most \(maximum) bytes, and no zero byte",
        try: "use a shorter password")
    }
  }
}
