/// What was found on one frame of a camera, with the frames before it as evidence.
public struct LiveReading: Sendable, Hashable {
  /// A code on the frame.
  public struct Code: Sendable, Hashable {
    /// The code, its corners in the frame's pixels, and whether it is sure.
    ///
    /// The corners may be some frames old where only a deeper look at an earlier frame read the code.
    public var found: FoundBarcode
    /// How much of the evidence that makes a reading sure there is, from 0 to 1; 1 when it is sure.
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
  /// What the frame looks like as a whole; those of a black frame if a code was sure at first sight.
  public var measures: FrameMeasures
  /// The corners of the largest place that has bars but no sure reading, in the frame's pixels: the ends of its first
  /// scan line, then those of the last in reverse; `nil` if there is none, or if any code is sure.
  ///
  /// Without bars, those of a matrix symbol that was located but not read, from its top left on; it may be some frames
  /// old.
  public var candidate: [FoundBarcode.Point]?
  /// Whether the frame showed a vault's key, which none of the codes contains.
  public var holdsKey: Bool
  /// From the frame's last byte to the reader's answer.
  public var readingTime: Duration

  /// Makes a reading of one frame; by default one without anything on it.
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

  /// The length of the unread place across its bars, as a share of the frame's longer side; `nil` if there is none.
  public var candidateShare: Double? {
    candidateSide(0).map { $0 / Double(max(width, height)) }
  }

  /// The unread place's shorter side divided by its longer one, nearly 1 for a matrix symbol; `nil` if there is none.
  public var candidateAspect: Double? {
    guard let across = candidateSide(0), let down = candidateSide(1) else { return nil }
    return min(across, down) / max(across, down, 1)
  }

  /// The length of a side of the unread place in pixels, counted from its first corner.
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
