internal import Glibc

/// The process's standard input and output, handled as a whole.
enum StandardStreams {
  /// Reads all of standard input, stopping soon after the limit.
  ///
  /// - Returns: The bytes; up to 64 KiB more than the limit.
  /// - Throws: `Ending.link` when reading fails.
  static func input(atMost limit: Int) throws(Ending) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = unsafe read(STDIN_FILENO, &chunk, chunk.count)
      guard count >= 0 else { throw .link }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// Writes a line to standard error, if possible.
  static func remark(_ line: String) {
    let bytes = Array(line.utf8)
    _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
  }

  /// Writes all bytes.
  ///
  /// - Returns: Whether all were written.
  static func output(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
