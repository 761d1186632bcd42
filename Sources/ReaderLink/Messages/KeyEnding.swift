/// How a reader that looked for a key on a photo ended, as given by its exit status.
public enum KeyEnding: Error, Sendable, Hashable {
  /// The photo was read and shows no key.
  case noKey
  /// The photo shows several keys that differ.
  case severalKeys
  /// The photo could not be read; an exit status cannot carry the numbers that belong to the reason.
  case refused(ReaderRefusal)

  // Above the values that shells and `sysexits.h` use, below the range of signals.
  private static let firstRefusal: Int32 = 100

  /// The exit status of the process, 90 to 127.
  public var status: Int32 {
    switch self {
    case .noKey: 90
    case .severalKeys: 91
    case .refused(let refusal): Self.firstRefusal + Int32(refusal.wireForm.reason)
    }
  }

  /// What an exit status means; `nil` when it is none of these.
  init?(status: Int32) {
    switch status {
    case 90: self = .noKey
    case 91: self = .severalKeys
    default:
      guard let reason = UInt32(exactly: status - Self.firstRefusal),
        let refusal = ReaderRefusal(reason: reason, amount: 0)
      else { return nil }
      self = .refused(refusal)
    }
  }
}
