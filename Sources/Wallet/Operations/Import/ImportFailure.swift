internal import ReaderLink
internal import WalletFiles

extension Failure {
  /// An import that did not bring in everything; `nil` if it did.
  ///
  /// It counts as done in part if other wallets' cards were stored.
  ///
  /// - Parameters:
  ///   - photos: What happened to the photos; `nil` if there were none.
  ///   - files: What happened to other wallets' files.
  ///   - request: What was asked.
  package init?(
    importing photos: ImportOutcome?, alongside files: ImportOutcome, for request: ImportRequest
  ) {
    let ofFiles = Failure(importing: files)
    guard let ofPhotos = photos.flatMap({ Failure(importing: $0, for: request) }) else {
      guard let ofFiles else { return nil }
      self = ofFiles
      return
    }
    if files.isEmpty || ofPhotos.status != .nothingFound {
      self = ofPhotos
    } else {
      self.init(
        "not everything was imported", because: ofPhotos.because, try: ofPhotos.advice,
        status: .partlyDone)
    }
  }

  private init?(importing photos: ImportOutcome, for request: ImportRequest) {
    let reasons = photos.leftOut.compactMap(\.reason)
    let holdsKey = reasons.contains(.key)
    if photos.isEmpty, !reasons.isEmpty,
      reasons.allSatisfy({ $0 == .photo(.source(.missing)) })
    {
      self.init(
        "nothing was imported", because: "there is no such file or folder",
        try: PictureOutcome.Failure.source(.missing).advice, status: .nothingFound)
    } else if photos.isEmpty, let limit = request.limit,
      reasons.allSatisfy({ $0 == .noCode(limit: limit) })
    {
      self.init(
        "nothing was imported", because: "no code that matches \(limit) was found",
        try: .option("leave out \(limit), to import all codes"), status: .nothingFound)
    } else if photos.isEmpty, !reasons.isEmpty,
      reasons.allSatisfy({ $0 == .photo(.refused(.locked)) })
    {
      self = Self.locked("a document's")
    } else if photos.isEmpty {
      self.init(
        "nothing was imported", because: holdsKey ? KeyOnPicture.reason : "no code could be read",
        try: holdsKey
          ? .run("key", "restore", "PHOTO", note: "to restore the key")
          : .prose("use a sharper or closer photo").or(
            .run("add", "--name", "NAME", "--code", "-")),
        status: holdsKey ? .partlyDone : .nothingFound)
    } else if photos.missedCount > 0 {
      self.init(
        "files not imported, or only in part: \(photos.missedCount)",
        because: "the report names the reason for each", try: "import those again, one by one",
        status: .partlyDone)
    } else if photos.isNamed, photos.doubtfulCount > 0 {
      self.init(
        "drafts not accepted: \(photos.doubtfulCount)",
        because: "a doubtful or corrected code must be compared with the card",
        try: .run("review"), status: .partlyDone)
    } else if photos.unkeptPhotoCount > 0 {
      self.init(
        "cards whose photo was not kept: \(photos.unkeptPhotoCount)",
        because: "a document has several pages, or cannot be shown as a picture",
        try: .run("edit", "CARD", "--photo", "FILE"), status: .partlyDone)
    } else {
      return nil
    }
  }

  private static func locked(_ owner: String) -> Failure {
    Failure(
      "nothing was imported", because: "\(owner) password is wrong, or none was given",
      try: .prose("type the password").or(.use("--password-fd", "N", note: "in scripts")),
      status: .wrongKey)
  }

  /// Other wallets' files of which something was not imported; `nil` when all is well.
  package init?(importing files: ImportOutcome) {
    if files.isLocked {
      self = Self.locked("an archive's")
    } else if files.missedCount > 0 {
      self.init(
        "cards or files not imported: \(files.missedCount)",
        because: "a message names the reason for each",
        try: .prose("export them again from the other wallet").or(.run("add", "--name", "NAME")),
        status: files.isEmpty ? .nothingFound : .partlyDone)
    } else if files.unkeptPhotoCount > 0 {
      self.init(
        "photos not kept: \(files.unkeptPhotoCount)",
        because: "a message names the reason for each",
        try: .run("edit", "CARD", "--photo", "FILE"),
        status: .partlyDone)
    } else {
      return nil
    }
  }
}

extension ImportOutcome {
  /// Whether a wrong or missing password is all that went wrong with other wallets' files, and nothing was imported.
  fileprivate var isLocked: Bool {
    wallets.isEmpty && !items.isEmpty
      && items.allSatisfy { item in
        switch item.reason {
        case .file(.wrongPassword), .file(.locked), .member: true
        default: false
        }
      }
  }
}
