package import ReaderLink

extension PictureOutcome.Failure {
  /// What to do about it.
  package var advice: Advice {
    switch self {
    case .source(.missing): "check the name"
    case .source(.notPermitted): .system("chmod", "u+r", "FILE").or("become its owner")
    case .source(.linkLoop): "repair the link, or name the photo itself"
    case .source(.notAFile): "name a file or a folder, or - for standard input"
    case .source(.tooLong): "export the photo at a smaller size"
    case .source(.unreadable): "check the disk"
    case .refused(.empty): "take the photo again, or copy it again"
    case .refused(.notAPicture), .refused(.formatNotAccepted):
      "use a JPEG, PNG, WebP, HEIC, AVIF, TIFF or GIF picture, or a PDF"
    case .refused(.damaged): "copy it again, or take a new photo"
    case .refused(.locked): "save a copy without its password, and use that"
    case .refused(.tooLarge), .refused(.outOfMemory): "export the photo at a smaller size"
    case .refused(.tooManyPages): "split the document"
    case .crashed, .timedOut: "save the photo as PNG and try that"
    }
  }

  /// What to do about it where exactly one photo is expected.
  package var adviceForOne: Advice { self == .source(.notAFile) ? "name one photo" : advice }
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
        try: .run("key", "restore", "PHOTO", note: "to restore the key"), status: .partlyDone)
    } else if counts.failed > 0 {
      self.init(
        "files not read, or only in part: \(counts.failed) of \(counts.all)",
        because: "the report names the reason for each", try: "correct that, then read them again",
        status: codeCount > 0 ? .partlyDone : .nothingFound)
    } else if codeCount == 0, let limit {
      self.init(
        "no code was found", because: "no file shows a code that matches \(limit)",
        try: .option("leave out \(limit), to find all codes"), status: .nothingFound)
    } else if codeCount == 0 {
      self.init(
        "no code was found", because: "no file shows a whole code that could be read",
        try: "use a sharper or closer photo", status: .nothingFound)
    } else {
      return nil
    }
  }
}

/// A vault's key on a picture of cards, which is refused and never repeated.
package enum KeyOnPicture {
  /// Why the picture is refused.
  package static let reason = "it shows a vault's key: this is a recovery sheet, not a card"
}

extension PictureOutcome.Failure {
  /// Why a picture was not read, in words.
  package var reason: String {
    switch self {
    case .source(let failure): failure.reason
    case .refused(let refusal): refusal.reason
    case .crashed: "the reader crashed on it"
    case .timedOut: "the reader did not answer in time"
    }
  }
}

extension PictureSource.Failure {
  fileprivate var reason: String {
    switch self {
    case .missing: "there is no such file"
    case .notPermitted: "its permissions do not allow reading it"
    case .linkLoop: "it is a loop of symbolic links"
    case .notAFile: "it is not a file"
    case .tooLong(let megabytes):
      "it is \(megabytes) MB; the limit is \(ReadRequest.maxByteCount >> 20) MB"
    case .unreadable(let errno): "it could not be read (error \(errno))"
    }
  }
}

extension ReaderRefusal {
  fileprivate var reason: String {
    switch self {
    case .empty: "it is empty"
    case .notAPicture: "it is not a picture"
    case .formatNotAccepted: "it is in a format that is not accepted"
    case .damaged: "it is damaged or incomplete"
    case .locked: "it has a password, and none or another one was given"
    case .tooLarge(let megapixels): "it has \(megapixels) megapixels, too many to decode"
    case .tooManyPages(let count):
      "it has \(count) pages, and only the first \(ReadRequest.defaultPageLimit) were read"
    case .outOfMemory: "it needs more memory than the reader may use"
    }
  }
}

extension PhotoProblem {
  /// Why a photo is not kept, as the part of a sentence that follows “because”.
  package var words: String {
    switch self {
    case .showsKey: KeyOnPicture.reason
    case .failed(let failure): failure.reason
    case .notOnePicture: "it has several pages, or cannot be shown as a picture"
    }
  }
}
