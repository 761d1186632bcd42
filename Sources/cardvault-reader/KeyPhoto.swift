internal import Cards
internal import ReaderLink
internal import Reading

/// Reads a vault's key from one photo on standard input, and writes its line to standard output.
enum KeyPhoto {
  static func run() throws(Ending) {
    let sandbox = try Sandbox.enter()
    do { try Decoders.warmUp() } catch { throw .decoders }
    try sandbox.closeReporting()
    try Sandbox.allowOnePicture()
    let photo = try ReaderStreams.input(atMost: ReadRequest.maxByteCount)
    guard photo.count <= ReadRequest.maxByteCount else {
      throw .key(.refused(.tooLarge(megapixels: 0)))
    }
    var codes: [FoundBarcode] = []
    var refusal: ReaderRefusal?
    do throws(ReadingError) {
      let reader = try PictureReader(symbologies: [.qrCode])
      try unsafe reader.read(photo.span.bytes) { codes += $0.codes }
    } catch {
      refusal = ReaderRefusal(error)
    }
    let line = try line(in: codes, refusal)
    guard ReaderStreams.output(line + [0x0A]) else { throw .link }
  }

  /// The one key among the codes; sure readings before doubtful ones.
  private static func line(
    in codes: [FoundBarcode], _ refusal: ReaderRefusal?
  ) throws(Ending) -> [UInt8] {
    for group in [codes.filter(\.isSure), codes] {
      let lines = Set(group.map(\.barcode.bytes).filter(KeyMark.begins).map(lowered))
      if lines.count > 1 { throw .key(.severalKeys) }
      if let line = lines.first { return line }
    }
    throw .key(refusal.map { .refused($0) } ?? .noKey)
  }

  /// The line in lower case, as in key files; this also makes two prints in different cases equal.
  private static func lowered(_ line: [UInt8]) -> [UInt8] {
    line.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }
}
