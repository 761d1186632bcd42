/// A barcode found in a picture: its contents, its position and how far to trust it.
public struct FoundBarcode: Sendable, Hashable {
  /// A point in the upright picture: pixels from its left and top edges.
  public struct Point: Sendable, Hashable {
    /// Pixels from the left edge.
    public var x: Int
    /// Pixels from the top edge.
    public var y: Int

    /// Makes a point.
    public init(x: Int, y: Int) {
      self.x = x
      self.y = y
    }
  }

  /// Why a code was returned but must not be accepted without a person's check.
  public enum Doubt: UInt8, Sendable, Hashable, CaseIterable {
    /// The evidence is weak: no check digit, or only one engine on few lines.
    case weakEvidence = 1
    /// Two readings of the same place contradict each other.
    case contradicted = 2
    /// It is inside another symbol that was read.
    case insideAnother = 3
    /// The evidence is weak and comes from a strongly altered picture: contrast evened out or sharpened, not
    /// just turned, scaled or blurred. Fair evidence from such a picture is accepted: all 10 photos of our
    /// corpus read that way were read correctly.
    case alteredPicture = 4
    /// It is only a part: one of several symbols that hold one message together, or a row of a stacked symbol.
    case part = 5
  }

  /// The code itself.
  public var barcode: Barcode
  /// The symbol's corners in the upright picture: top left, top right, bottom right, bottom left in the
  /// symbol's own reading direction.
  public var position: [Point]
  /// Why it is doubtful; `nil` if it is sure.
  public var doubt: Doubt?

  /// Whether the reading may be accepted without a person's check.
  public var isSure: Bool { doubt == nil }

  /// Whether this code is listed before another: sure ones first, then from top to bottom, and from left to right.
  public func precedes(_ other: FoundBarcode) -> Bool {
    (isSure ? 0 : 1, top, left) < (other.isSure ? 0 : 1, other.top, other.left)
  }

  private var top: Int { position.map(\.y).min() ?? 0 }
  private var left: Int { position.map(\.x).min() ?? 0 }

  /// Makes a finding.
  public init(barcode: Barcode, position: [Point], doubt: Doubt? = nil) {
    self.barcode = barcode
    self.position = position
    self.doubt = doubt
  }
}
