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

  /// One reading per page, in order; after a failure, those of the pages before it.
  public var pages: [PictureReading] = []
  /// The picture to store with the card.
  ///
  /// `nil` if it was not requested, if the photo shows a vault's key, if the document has several pages, or if the
  /// photo could not be read or its picture could not be made. Only its length and its first and last bytes were
  /// checked: treat it as untrusted input when displaying it.
  public var keptPicture: KeptPicture?
  /// What went wrong, or `nil`.
  public var failure: Failure?
  /// From the picture's last byte to the reader's answer.
  public var readingTime: Duration = .zero

  /// All codes of all pages.
  public var codes: [FoundBarcode] { pages.flatMap(\.codes) }

  /// The partial codes of all pages on which no whole code was found.
  public var partialCodes: [PartialBarcode] {
    pages.flatMap { $0.codes.isEmpty ? $0.partialCodes : [] }
  }

  /// Whether a page shows a vault's key, which is left out of the codes.
  public var holdsKey: Bool { pages.contains(where: \.holdsKey) }
}
