/// A barcode found on a picture: what it says, where it stands, and how far to trust it.
public struct FoundBarcode: Sendable, Hashable {
  /// A point on the upright picture: pixels from its left and top edges.
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

  /// Why a code was returned but must not be accepted without a person.
  public enum Doubt: UInt8, Sendable, Hashable, CaseIterable {
    /// Only weak evidence stands behind it: no check digit, or one engine alone on few lines.
    case weakEvidence = 1
    /// Two readings of the same place contradict each other.
    case contradicted = 2
    /// It lies inside another symbol that was read.
    case insideAnother = 3
    /// Only weak evidence, and that from a picture that had been strongly altered: contrast evened out or
    /// sharpened, beyond turning, scaling and blurring. Fair evidence from such a picture is no doubt: all
    /// 10 photos of our corpus read so were read rightly.
    case alteredPicture = 4
  }

  /// The code itself.
  public var barcode: Barcode
  /// The symbol's corners on the upright picture: top left, top right, bottom right, bottom left as the
  /// symbol is read.
  public var position: [Point]
  /// Why it is doubtful; `nil` when it is sure.
  public var doubt: Doubt?

  /// Whether the reading may be accepted without a person.
  public var isSure: Bool { doubt == nil }

  /// Makes a finding.
  public init(barcode: Barcode, position: [Point], doubt: Doubt? = nil) {
    self.barcode = barcode
    self.position = position
    self.doubt = doubt
  }
}
