public import Cards

/// What to look for on a frame, and how much time there is beyond a quick look.
public struct LiveRequest: Sendable, Hashable {
  /// The symbologies to look for; empty means all.
  public var symbologies: Set<Symbology>
  /// Time that the reader may spend on deeper passes over the sharpest of the last frames.
  ///
  /// Zero leaves it to the reader, which does so on every fourth frame after a second without a find.
  public var spareTime: Duration

  /// Makes a request.
  public init(symbologies: Set<Symbology> = [], spareTime: Duration = .zero) {
    self.symbologies = symbologies
    self.spareTime = spareTime
  }

  /// The most spare time that counts, in milliseconds: a frame must not keep the next ones waiting.
  static let maximumSpareMilliseconds = 1_000

  /// The spare time as it is sent.
  var spareMilliseconds: UInt32 {
    let milliseconds: Double = spareTime / .milliseconds(1)
    return UInt32(min(max(0, milliseconds), Double(Self.maximumSpareMilliseconds)))
  }
}
