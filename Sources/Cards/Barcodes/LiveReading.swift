/// What was found on one camera frame, with earlier frames as evidence.
public struct LiveReading: Sendable, Hashable {
  /// A code on the frame.
  public struct Code: Sendable, Hashable {
    /// The code, its corners in the frame's pixels, and whether it is sure.
    ///
    /// The corners may be some frames old if only a deeper look at an earlier frame read the code.
    public var found: FoundBarcode
    /// The share of the evidence that a sure reading needs, from 0 to 1; 1 when it is sure.
    public var confidence: Double

    /// Makes a code.
    public init(found: FoundBarcode, confidence: Double) {
      self.found = found
      self.confidence = confidence
    }
  }

  /// Width of the upright frame in pixels.
  public var width: Int
  /// Height of the upright frame in pixels.
  public var height: Int
  /// The codes: sure ones first, then from top to bottom.
  public var codes: [Code]
  /// Measurements of the whole frame; those of a black frame if a code was sure at first sight.
  public var measures: FrameMeasures
  /// The corners of the largest region with bars but no sure reading, in the frame's pixels: the ends of its first scan
  /// line, then those of the last in reverse; `nil` if there is none, or if any code is sure.
  ///
  /// Without bars, the corners of a matrix symbol that was located but not read, clockwise from its top left; they may
  /// be some frames old.
  public var candidate: [FoundBarcode.Point]?
  /// Whether the frame showed a vault's key; keys are left out of `codes`.
  public var holdsKey: Bool
  /// The time from the frame's last byte to the reader's answer.
  public var readingTime: Duration

  /// Makes a reading of one frame; by default of an empty one.
  public init(
    width: Int, height: Int, codes: [Code] = [], measures: FrameMeasures = .init(),
    candidate: [FoundBarcode.Point]? = nil, holdsKey: Bool = false, readingTime: Duration = .zero
  ) {
    self.width = width
    self.height = height
    self.codes = codes
    self.measures = measures
    self.candidate = candidate
    self.holdsKey = holdsKey
    self.readingTime = readingTime
  }

  /// The candidate's length across its bars, as a share of the frame's longer side; `nil` without a candidate.
  public var candidateShare: Double? {
    candidateSide(0).map { $0 / Double(max(width, height)) }
  }

  /// The candidate's shorter side divided by its longer one, nearly 1 for a matrix symbol; `nil` without a candidate.
  public var candidateAspect: Double? {
    guard let across = candidateSide(0), let down = candidateSide(1) else { return nil }
    return min(across, down) / max(across, down, 1)
  }

  /// The length in pixels of one of the candidate's sides; side 0 starts at its first corner.
  private func candidateSide(_ number: Int) -> Double? {
    guard let candidate, candidate.count == 4, max(width, height) > 0 else { return nil }
    let (start, end) = (candidate[number], candidate[number + 1])
    let (x, y) = (end.x - start.x, end.y - start.y)
    return Double(x * x + y * y).squareRoot()
  }

  /// The same without codes that contain a vault's key; if there were any, `holdsKey` is set.
  public func withoutKeys() -> LiveReading {
    var reading = self
    reading.codes.removeAll { KeyMark.isIn($0.found.barcode) }
    reading.holdsKey = holdsKey || reading.codes.count < codes.count
    return reading
  }
}

/// Measurements of a whole camera frame, for hints to the person who holds the camera.
public struct FrameMeasures: Sendable, Hashable {
  /// How steep the strongest edges are, from 0 to 1: the share of an edge's contrast between neighbouring pixels.
  ///
  /// 1 is a step from one pixel to the next, 0.1 an edge that takes about ten pixels. Meaningless when `contrast` is
  /// low: then it measures noise.
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
