/// Why a picture could not be read, or a drawing not rendered.
public enum ReadingError: Error, Sendable, Hashable {
  /// There are no bytes.
  case empty
  /// The bytes begin like no picture that is known.
  case notAPicture
  /// A picture of a kind that is not opened, such as SVG or BMP.
  case formatNotAccepted(name: String)
  /// The picture is cut off or makes no sense to its decoder; `detail` is one line of the decoder's words.
  case damaged(detail: String)
  /// The header promises more pixels than are decoded: at most `PictureReader.maximumMegapixels`, and fewer of
  /// kinds whose decoders hold the whole picture (progressive JPEG, HEIC and others).
  case tooLarge(megapixels: Int)
  /// The document has more pages than asked for; those up to the limit were read.
  case tooManyPages(count: Int)
  /// The decoder asked for more memory than it may have.
  case outOfMemory
  /// The image library of this machine has no decoder for the format.
  case decoderMissing(name: String)
  /// The image library could not be started.
  case decodersUnavailable
  /// The drawing could not be rendered; `detail` is one line of the renderer's words.
  case notDrawable(detail: String)
}
