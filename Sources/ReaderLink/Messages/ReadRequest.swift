public import Cards

/// What to look for on a picture, and whether to make one to store.
public struct ReadRequest: Sendable, Hashable {
  /// The symbologies to look for; empty means all.
  public var symbologies: Set<Symbology>
  /// The maximum number of pages to read from a document.
  public var pageLimit: Int
  /// Whether to make a picture to store with the card; see `PictureOutcome.keptPicture`.
  public var keepsPicture: Bool
  /// The password of a document, at most `ArchiveRequest.maxPasswordByteCount` bytes without zero bytes; `nil` without one.
  ///
  /// A request with a password is for one document only, whose reader reads no other.
  public var password: [UInt8]?

  /// The default limit of pages read from one document.
  ///
  /// Enough for a drawer of cards scanned into one PDF; the wait stays bearable at about 0.3 s per page.
  public static let defaultPageLimit = 50

  /// Makes a request.
  public init(
    symbologies: Set<Symbology> = [], pageLimit: Int = Self.defaultPageLimit,
    keepsPicture: Bool = false, password: [UInt8]? = nil
  ) {
    self.symbologies = symbologies
    self.pageLimit = pageLimit
    self.keepsPicture = keepsPicture
    self.password = password
  }

  /// The maximum size of a picture sent to a reader: 64 MiB, more than any camera's JPEG or HEIC.
  public static let maxByteCount = 64 << 20
}

/// What to look for on a frame.
public struct LiveRequest: Sendable, Hashable {
  /// The symbologies to look for; empty means all.
  public var symbologies: Set<Symbology>

  /// Makes a request.
  public init(symbologies: Set<Symbology> = []) {
    self.symbologies = symbologies
  }
}
