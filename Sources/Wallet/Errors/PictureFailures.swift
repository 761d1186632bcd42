package import ReaderLink

extension PictureOutcome.Failure {
  /// What to do about it, as an imperative.
  package var advice: String {
    switch self {
    case .source(.missing): "check the name"
    case .source(.notPermitted): "make it readable (chmod u+r), or run cardvault as its owner"
    case .source(.linkLoop): "repair the link, or name the photo itself"
    case .source(.notAFile): "name a file or a folder, or - for standard input"
    case .source(.tooLong): "export the photo at a smaller size"
    case .source(.unreadable): "check the disk"
    case .refused(.empty): "take the photo again, or copy it again"
    case .refused(.notAPicture), .refused(.formatNotAccepted):
      "use a JPEG, PNG, WebP, HEIC, AVIF, TIFF or GIF picture, or a PDF"
    case .refused(.damaged):
      "copy it again, or take a new photo; if it is a locked document, unlock it first"
    case .refused(.tooLarge), .refused(.outOfMemory): "export the photo at a smaller size"
    case .refused(.tooManyPages): "split the document"
    case .crashed, .timedOut: "save the photo as PNG and try that"
    }
  }

  /// What to do about it in an import, which reads other wallets' files, too.
  package var adviceForImport: String {
    switch self {
    case .refused(.empty): "copy it again, or use another file"
    case .refused(.notAPicture):
      "use a JPEG, PNG, WebP, HEIC, AVIF, TIFF or GIF picture, a PDF, "
        + "or a wallet's zip, pass or table"
    default: advice
    }
  }

  /// What to do about it where exactly one photo is expected.
  package var adviceForOne: String { self == .source(.notAFile) ? "name one photo" : advice }
}

extension Failure {
  /// Photos that could not all be read; `nil` if they could.
  ///
  /// - Parameters:
  ///   - counts: How many photos there are, how many of them failed, and how many show a vault's key.
  ///   - codeCount: How many codes were found.
  ///   - limit: The option that limits which codes count; `nil` if all do.
  package init?(
    reading counts: (all: Int, failed: Int, keys: Int), codeCount: Int, limit: String? = nil
  ) {
    if counts.keys > 0 {
      self.init(
        "not everything was read", because: KeyOnPicture.reason,
        try: "cardvault key restore PHOTO, to restore the key", status: .partlyDone)
    } else if counts.failed > 0 {
      self.init(
        "files not read, or only in part: \(counts.failed) of \(counts.all)",
        because: "the report names the reason for each", try: "correct that, then read them again",
        status: codeCount > 0 ? .partlyDone : .nothingFound)
    } else if codeCount == 0, let limit {
      self.init(
        "no code was found", because: "no file shows a code that matches \(limit)",
        try: "leave out \(limit), to find all codes", status: .nothingFound)
    } else if codeCount == 0 {
      self.init(
        "no code was found", because: "no file shows a whole code that could be read",
        try: "use a sharper or closer photo", status: .nothingFound)
    } else {
      return nil
    }
  }
}
