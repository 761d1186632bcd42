public import Cards

/// What to look for on a picture.
public struct ReadRequest: Sendable, Hashable {
  /// The symbologies to look for; empty means all.
  public var symbologies: Set<Symbology>
  /// The most pages to read of a document.
  public var pageLimit: Int

  /// The pages that are read of one document when nobody says otherwise.
  ///
  /// At about 0.3 s a page, this many
  /// stay within a coffee break; a drawer of cards scanned into one PDF fits.
  public static let defaultPageLimit = 50

  /// Makes a request.
  public init(symbologies: Set<Symbology> = [], pageLimit: Int = Self.defaultPageLimit) {
    self.symbologies = symbologies
    self.pageLimit = pageLimit
  }

  /// The most bytes of one picture that are sent to a reader: 64 MiB, above any camera's JPEG or HEIC.
  public static let maximumByteCount = 64 << 20
}
