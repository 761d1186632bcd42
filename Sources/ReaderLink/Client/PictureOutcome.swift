public import Cards

/// What became of one picture that was handed to a reader.
public struct PictureOutcome: Sendable, Hashable {
  /// Why a picture was not read, or not all of it.
  public enum Failure: Sendable, Hashable {
    /// Its bytes could not be had.
    case source(PictureSource.Failure)
    /// The reader would not read it.
    case refused(ReaderRefusal)
    /// The reader broke on it and was ended; a fresh one took the next picture.
    case crashed
    /// The reader did not answer in time and was ended; a fresh one took the next picture.
    case timedOut
  }

  /// One reading for each page, in order; those before a failure are kept.
  public var pages: [PictureReading] = []
  /// What went wrong, or `nil`.
  public var failure: Failure?
  /// From the picture's last byte to the reader's answer.
  public var readingTime: Duration = .zero

  /// All codes of all pages.
  public var codes: [FoundBarcode] { pages.flatMap(\.codes) }

  /// Whether a vault's key stood on a page, which was left out of the codes.
  public var holdsKey: Bool { pages.contains(where: \.holdsKey) }
}
