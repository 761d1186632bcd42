public import Cards
public import Sealing

/// The key that a notice under the vault's key names as its successor: `Format.md`, section 8.
public struct Successor: Sendable, Hashable {
  /// Its public id.
  public let keyID: KeyID
  /// Six groups of five digits, as shown on its recovery sheet.
  public let fingerprint: String
  /// When it was made, by the clock of the device that made it.
  public let made: Timestamp
  /// Whether its key file is on this machine, and only its header is missing from the folder.
  public let isOnThisMachine: Bool
  /// Whether the vault's key replaced this one, too: two people decided differently which of two keys stays.
  public let isContradicted: Bool

  package init(
    keyID: KeyID, fingerprint: String, made: Timestamp, isOnThisMachine: Bool,
    isContradicted: Bool = false
  ) {
    self.keyID = keyID
    self.fingerprint = fingerprint
    self.made = made
    self.isOnThisMachine = isOnThisMachine
    self.isContradicted = isContradicted
  }
}
