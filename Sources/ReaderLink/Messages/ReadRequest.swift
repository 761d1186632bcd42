public import Cards

/// What to look for on a picture, and what to make of it.
public struct ReadRequest: Sendable, Hashable {
  /// The symbologies to look for; empty means all.
  public var symbologies: Set<Symbology>
  /// The most pages of a document to read.
  public var pageLimit: Int
  /// Whether to make a picture for keeping; see `PictureOutcome.keptPicture`.
  public var keepsPicture: Bool

  /// The default limit of pages read from one document.
  ///
  /// At about 0.3 s a page, this takes no longer than a coffee break; a drawer of cards scanned into one PDF fits.
  public static let defaultPageLimit = 50

  /// Makes a request.
  public init(
    symbologies: Set<Symbology> = [], pageLimit: Int = Self.defaultPageLimit,
    keepsPicture: Bool = false
  ) {
    self.symbologies = symbologies
    self.pageLimit = pageLimit
    self.keepsPicture = keepsPicture
  }

  /// The most bytes of one picture that are sent to a reader: 64 MiB, above any camera's JPEG or HEIC.
  public static let maximumByteCount = 64 << 20
}
