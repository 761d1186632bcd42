internal import Cards

/// Assembles a reader's reports on an archive, trusting nothing: the archive may have taken the reader over.
///
/// A message is a byte, an unsigned 32-bit little-endian integer, and for some that many bytes (`carchive.h`).
struct ArchiveReception {
  /// What a message asks for.
  enum Step: Hashable {
    /// Nothing.
    case next
    /// The archive's block that begins at this offset must be sent.
    case block(offset: Int)
    /// A wanted file is complete.
    case file(name: String, bytes: [UInt8])
    /// The archive ends.
    case end(OpenedArchive)
  }

  private enum Message: UInt8 {
    case want = 1
    case name = 2
    case bytes = 3
    case memberEnd = 4
    case end = 5
  }

  private struct Member {
    let name: MemberName
    let isWanted: Bool
    var bytes: [UInt8] = []
    var byteCount = 0
  }

  /// Bytes of a message's beginning.
  static let headByteCount = 1 + WireLength.byteCount
  /// Bytes of a block of the archive; the last one may have fewer.
  static let blockByteCount = 1 << 18
  /// The most bytes of one file: 16 MiB.
  static let maxFileByteCount = 16 << 20
  /// The most bytes of all files together: 64 MiB.
  static let maxByteCount = 64 << 20
  /// Two names of 1,024 bytes, with a zero byte between them.
  static let maxNameByteCount = 2 * MemberName.cutByteCount + 1
  /// The most bytes of a message.
  private static let maxBodyByteCount = 1 << 16

  private var member: Member?
  private var memberCount = 0
  private var byteCount = 0
  private var names: Set<String> = []
  private var skipped: [OpenedArchive.SkippedMember] = []

  /// How many bytes follow the beginning of a message.
  ///
  /// - Parameter head: The beginning, `headByteCount` bytes.
  /// - Returns: How many, at most 64 KiB.
  /// - Throws: `WireError.malformed` or `.tooLong`.
  static func bodyByteCount(_ head: [UInt8]) throws(WireError) -> Int {
    let (message, number) = try parts(of: head)
    switch message {
    case .want, .memberEnd, .end: return 0
    case .name:
      guard number <= maxNameByteCount else { throw .tooLong }
      return number
    case .bytes:
      guard number <= maxBodyByteCount else { throw .tooLong }
      return number
    }
  }

  /// Receives a message: its beginning, and the bytes that follow.
  ///
  /// A file's bytes are kept if its name is wanted.
  ///
  /// - Throws: `WireError.malformed` or `.tooLong`.
  mutating func take(
    _ head: [UInt8], _ body: [UInt8], keeping isWanted: (String) -> Bool
  ) throws(WireError) -> Step {
    let (message, number) = try Self.parts(of: head)
    switch message {
    case .want:
      guard number.isMultiple(of: Self.blockByteCount) else { throw .malformed }
      return .block(offset: number)
    case .name:
      memberCount += 1
      guard member == nil else { throw .malformed }
      guard memberCount <= OpenedArchive.maxMemberCount else { throw .tooLong }
      let name = MemberName(body)
      let isUsable = name.refusal == nil && !names.contains(name.text)
      member = Member(name: name, isWanted: isUsable && isWanted(name.text))
      return .next
    case .bytes:
      byteCount += body.count
      guard byteCount <= Self.maxByteCount else { throw .tooLong }
      try add(body)
      return .next
    case .memberEnd: return try endMember(number)
    case .end:
      guard member == nil,
        let outcome = UInt8(exactly: number).flatMap(OpenedArchive.Outcome.init(rawValue:))
      else { throw .malformed }
      return .end(OpenedArchive(outcome: outcome, names: names, skipped: skipped))
    }
  }

  private mutating func add(_ bytes: [UInt8]) throws(WireError) {
    guard let isWanted = member?.isWanted else { throw .malformed }
    member?.byteCount += bytes.count
    guard (member?.byteCount ?? 0) <= Self.maxFileByteCount else { throw .tooLong }
    if isWanted { member?.bytes += bytes }
  }

  private mutating func endMember(_ state: Int) throws(WireError) -> Step {
    guard let member else { throw .malformed }
    self.member = nil
    var reason: OpenedArchive.Skipped
    switch state {
    case 0 where member.name.refusal == nil && names.insert(member.name.text).inserted:
      return member.isWanted ? .file(name: member.name.text, bytes: member.bytes) : .next
    case 0: reason = .duplicate
    case 1: reason = .damaged
    case 2: reason = .noFile
    case 3: reason = .locked
    case 4: reason = .tooLarge
    default: throw .malformed
    }
    // Whatever else is wrong, another password or copy would not help.
    if let refusal = member.name.refusal { reason = refusal }
    skipped.append(.init(name: Self.shown(member.name.text), reason: reason))
    return .next
  }

  /// A name as people read it; the unreadable rest of a damaged pass has none of its own.
  private static func shown(_ name: String) -> String {
    name.hasSuffix("\0") ? "rest of \(name.dropLast())" : name.replacing("\0", with: "/")
  }

  private static func parts(of head: [UInt8]) throws(WireError) -> (Message, Int) {
    var rest = head[...]
    guard let message = rest.popFirst().flatMap(Message.init(rawValue:)) else { throw .malformed }
    return (message, try WireLength.take(from: &rest))
  }
}

/// The name of a file in an archive, checked before it is compared with another one.
struct MemberName {
  /// A reader cuts longer names at this many bytes (`carchive.h`), so a name of this length may be incomplete.
  static let cutByteCount = 1_024
  /// How many Unicode scalars of a refused name are shown.
  private static let shownCount = 60

  /// The name; only the beginning of an unusable one.
  let text: String
  /// Why the file is skipped; `nil` if its name is fine.
  let refusal: OpenedArchive.Skipped?

  /// Judges a name.
  ///
  /// - Parameter bytes: Its bytes; for a file in a pass, the pass's name, a zero byte and the file's name.
  init(_ bytes: [UInt8]) {
    let name = String(decoding: bytes, as: UTF8.self)
    let names = bytes.split(separator: 0, omittingEmptySubsequences: false)
    if !name.isStreamSafe || names.contains(where: { $0.count >= Self.cutByteCount }) {
      text = String(String.UnicodeScalarView(name.unicodeScalars.prefix(Self.shownCount))) + "…"
      refusal = .unusableName
    } else {
      text = name
      refusal = names.contains(where: Self.leadsOut) ? .outside : nil
    }
  }

  /// Whether a path is absolute, even if only on Windows, or has a part that means the folder above.
  private static func leadsOut(_ name: ArraySlice<UInt8>) -> Bool {
    let slash = UInt8(ascii: "/")
    let isDrive = name.dropFirst().first == UInt8(ascii: ":")
    return isDrive || name.first == slash || name.contains(UInt8(ascii: "\\"))
      || name.split(separator: slash).contains { $0.elementsEqual("..".utf8) }
  }
}
