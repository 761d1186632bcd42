public import Cards
internal import SystemPackage

/// The request to a reader to render a recovery sheet: the reader's side of `SheetPrinter`.
public struct SheetRequest: Sendable {
  /// The exit status that reports that the file could not be written (`sysexits.h`, EX_IOERR).
  public static let notWrittenStatus: Int32 = 74

  /// What the sheet shows apart from the key.
  public let details: RecoveryDetails
  /// The key's line without its line end.
  public let keyLine: [UInt8]

  /// Reads the request from standard input, to its end.
  ///
  /// - Throws: `ReaderLinkError.broken` when it is unintelligible.
  public init() throws(ReaderLinkError) {
    let request = try Self.standardInput(atMost: Self.maxByteCount)
    guard request.count > Frame.headerByteCount,
      let count = try? Frame.byteCount(header: request.prefix(Frame.headerByteCount)),
      request.count > Frame.headerByteCount + count,
      let message = try? Frame.message(
        Cardvault_Reader_Sheet.self, from: Array(request[Frame.headerByteCount...].prefix(count))),
      let details = message.details
    else { throw .broken }
    self.details = details
    let line = request[(Frame.headerByteCount + count)...]
    keyLine = Array(line.last == 0x0A ? line.dropLast() : line)
  }

  private static let maxByteCount = 4_096

  private static func standardInput(atMost limit: Int) throws(ReaderLinkError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    var filled = 0
    do {
      while filled < limit {
        let more = try unsafe bytes.withUnsafeMutableBytes { buffer in
          try unsafe FileDescriptor.standardInput.read(
            into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
        }
        if more == 0 { return Array(bytes.prefix(filled)) }
        filled += more
      }
    } catch {
      throw .broken
    }
    throw .broken
  }
}
