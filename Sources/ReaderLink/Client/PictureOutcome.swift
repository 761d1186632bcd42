public import Cards

/// The outcome of sending one picture to a reader.
public struct PictureOutcome: Sendable, Hashable {
  /// Why a picture was not read, or not all of it.
  public enum Failure: Sendable, Hashable {
    /// Its bytes could not be loaded.
    case source(PictureSource.Failure)
    /// The reader refused it.
    case refused(ReaderRefusal)
    /// The reader crashed on it; a fresh one read the next picture.
    case crashed
    /// The reader did not answer in time and was killed; a fresh one read the next picture.
    case timedOut
  }

  /// One reading per page, in order; those before a failure are kept.
  public var pages: [PictureReading] = []
  /// The picture for keeping.
  ///
  /// `nil` when it was not asked for, when a vault's key stood on the photo, when a document has several pages, and when
  /// the photo was not read or its picture could not be made. It was checked for its length and its first and last
  /// bytes alone: what shows it opens a picture from outside.
  public var keptPicture: KeptPicture?
  /// What went wrong, or `nil`.
  public var failure: Failure?
  /// From the picture's last byte to the reader's answer.
  public var readingTime: Duration = .zero

  /// All codes of all pages.
  public var codes: [FoundBarcode] { pages.flatMap(\.codes) }

  /// All partial codes of all pages.
  public var partialCodes: [PartialBarcode] { pages.flatMap(\.partialCodes) }

  /// Whether a page showed a vault's key, which was left out of the codes.
  public var holdsKey: Bool { pages.contains(where: \.holdsKey) }
}
