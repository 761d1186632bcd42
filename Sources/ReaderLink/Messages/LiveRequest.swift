public import Cards

/// What to look for on a frame.
public struct LiveRequest: Sendable, Hashable {
  /// The symbologies to look for; empty means all.
  public var symbologies: Set<Symbology>

  /// Makes a request.
  public init(symbologies: Set<Symbology> = []) {
    self.symbologies = symbologies
  }
}
