package import ReaderLink

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

  /// Why a file was not imported, in words: those of other wallets are read, too.
  package var reasonForImport: String {
    self == .refused(.notAPicture) ? "it is neither a picture nor an export from a wallet" : reason
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
      "it is \(megabytes) MB; the limit is \(ReadRequest.maximumByteCount >> 20) MB"
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
    case .damaged: "it is damaged, incomplete or locked"
    case .tooLarge(let megapixels): "it has \(megapixels) megapixels, too many to decode"
    case .tooManyPages(let count):
      "it has \(count) pages, and only the first \(ReadRequest.defaultPageLimit) were read"
    case .outOfMemory: "it needs more memory than the reader may use"
    }
  }
}
