/// What is in an archive that a reader opened, without the bytes of its files.
public struct OpenedArchive: Sendable, Hashable {
  /// What became of the archive as a whole.
  public enum Outcome: UInt8, Sendable, Hashable {
    /// All of it was read.
    case whole = 0
    /// It ends early or makes no sense; what comes before that was read.
    case damaged = 1
    /// Its files have more bytes than are accepted.
    case tooLarge = 2
    /// It has more files than are accepted.
    case tooMany = 3
    /// There was not enough memory for it.
    case outOfMemory = 4
    /// Its files are so much larger than itself that it was made to exhaust memory.
    case bomb = 5
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
    /// Another file has its name.
    case duplicate
    /// It has more than 16 MiB.
    case tooLarge
    /// Its name is a path that leads out of the archive.
    case outside
    /// Its name is too long, or has more than 30 combining marks in a row, which takes long to compare.
    case unusableName
  }

  /// The most files of an archive.
  public static let maxMemberCount = 10_000

  /// What became of the archive as a whole.
  public let outcome: Outcome
  /// The names of its files; they are only labels, and never paths.
  ///
  /// A file in a pass inside the archive has the pass's name, a zero byte and its own name.
  public let names: Set<String>
  /// The files that were skipped.
  public let skipped: [SkippedMember]

  /// Whether a password is needed, or another one.
  public var isLocked: Bool { skipped.contains { $0.reason == .locked } }
}
