internal import Carchive
internal import Glibc

/// Opens and writes zip archives (passes and other wallets' files); used only in the sandboxed reader.
package enum ZipArchive {
  /// The most bytes of all files together: 64 MiB.
  package static let maxByteCount = 64 << 20
  /// The most files and folders.
  package static let maxMemberCount = 10_000

  /// Opens an archive that the process at the other end of two pipes has, and reports its files to that process.
  ///
  /// - Parameters:
  ///   - byteCount: How many bytes the archive has.
  ///   - password: Its password without zero bytes; `nil` without one.
  ///   - input: The descriptor that the archive's blocks are read from.
  ///   - output: The descriptor to ask for blocks and report files on, in the messages of `carchive.h`.
  /// - Returns: Whether everything was reported; `false` if a pipe broke.
  package static func open(
    byteCount: Int, password: [UInt8]?, input: Int32, output: Int32
  ) -> Bool {
    let terminated = Self.terminated(password)
    return unsafe carchive_open(
      input, output, byteCount, terminated, maxByteCount, maxMemberCount) != 0
  }

  /// Writes an archive, compressed with deflate.
  ///
  /// Without a password the same files in the same order always make the same archive.
  ///
  /// - Parameters:
  ///   - files: The files with their names, which contain no zero bytes, in the order to write.
  ///   - password: A password without zero bytes that encrypts the files, but not their names, with AES-256; `nil`
  ///     without one.
  /// - Returns: The archive; `nil` when out of memory, or beyond a limit.
  package static func write(
    _ files: [(name: String, bytes: [UInt8])], password: [UInt8]?
  ) -> [UInt8]? {
    guard files.count <= maxMemberCount,
      files.reduce(0, { $0 + $1.bytes.count }) <= maxByteCount
    else { return nil }
    let terminated = Self.terminated(password)
    guard let writer = unsafe carchive_begin(terminated) else { return nil }
    let areAdded = files.allSatisfy { file in
      unsafe file.bytes.withUnsafeBytes { bytes in
        unsafe carchive_add(writer, file.name, bytes.baseAddress, bytes.count) != 0
      }
    }
    var archive = unsafe carchive_bytes()
    let isFinished = unsafe carchive_finish(writer, &archive) != 0
    defer { unsafe free(archive.bytes) }
    guard areAdded, isFinished else { return nil }
    return unsafe Array(UnsafeBufferPointer(start: archive.bytes, count: archive.byte_count))
  }

  /// A password as a C string; empty without one.
  private static func terminated(_ password: [UInt8]?) -> [CChar] {
    (password ?? []).map { CChar(bitPattern: $0) } + [0]
  }
}
