/// One of several values of a field that were written concurrently.
public struct StandingValue: Sendable, Hashable {
  /// The value; `nil` means cleared.
  ///
  /// A counter's value includes what was added since, so that choosing it does not forget anything that was
  /// spent.
  public let bytes: [UInt8]?
  /// The write that set it.
  public let dot: Dot
  /// When its writer wrote it, by that device's clock.
  public let wall: Timestamp
}
