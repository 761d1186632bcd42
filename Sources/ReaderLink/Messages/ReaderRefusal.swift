/// Why the reader refused a picture, or a part of it.
public enum ReaderRefusal: Error, Sendable, Hashable {
  /// There are no bytes.
  case empty
  /// The bytes are not a picture of any known format.
  case notAPicture
  /// The bytes may be a picture, but in a format that is not accepted.
  case formatNotAccepted
  /// The picture starts well and then ends or breaks.
  case damaged
  /// The picture has more pixels than are accepted: this many millions.
  case tooLarge(megapixels: Int)
  /// The document has this many pages, more than the limit; those up to the limit were read.
  case tooManyPages(count: Int)
  /// The picture needs more memory than the reader may use.
  case outOfMemory
  /// The document has a password, and none or another one was given.
  case locked

  /// The reason's number on the wire and the number that goes with it.
  var wireForm: (reason: UInt32, amount: UInt64) {
    switch self {
    case .empty: (1, 0)
    case .notAPicture: (2, 0)
    case .formatNotAccepted: (3, 0)
    case .damaged: (4, 0)
    case .tooLarge(let megapixels): (5, UInt64(clamping: megapixels))
    case .tooManyPages(let count): (6, UInt64(clamping: count))
    case .outOfMemory: (7, 0)
    case .locked: (8, 0)
    }
  }

  init?(reason: UInt32, amount: UInt64) {
    switch reason {
    case 1: self = .empty
    case 2: self = .notAPicture
    case 3: self = .formatNotAccepted
    case 4: self = .damaged
    case 5: self = .tooLarge(megapixels: Int(clamping: amount))
    case 6: self = .tooManyPages(count: Int(clamping: amount))
    case 7: self = .outOfMemory
    case 8: self = .locked
    default: return nil
    }
  }
}

/// Why a reader found no single key on a photo; its exit status says which.
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
