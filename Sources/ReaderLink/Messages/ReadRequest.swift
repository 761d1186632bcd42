public import Cards

/// What to look for on a picture.
public struct ReadRequest: Sendable, Hashable {
  /// The symbologies to look for; empty means all.
  public var symbologies: Set<Symbology>
  /// The most pages of a document to read.
  public var pageLimit: Int

  /// The default limit of pages read from one document.
  ///
  /// At about 0.3 s a page, this takes no longer than a coffee break; a drawer of cards scanned into one PDF fits.
  public static let defaultPageLimit = 50

  /// Makes a request.
  public init(symbologies: Set<Symbology> = [], pageLimit: Int = Self.defaultPageLimit) {
    self.symbologies = symbologies
    self.pageLimit = pageLimit
  }

  /// The most bytes of one picture that are sent to a reader: 64 MiB, above any camera's JPEG or HEIC.
  public static let maximumByteCount = 64 << 20
}
