public import Cards
public import Sealing

/// A key that a notice names and that is not held: `Format.md`, section 8.
public struct Successor: Sendable, Hashable {
  /// Its public id.
  public let keyID: KeyID
  /// Six groups of five digits, as shown on its recovery sheet.
  public let fingerprint: String
  /// When it was made, by the clock of the device that made it.
  public let made: Timestamp
  /// Whether it replaces the key that this device saves under, so that nothing can be saved without it.
  public let replacesCurrent: Bool
  /// Whether its key file is on this machine, and only its header is missing from the folder.
  public let isOnThisMachine: Bool

  package init(
    keyID: KeyID, fingerprint: String, made: Timestamp, replacesCurrent: Bool,
    isOnThisMachine: Bool
  ) {
    self.keyID = keyID
    self.fingerprint = fingerprint
    self.made = made
    self.replacesCurrent = replacesCurrent
    self.isOnThisMachine = isOnThisMachine
  }
}
