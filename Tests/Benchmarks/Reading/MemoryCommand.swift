import ArgumentParser
import Cdrawing
import FoundationEssentials
import ReaderLink
import Reading
import Subprocess
import SystemPackage

/// Measures the reader's peak memory on the largest pictures it accepts.
struct MemoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memory", abstract: "Measure the reader's memory on the largest pictures.",
    discussion: """
      Each picture is read by a real reader of its own beside this executable; its peak is what the kernel \
      reports when it has ended. Takes minutes, and gigabytes to draw the pictures.
      """)

  @Option(help: "Pixels of the pictures, in millions.")
  var megapixels = Double(PictureReader.maxMegapixels)
  @Option(help: "Only encodings whose name has this in it.") var only: String?
  @Option(help: .hidden) var one: String?

  /// Every kind of file that the reader's libraries decode differently.
  private static let encodings: [DrawnPicture.Encoding] = [
    .init(name: "JPEG", suffix: ".jpg[Q=85]"),
    .init(name: "JPEG, full colour", suffix: ".jpg[Q=85,subsample_mode=off]"),
    .init(name: "JPEG, progressive", suffix: ".jpg[Q=85,interlace=true]"),
    .init(
      name: "JPEG, progressive, full colour",
      suffix: ".jpg[Q=85,interlace=true,subsample_mode=off]"),
    .init(name: "JPEG, CMYK", suffix: ".jpg[Q=85]", isCMYK: true),
    .init(name: "PNG", suffix: ".png[compression=1]"),
    .init(name: "PNG, interlaced", suffix: ".png[compression=1,interlace=true]"),
    .init(name: "PNG, 16 bits", suffix: ".png[compression=1]", is16Bit: true),
    .init(name: "WebP", suffix: ".webp[Q=75,effort=0]"),
    .init(name: "WebP, lossless", suffix: ".webp[lossless=true,effort=0]"),
    .init(name: "TIFF, strips", suffix: ".tif[compression=lzw]"),
    .init(name: "TIFF, tiles", suffix: ".tif[compression=jpeg,tile=true]"),
    .init(name: "GIF", suffix: ".gif[effort=1]"),
    .init(name: "HEIC", suffix: ".heic[Q=50,effort=0]"),
    .init(name: "AVIF", suffix: ".avif[Q=50,effort=0]"),
  ]

  func run() async throws {
    if let one {
      try await measure(one)
    } else {
      try await measureAll()
    }
  }

  /// Reads one picture with one reader and prints the reader's peak memory and the picture's outcome.
  ///
  /// This runs in a separate process, since the kernel only remembers the largest child.
  private func measure(_ path: String) async throws {
    let pool = ReaderPool(
      executable: try ReaderPool.readerBesideExecutable(), readerCount: 1, timeout: .seconds(300))
    var outcome: PictureOutcome?
    try await pool.read([.file(FilePath(path))]) { outcome = $1 }
    let seconds = (outcome?.readingTime ?? .zero) / .seconds(1)
    let ending = outcome?.failure.map { "\($0)" } ?? "read"
    print("\(EndedChildren.peakMegabytes.one)\t\(seconds.one)\t\(ending)")
  }

  private func measureAll() async throws {
    try Decoders.warmUp()
    guard let picture = DrawnPicture(CDRAWING_SCENE, megapixels: megapixels),
      let calm = DrawnPicture(CDRAWING_CALM, megapixels: megapixels)
    else {
      throw ValidationError("libvips could not draw a picture of \(megapixels) MP")
    }
    let file = FileManager.default.temporaryDirectory.appending(path: "cardvault-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    var table = Table(
      "\(picture.width) x \(picture.height)", "file MB", "peak MB", "target", "wall s", "outcome")
    for encoding in Self.encodings where only.map(encoding.name.contains) ?? true {
      var encoded = picture.encoded(encoding)
      // Noise makes some files longer than the reader accepts.
      if encoded.map({ $0.count > ReadRequest.maxByteCount }) ?? false {
        encoded = calm.encoded(encoding)
      }
      guard let bytes = encoded else {
        table.add(encoding.name, "", "", "", "", "no encoder here")
        continue
      }
      try Data(bytes).write(to: file)
      let outcome = try await Subprocess.run(
        .path("/proc/self/exe"),
        arguments: ["memory", "--one", file.path(percentEncoded: false)],
        output: .string(limit: 4_096), error: .discarded)
      let figures = outcome.standardOutput.split(whereSeparator: \.isWhitespace)
      table.add(
        encoding.name, (Double(bytes.count) / 1e6).one, figures.first.map(String.init) ?? "-",
        "400",
        figures.count > 1 ? String(figures[1]) : "-",
        figures.dropFirst(2).joined(separator: " "))
    }
    table.print()
  }
}
