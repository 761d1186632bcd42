internal import ReaderLink

extension Failure {
  /// An import that did not bring in everything; `nil` if it did.
  ///
  /// - Parameters:
  ///   - summary: What happened to the files.
  ///   - isNamed: Whether a name was given, which is to accept the one card.
  ///   - limit: The option that limits which codes count; `nil` if all do.
  package init?(importing summary: ImportSummary, isNamed: Bool, limit: String? = nil) {
    let holdsKey = summary.leftOut.contains { $0.reason == .key }
    let isUnaccepted = isNamed && summary.doubtfulCount > 0
    if summary.isEmpty, !summary.leftOut.isEmpty,
      summary.leftOut.allSatisfy({ $0.reason == .failed(.source(.missing)) })
    {
      self.init(
        "nothing was imported", because: "there is no such file or folder",
        try: PictureOutcome.Failure.source(.missing).advice, status: .nothingFound)
    } else if summary.isEmpty, let limit,
      summary.leftOut.allSatisfy({ $0.reason == .noCode })
    {
      self.init(
        "nothing was imported", because: "no code that matches \(limit) was found",
        try: "leave out \(limit), to import all codes", status: .nothingFound)
    } else if summary.isEmpty {
      self.init(
        "nothing was imported", because: holdsKey ? KeyOnPicture.reason : "no code could be read",
        try: holdsKey
          ? "cardvault key restore PHOTO, to restore the key"
          : "use a sharper or closer photo, or cardvault add --name NAME --code -",
        status: holdsKey ? .partlyDone : .nothingFound)
    } else if !summary.leftOut.isEmpty {
      self.init(
        "files not imported, or only in part: \(summary.leftOut.count)",
        because: "the report names the reason for each", try: "import those again, one by one",
        status: .partlyDone)
    } else if isUnaccepted {
      self.init(
        "drafts not accepted: \(summary.doubtfulCount)",
        because: "a doubtful or corrected code must be compared with the card",
        try: "cardvault review", status: .partlyDone)
    } else if summary.unkeptCount > 0 {
      self.init(
        "cards whose photo was not kept: \(summary.unkeptCount)",
        because: "a document has several pages, or cannot be shown as a picture",
        try: "cardvault edit CARD --photo FILE", status: .partlyDone)
    } else {
      return nil
    }
  }
}
