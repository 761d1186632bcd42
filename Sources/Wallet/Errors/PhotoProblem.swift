package import ReaderLink

/// Why a photo was not kept.
package enum PhotoProblem: Sendable, Hashable {
  /// It shows a vault's key.
  case showsKey
  /// It could not be read.
  case failed(PictureOutcome.Failure)
  /// No picture could be made of it, such as of a document with several pages.
  case notOnePicture
}
