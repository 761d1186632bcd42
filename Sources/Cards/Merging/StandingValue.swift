/// One of the values of a field that were written without knowing of one another.
public struct StandingValue: Sendable, Hashable {
  /// The value; `nil` stands for cleared.
  ///
  /// That of a counter counts in what was added since, so that nothing that was spent is forgotten by
  /// deciding for it.
  public let bytes: [UInt8]?
  /// Which write it was.
  public let dot: Dot
  /// When its writer wrote it, by that device's clock.
  public let wall: Timestamp
}
