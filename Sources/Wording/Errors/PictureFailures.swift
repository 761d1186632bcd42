package import ReaderLink

extension PictureOutcome.Failure {
  /// What to do about it, as an imperative.
  package var advice: String {
    switch self {
    case .source(.missing): "check the name"
    case .source(.notPermitted): "chmod +r, or run as the file's owner"
    case .source(.linkLoop): "repair the link, or name the photo itself"
    case .source(.notAFile): "name a file or a folder, or - for standard input"
    case .source(.tooLong): "export the photo in a smaller size"
    case .source(.unreadable): "check the disk"
    case .refused(.empty): "take the photo again, or copy it again"
    case .refused(.notAPicture), .refused(.formatNotAccepted):
      "use a JPEG, PNG, WebP, HEIC, AVIF, TIFF or GIF picture, or a PDF"
    case .refused(.damaged): "copy it or take it again; if it is a locked document, unlock it first"
    case .refused(.tooLarge), .refused(.outOfMemory): "export the photo in a smaller size"
    case .refused(.tooManyPages): "split the document"
    case .crashed, .timedOut: "save the photo as PNG and try that"
    }
  }

  /// What to do about it where exactly one photo is expected.
  package var adviceForOne: String { self == .source(.notAFile) ? "name one photo" : advice }
}
