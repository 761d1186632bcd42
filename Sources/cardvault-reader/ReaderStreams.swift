internal import Glibc
internal import ReaderLink

/// The process's standard streams, each read and written as a whole.
enum ReaderStreams {
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

  /// Answers several requests from standard input in their order, each as soon as its answer is made.
  ///
  /// `warmUp` loads what the answers need before the sandbox is closed.
  static func answerEach(
    atMost limit: Int, byteCount byteLimit: Int, warmUp: () throws(Ending) -> Void = {},
    _ answer: ([UInt8]) throws(Ending) -> [UInt8]
  ) throws(Ending) {
    let sandbox = try Sandbox.enter()
    try warmUp()
    try sandbox.closeReporting()
    let input = try input(atMost: byteLimit)
    guard input.count <= byteLimit, let requests = PartList.parts(of: input, atMost: limit)
    else { throw .link }
    for request in requests {
      try Sandbox.allowOnePicture()
      guard output(PartList.joined([try answer(request)])) else { throw .link }
    }
  }
}
