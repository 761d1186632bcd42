internal import Glibc
internal import Hummingbird
internal import NIOCore
internal import SystemPackage

/// A file that is sent in pieces; it is closed when this is deallocated.
final class SentFile: Sendable {
  /// In memory at once.
  private static let pieceByteCount = 256 << 10

  /// The file's size.
  let byteCount: Int
  private let descriptor: Int32
  /// Held until the file is sent, which limits how many files take up space.
  private let turn: Turn

  /// Opens a file, which may then be removed.
  ///
  /// - Throws: The system's error.
  init(at path: FilePath, _ turn: Turn) throws {
    let file = try FileDescriptor.open(path, .readOnly, options: [.noFollow, .closeOnExec])
    do {
      byteCount = Int(try file.seek(offset: 0, from: .end))
      _ = try file.seek(offset: 0, from: .start)
    } catch {
      try? file.close()
      throw error
    }
    descriptor = file.rawValue
    self.turn = turn
  }

  deinit { close(descriptor) }

  /// The file as the body of a response, which sends it once.
  var body: ResponseBody {
    ResponseBody(contentLength: byteCount) { [self] writer in
      var left = byteCount
      while left > 0 {
        let piece = try nextPiece(atMost: min(left, Self.pieceByteCount))
        // The file was truncated meanwhile.
        if piece.isEmpty { throw Errno.ioError }
        left -= piece.count
        try await writer.write(ByteBuffer(bytes: piece))
      }
      try await writer.finish(nil)
    }
  }

  private func nextPiece(atMost byteCount: Int) throws -> [UInt8] {
    let file = FileDescriptor(rawValue: descriptor)
    return try unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, filled in
      filled = try unsafe file.read(into: UnsafeMutableRawBufferPointer(buffer))
    }
  }
}
