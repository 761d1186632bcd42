/// Identifies one write: which device made it, and which of that device's writes it is.
public struct Dot: Sendable, Hashable, Comparable {
  /// The device's random id; one for each machine and vault folder.
  public let device: UInt64
  /// Counts up from 1 on that device; numbers may be skipped but are never reused.
  public let sequence: UInt64

  /// Makes a dot.
  public init(device: UInt64, sequence: UInt64) {
    self.device = device
    self.sequence = sequence
  }

  /// Orders by device, then by sequence; this only breaks ties, and has nothing to do with time.
  public static func < (left: Self, right: Self) -> Bool {
    (left.device, left.sequence) < (right.device, right.sequence)
  }
}
