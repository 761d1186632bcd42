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
    default: return nil
    }
  }
}
