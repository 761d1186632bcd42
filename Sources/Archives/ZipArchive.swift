internal import Carchive
internal import Glibc

/// Opens zip archives: passes and other wallets' exports; only in the sandboxed reader.
package enum ZipArchive {
  /// The most bytes of all files together: 64 MiB.
  package static let maximumByteCount = 64 << 20
  /// The most files and folders.
  package static let maximumMemberCount = 10_000

  /// What became of an archive; the number is how it is told to the other process.
  package enum Outcome: UInt8, Sendable {
    /// All of it was read.
    case whole = 0
    /// It ends early or makes no sense; what stands in front of that place was read.
    case damaged = 1
    /// Its files have more bytes than are accepted.
    case tooLarge = 2
    /// It has more files than are accepted.
    case tooMany = 3
    /// There is not enough memory for it.
    case outOfMemory = 4
  }

  /// Opens an archive.
  ///
  /// - Parameters:
  ///   - archive: The file.
  ///   - password: Its password without zero bytes; `nil` without one.
  /// - Returns: What became of it, and its files as `carchive.h` lays them out.
  package static func open(
    _ archive: [UInt8], password: [UInt8]?
  ) -> (outcome: Outcome, members: [UInt8]) {
    var members = unsafe carchive_members()
    let terminated = (password ?? []).map { CChar(bitPattern: $0) } + [0]
    let status = unsafe archive.withUnsafeBytes { bytes in
      unsafe carchive_open(
        bytes.baseAddress, bytes.count, terminated, maximumByteCount, maximumMemberCount, &members)
    }
    defer { unsafe free(members.bytes) }
    let outcome = UInt8(exactly: status).flatMap(Outcome.init(rawValue:)) ?? .damaged
    let bytes = unsafe Array(
      UnsafeBufferPointer(start: members.bytes, count: members.byte_count))
    return (outcome, bytes)
  }
}
