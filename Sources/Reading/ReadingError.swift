/// Why a picture could not be read.
public enum ReadingError: Error, Sendable, Hashable {
  /// There are no bytes.
  case empty
  /// The bytes do not begin like any known picture.
  case notAPicture
  /// A picture of a format that is not accepted, such as SVG or BMP.
  case formatNotAccepted(name: String)
  /// The picture is cut off or makes no sense to its decoder; `detail` is one line of the decoder's message.
  case damaged(detail: String)
  /// The header announces more pixels than are decoded: at most `PictureReader.maxMegapixels`, and fewer for
  /// formats whose decoders hold the whole picture (progressive JPEG, HEIC and others).
  case tooLarge(megapixels: Int)
  /// The document is encrypted, and the password is wrong or missing.
  case locked
  /// The document has more pages than the limit; those up to the limit were read.
  case tooManyPages(count: Int)
  /// The decoder requested more memory than it may have.
  case outOfMemory
  /// This machine's image library has no decoder for the format.
  case decoderMissing(name: String)
  /// The image library could not be started.
  case decodersUnavailable
}
