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

  /// A code that several frames show and that none of them could be read from.
  public struct Candidate: Sendable, Hashable {
    /// Its corners in the frame's pixels; they may be some frames old.
    ///
    /// Those of bars are the ends of the first scan line, then those of the last in reverse.
    public var corners: [FoundBarcode.Point]
    /// What would help to read it; `nil` if nothing is known to be wrong.
    public var hint: Hint?

    /// Makes a candidate.
    public init(corners: [FoundBarcode.Point], hint: Hint? = nil) {
      self.corners = corners
      self.hint = hint
    }
  }

  /// What a person could do so that the next frame can be read.
  public enum Hint: String, Sendable, Hashable, CaseIterable {
    /// There is too little light.
    case light
    /// The code reflects a light.
    case tilt
    /// The code is too small.
    case closer
    /// The code is large and blurred: the lens cannot focus this close.
    case back
    /// The code is blurred by motion, or the lens needs time to focus.
    case still
  }

  /// Width of the upright frame in pixels.
  public var width: Int
  /// Height of the upright frame in pixels.
  public var height: Int
  /// The codes: sure ones first, then from top to bottom.
  ///
  /// Some may be of other kinds than were looked for.
  public var codes: [Code]
  /// The code that a person seems to hold up; `nil` if there is none, or if any code is sure.
  public var candidate: Candidate?
  /// Whether the frame showed a vault's key; keys are left out of `codes`.
  public var holdsKey: Bool
  /// The time from the frame's last byte to the reader's answer.
  public var readingTime: Duration

  /// Makes a reading of one frame; by default of an empty one.
  public init(
    width: Int, height: Int, codes: [Code] = [], candidate: Candidate? = nil,
    holdsKey: Bool = false, readingTime: Duration = .zero
  ) {
    self.width = width
    self.height = height
    self.codes = codes
    self.candidate = candidate
    self.holdsKey = holdsKey
    self.readingTime = readingTime
  }

  /// The same without codes that contain a vault's key; if there were any, `holdsKey` is set.
  public func withoutKeys() -> LiveReading {
    var reading = self
    reading.codes.removeAll { KeyMark.isIn($0.found.barcode) }
    reading.holdsKey = holdsKey || reading.codes.count < codes.count
    return reading
  }
}
