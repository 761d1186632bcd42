/// Why cards were not written for another program.
package enum ExportRefusal: Error, Sendable, Hashable {
  /// No card matches this query.
  case noCard(query: String)
  /// There is no card to write.
  case noCards
  /// None of the cards can still be used and expires.
  case noneExpires
  /// None of the cards can be in the file.
  case noneFits([AbsentCard])
  /// A link holds one card, and there are this many.
  case severalCards(Int)
  /// A `.pkpasses` holds fewer passes than these, of which there are so many.
  case tooManyPasses(Int, limit: Int)
  /// The archive's files would have more bytes than are written.
  case tooLarge(limit: Int)
  /// The password is longer than this, or contains a zero byte.
  case password(maxByteCount: Int)
}

extension ExportRefusal: Explained {
  /// The error in words: cards that were not written for another program.
  package var failure: Failure {
    let what = "nothing was written"
    return switch self {
    case .noCard(let query):
      Failure(
        what, because: "no card matches “\(query)”", try: .listAll,
        onPage: "choose other cards", status: .nothingFound)
    case .noCards:
      Failure(
        what, because: "there are no cards", try: .run("import", "PHOTO"),
        onPage: "import or add cards first", status: .nothingFound)
    case .noneExpires:
      Failure(
        what, because: "none of these cards expires, or they have all expired",
        try: .run("edit", "CARD", "--expires", "DATE"), onPage: "give a card its last day",
        status: .nothingFound)
    case .noneFits(let cards):
      Failure(
        what, because: cards.reason, try: cards.advice(), status: .nothingFound)
    case .severalCards(let count):
      Failure.usage(
        what, because: "a link holds one card, and \(count) match",
        try: .option("use --cards with the name of one card"), onPage: "choose one card")
    case .tooManyPasses(let count, let limit):
      Failure.usage(
        what, because: "a file holds at most \(limit) passes, and these are \(count) cards",
        try: .option("write several files, each with --cards"),
        onPage: "choose at most \(limit) cards")
    case .tooLarge(let limit):
      Failure(
        what, because: "its files would exceed \(limit >> 20) MB",
        try: .option("select fewer cards with --cards"), onPage: "choose fewer cards",
        status: .unexpected)
    case .password(let maximum):
      Failure.usage(
        what, because: "a password has at most \(maximum) bytes, and no zero byte",
        try: "use a shorter password")
    }
  }
}
