internal import Glibc

/// A sealed file that is read in pieces: everything that can be done without a key.
///
/// A file for someone else begins with the line of a wrapped key, as in a key file, and a line feed; the
/// envelope follows (`Format.md`, section 7).
package struct EnvelopeFile: ~Copyable, Sendable {
  /// The most bytes that such a file may have: 16 GiB.
  package static let byteLimit = 16 << 30

  /// The key that a passphrase opens; `nil` if the file is for those who have its key.
  package let wrappedKey: WrappedKey?
  /// How many bytes the envelope has.
  package let byteCount: Int
  /// How many bytes the whole file has.
  package var wholeByteCount: Int { start + byteCount }
  /// The envelope's first bytes: the minimum length of an envelope, or all if it is shorter.
  package let beginning: [UInt8]
  private let file: PlainFile
  /// Where the envelope starts.
  private let start: Int

  /// Opens a file.
  ///
  /// - Throws: `SealingError.notSealed`; `.newerFormat`, `.damaged` or `.keyFile(.costOutOfBounds)` for its
  ///   line; or the system's error.
  package init(_ path: String) throws(EnvelopeReadError) {
    let file = try Self.reading { () throws(SystemFailure) in try PlainFile(path) }
    guard file.byteCount <= Self.byteLimit else { throw .sealing(.damaged) }
    let lineByteCount = KeyLine.Form.wrapped.length + 1
    let least = EnvelopeHeader.minFileByteCount
    var bytes = [UInt8](repeating: 0, count: lineByteCount + least)
    let count = try Self.reading { () throws(SystemFailure) in
      var buffer = bytes.mutableSpan
      return try file.read(into: &buffer, buffer.count, at: 0)
    }
    bytes.removeLast(bytes.count - count)
    if EnvelopeHeader.hasMagic(bytes.span) {
      self.init(file, start: 0, beginning: Array(bytes.prefix(least)))
      return
    }
    guard bytes.starts(with: KeyLine.Form.wrapped.prefix + [UInt8(ascii: "1")]) else {
      throw .sealing(.notSealed)
    }
    let key: WrappedKey
    do throws(SealingError) {
      key = try Self.wrappedKey(in: Array(bytes.prefix(lineByteCount)))
    } catch {
      throw .sealing(error)
    }
    // Only an envelope may follow the line.
    let envelope = Array(bytes.dropFirst(lineByteCount))
    guard EnvelopeHeader.hasMagic(envelope.span) else { throw .sealing(.damaged) }
    self.init(file, wrappedKey: key, start: lineByteCount, beginning: envelope)
  }

  private init(
    _ file: consuming PlainFile, wrappedKey: WrappedKey? = nil, start: Int, beginning: [UInt8]
  ) {
    byteCount = file.byteCount - start
    self.file = file
    self.wrappedKey = wrappedKey
    self.start = start
    self.beginning = beginning
  }

  /// The line at the start of a file that a passphrase opens.
  ///
  /// - Throws: `SealingError.noGuardedMemory`.
  package static func line(of key: WrappedKey) throws(SealingError) -> [UInt8] {
    let line = try KeyLine.text(of: .wrapped(key))
    var bytes: [UInt8] = []
    line.withBytes { line in for index in line.indices { bytes.append(line[index]) } }
    return bytes + [UInt8(ascii: "\n")]
  }

  func read(
    into bytes: inout [UInt8], _ count: Int, at offset: Int
  ) throws(EnvelopeReadError) -> Int {
    try Self.reading { () throws(SystemFailure) in
      var buffer = bytes.mutableSpan
      return try file.read(into: &buffer, count, at: start + offset)
    }
  }

  /// Parses the key in a line; only one spelling is valid.
  private static func wrappedKey(in line: [UInt8]) throws(SealingError) -> WrappedKey {
    guard line.last == UInt8(ascii: "\n"),
      !line.contains(where: { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
    else { throw .damaged }
    do throws(SealingError) {
      let key = try KeyLine.key(from: line.span.extracting(droppingLast: 1))
      guard case .wrapped(let wrapped) = key else { throw .damaged }
      let cost = wrapped.cost
      guard cost.isForOthers else {
        throw .keyFile(.costOutOfBounds(passes: cost.passes, kibibytes: cost.kibibytes))
      }
      return wrapped
    } catch {
      switch error {
      case .keyFile(.newerFormat(let version)): throw .newerFormat(version)
      case .keyFile(.costOutOfBounds), .noGuardedMemory: throw error
      default: throw .damaged
      }
    }
  }

  private static func reading<Value: ~Copyable>(
    _ body: () throws(SystemFailure) -> Value
  ) throws(EnvelopeReadError) -> Value {
    do throws(SystemFailure) { return try body() } catch { throw .system(error) }
  }
}
