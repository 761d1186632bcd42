/// A hybrid logical clock: never runs backwards along cause and effect, and follows the wall clock where it can
/// (Kulkarni et al., "Logical Physical Clocks", 2014).
///
/// Layout: milliseconds since 1970 in the upper 48 bits, a counter in the lower 16. There is no cap: one device
/// whose clock is a year ahead pulls the others along, and the order degrades to Lamport's; a cap would break
/// the order of cause and effect instead (simulated).
public struct HybridClock: Sendable, Hashable, Comparable {
  /// The reading.
  public let value: UInt64

  /// Makes a clock that shows `value`.
  public init(_ value: UInt64) {
    self.value = value
  }

  /// The reading for a new write: after this one, and no earlier than `now`.
  public func next(at now: Timestamp) -> HybridClock {
    let after = value == .max ? value : value + 1
    // 48 bits of milliseconds last until the year 10889; a later wall clock is clamped to that.
    let wall = UInt64(clamping: now.milliseconds).clamped(to: (1 << 48) - 1) << 16
    return HybridClock(max(after, wall))
  }

  /// Orders by reading.
  public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

extension UInt64 {
  fileprivate func clamped(to limit: UInt64) -> UInt64 { Swift.min(self, limit) }
}
