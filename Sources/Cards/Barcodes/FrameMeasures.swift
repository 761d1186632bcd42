/// What a camera's frame looks like as a whole, for hints to the person who holds the camera.
public struct FrameMeasures: Sendable, Hashable {
  /// How steep the strongest edges are, from 0 to 1: the share of an edge's contrast between neighbouring
  /// pixels.
  ///
  /// 1 is a step from one pixel to the next, 0.1 an edge that takes about ten pixels. It means nothing when `contrast`
  /// is low: then it is noise that was measured.
  public var sharpness: Double
  /// Contrast of the strongest edges over eight pixels, in grey levels from 0 to 255.
  public var contrast: Double
  /// The mean grey level, from 0 (black) to 255.
  public var brightness: Double
  /// The grey level below which a twentieth of the pixels are.
  public var darkLevel: Double
  /// The grey level above which a twentieth of the pixels are.
  public var lightLevel: Double
  /// The share of pixels that are as white as video can be, from 0 to 1.
  ///
  /// Glare is white, but so is an overexposed card.
  public var glareShare: Double

  /// Makes measures; by default those of a black frame.
  public init(
    sharpness: Double = 0, contrast: Double = 0, brightness: Double = 0, darkLevel: Double = 0,
    lightLevel: Double = 0, glareShare: Double = 0
  ) {
    self.sharpness = sharpness
    self.contrast = contrast
    self.brightness = brightness
    self.darkLevel = darkLevel
    self.lightLevel = lightLevel
    self.glareShare = glareShare
  }
}
