public import Cards

/// The last sync of this device that came to its end.
public struct LastSync: Sendable, Hashable {
  /// The target as a person typed it: it may hold a password.
  public let target: String
  /// When it was over.
  public let moment: Timestamp

  /// Makes one.
  public init(target: String, moment: Timestamp) {
    self.target = target
    self.moment = moment
  }
}
