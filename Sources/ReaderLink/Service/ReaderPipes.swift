internal import Cards
internal import SwiftProtobuf
internal import SystemPackage

/// The reader's ends of the pipes: its own standard input and output.
struct ReaderPipes {
  private let input = FileDescriptor.standardInput
  private let output = FileDescriptor.standardOutput

  /// The next message; `nil` when the other side has closed its end.
  ///
  /// - Throws: `ReaderLinkError.broken` if it is malformed or cut off.
  func next<M: Message>(_ type: M.Type) throws(ReaderLinkError) -> M? {
    var header: [UInt8] = []
    while header.count < Frame.headerByteCount {
      let more = try chunk(Frame.headerByteCount - header.count)
      if more.isEmpty {
        guard header.isEmpty else { throw .broken }
        return nil
      }
      header += more
    }
    guard let count = try? Frame.byteCount(header: header) else { throw .broken }
    let body = try bytes(count)
    guard let message = try? Frame.message(type, from: body) else { throw .broken }
    return message
  }

  /// The next `count` bytes, which the caller has bounded.
  ///
  /// - Throws: `ReaderLinkError.broken` if there are fewer.
  func bytes(_ count: Int) throws(ReaderLinkError) -> [UInt8] {
    var filled = 0
    let descriptor = input
    do {
      return try unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        while filled < count {
          let more = try unsafe descriptor.read(
            into: UnsafeMutableRawBufferPointer(
              rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...]))
          guard more > 0 else { throw WireError.ended }
          filled += more
        }
        initialized = count
      }
    } catch {
      throw .broken
    }
  }

  /// At most `count` bytes, as soon as there are any; empty when the other side has closed its end.
  ///
  /// - Throws: `ReaderLinkError.broken` if the pipe cannot be read.
  func chunk(_ count: Int) throws(ReaderLinkError) -> [UInt8] {
    let descriptor = input
    do {
      return try unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        initialized = try unsafe descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
    } catch {
      throw .broken
    }
  }

  /// Sends a reply.
  ///
  /// - Throws: `ReaderLinkError.broken` if the pipe is closed.
  func send(_ reply: Cardvault_Reader_Reply) throws(ReaderLinkError) {
    do {
      try output.writeAll(try Frame.bytes(of: reply))
    } catch {
      throw .broken
    }
  }

  /// The symbologies of a request by their numbers.
  ///
  /// - Throws: `ReaderLinkError.broken` if there is no such symbology.
  static func symbologies(_ numbers: [UInt32]) throws(ReaderLinkError) -> Set<Symbology> {
    var symbologies: Set<Symbology> = []
    for number in numbers {
      guard let kind = UInt8(exactly: number).flatMap(Symbology.init(rawValue:)) else {
        throw .broken
      }
      symbologies.insert(kind)
    }
    return symbologies
  }

  /// How long ago `start` is, as it is sent.
  static func microseconds(since start: ContinuousClock.Instant) -> UInt64 {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return UInt64(clamping: seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
  }
}
