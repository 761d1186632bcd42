internal import Cards

/// The files of an archive that a reader opened.
public struct OpenedArchive: Sendable, Hashable {
  /// What became of the archive as a whole.
  public enum Outcome: UInt8, Sendable, Hashable {
    /// All of it was read.
    case whole = 0
    /// It ends early or makes no sense; what stands in front of that place was read.
    case damaged = 1
    /// Its files have more bytes than are accepted.
    case tooLarge = 2
    /// It has more files than are accepted.
    case tooMany = 3
    /// There was not enough memory for it.
    case outOfMemory = 4
  }

  /// A file that was skipped.
  public struct SkippedMember: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// Why.
    public let reason: Skipped
  }

  /// Why a file of it was skipped.
  public enum Skipped: Sendable, Hashable {
    /// Its bytes are damaged.
    case damaged
    /// It is a link or a device.
    case noFile
    /// It is encrypted, and the password is wrong or missing.
    case locked
    /// Another one has its name.
    case duplicate
  }

  /// The most files of an archive.
  public static let maximumMemberCount = 10_000

  /// What became of the archive as a whole.
  public let outcome: Outcome
  /// The files by name; the names are only labels, and never paths.
  public private(set) var members: [String: [UInt8]] = [:]
  /// The files that were skipped.
  public private(set) var skipped: [SkippedMember] = []

  /// Whether a password is needed, or another one.
  public var isLocked: Bool { skipped.contains { $0.reason == .locked } }

  /// Takes a reader's answer apart, trusting nothing: the archive may have taken the reader over.
  ///
  /// - Parameter answer: A byte with the outcome; then for each file a byte with its state, the lengths of its name
  ///   and its bytes as unsigned 32-bit little-endian integers, the name and the bytes.
  /// - Throws: `WireError.malformed` or `.tooLong`.
  init(_ answer: [UInt8]) throws(WireError) {
    guard let first = answer.first, let outcome = Outcome(rawValue: first) else {
      throw .malformed
    }
    self.outcome = outcome
    var rest = answer.dropFirst()
    var count = 0
    while let state = rest.popFirst() {
      count += 1
      guard count <= Self.maximumMemberCount else { throw .tooLong }
      let nameLength = try Self.number(&rest)
      let byteCount = try Self.number(&rest)
      guard nameLength <= Self.maximumNameByteCount, rest.count >= nameLength + byteCount else {
        throw .malformed
      }
      let name = String(decoding: rest.prefix(nameLength), as: UTF8.self)
      let bytes = rest.dropFirst(nameLength).prefix(byteCount)
      rest = rest.dropFirst(nameLength + byteCount)
      switch state {
      case 0 where members[name] == nil: members[name] = Array(bytes)
      case 0: skipped.append(.init(name: name, reason: .duplicate))
      case 1: skipped.append(.init(name: name, reason: .damaged))
      case 2: skipped.append(.init(name: name, reason: .noFile))
      case 3: skipped.append(.init(name: name, reason: .locked))
      default: throw .malformed
      }
    }
  }

  private static let maximumNameByteCount = 1_024

  private static func number(_ rest: inout ArraySlice<UInt8>) throws(WireError) -> Int {
    guard rest.count >= 4 else { throw .malformed }
    let number = Int(UInt64(bigEndian: ArraySlice(rest.prefix(4).reversed())))
    rest = rest.dropFirst(4)
    return number
  }
}
