/// What a recovery sheet shows apart from the key itself; none of it is secret.
public struct RecoveryDetails: Sendable, Hashable {
  /// The key's public id, 32 lower-case hexadecimal digits.
  public let keyID: String
  /// What two people compare aloud: six groups of five digits, separated by spaces.
  public let fingerprint: String
  /// The day the sheet is made.
  public let date: CalendarDate
  /// Whether the key on the sheet needs a passphrase.
  public let isWrapped: Bool

  /// Makes the details; `nil` if the key id or the fingerprint is malformed.
  public init?(
    keyID: String, fingerprint: String, date: CalendarDate, isWrapped: Bool
  ) {
    let groups = fingerprint.utf8.split(separator: UInt8(ascii: " "))
    guard keyID.utf8.count == 32, keyID.utf8.allSatisfy("0123456789abcdef".utf8.contains),
      fingerprint.utf8.count == 35, groups.count == 6,
      groups.allSatisfy({ $0.count == 5 && $0.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    self.keyID = keyID
    self.fingerprint = fingerprint
    self.date = date
    self.isWrapped = isWrapped
  }
}
