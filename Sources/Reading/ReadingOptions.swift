public import Cards

/// What to look for on a picture, and how much of a document to read.
public struct ReadingOptions: Sendable, Hashable {
  /// The symbologies to return; others are skipped.
  public var symbologies: Set<Symbology>
  /// The most pages of a document that are read; at least 1.
  public var pageLimit: Int

  /// Makes options; by default all symbologies, and 50 pages.
  public init(symbologies: Set<Symbology> = Set(Symbology.allCases), pageLimit: Int = 50) {
    precondition(pageLimit >= 1)
    self.symbologies = symbologies
    self.pageLimit = pageLimit
  }
}
