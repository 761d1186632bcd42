import Cards
import Czxing
import Foundation
import Testing

@testable import PictureSupport
@testable import Reading

/// What is said to a person who holds up a code that cannot be read, and when nothing is said.
@Suite struct `Hints` {
  private static let size = (width: 1_152, height: 548)
  /// A card that lies on the table, or what else is on a frame, and its place there.
  private typealias Card = (sample: Sample, x: Int, y: Int)

  /// Wood: soft stripes in waves, and noise.
  private static let wood = {
    var generator = SeededGenerator(seed: 1)
    var wood = Sample(width: size.width + 32, height: size.height + 8)
    for y in 0..<wood.height {
      for x in 0..<wood.width {
        let wave = 14 * sin(Double(x) / 190)
        let grain = 24 * sin((Double(y) + wave) / 5.2) + 10 * sin((Double(y) + wave) / 2.1)
        let level = 118 + grain + Double.random(in: -14...14, using: &generator)
        wood.pixels[y * wood.width + x] = UInt8(level)
      }
    }
    return wood
  }()

  /// A frame of a table, with a card on it, as a hand holds the camera that is not still.
  private static func table(_ card: Card? = nil, step: Int, light: Double = 1) -> Sample {
    var frame = wood.remapped(width: size.width, height: size.height) { x, y in
      (x + 4 * (step % 8), y + step % 5)
    }
    if let (sample, x, y) = card {
      frame.lay(sample, x: x + [0, 3, 5, 3, 0, -3, -5, -3][step % 8], y: y + step % 3)
    }
    frame.pixels = frame.pixels.map { UInt8(Double($0) * light) }
    return frame
  }

  /// The candidates of frames one after the other, as a reader sees them that has time for all of them.
  private static func candidates(
    count: Int = 14, _ frame: (Int) throws -> Sample
  ) throws -> [LiveReading.Candidate?] {
    let reader = `Frame reader`.reader()
    return try (0..<count).map { try reader.read(frame($0)).candidate }
  }

  private static func hints(_ card: Card, light: Double = 1) throws -> Set<LiveReading.Hint?> {
    let seen = try candidates(count: 11) { table(card, step: $0, light: light) }.compactMap { $0 }
    #expect(!seen.isEmpty)
    return Set(seen.map(\.hint))
  }

  /// In the middle of the frame.
  private static func middle(_ sample: Sample) -> Card {
    (sample, (size.width - sample.width) / 2, (size.height - sample.height) / 2)
  }

  /// An EAN-13 with two of its digits swapped, which cannot be read however sharp it is.
  private static let wrong: [Bool] = {
    let right = BarDrawing.ean13
    return Array(right[..<50] + right[57..<64] + right[50..<57] + right[64...])
  }()

  /// Bars on paper, by default ones that cannot be read.
  private static func bars(
    _ modules: [Bool] = wrong, module: Double = 4, height: Double = 120
  ) -> BarDrawing {
    var drawing = BarDrawing(modules: modules, module: module, height: height)
    drawing.size = (Int(drawing.length * 1.3), Int(height) + 40)
    return drawing
  }

  /// A QR Code on white, with modules of so many pixels.
  private static func qrCode(module: Double, _ text: String = "CARD 0815 4711") -> Sample {
    let fine = Sample.drawn(unsafe ZXing_BarcodeFormatFromString("QRCode"), text, scale: 20)
    return fine.shrunk(by: 20 / module)
  }

  @Test func `an empty table says nothing`() throws {
    #expect(try Self.candidates { Self.table(step: $0) }.allSatisfy { $0 == nil })
    #expect(try Self.candidates { Self.table(step: $0, light: 0.3) }.allSatisfy { $0 == nil })
  }

  @Test(arguments: [11.0, 17, 28])
  func `a printed page says nothing`(textSize: Double) throws {
    let page = try Self.page(textSize)
    let contrast = FrameMeasures(of: try page.grey()).contrast
    #expect(contrast > 100, "this machine has no font")
    let candidates = try Self.candidates { step in
      page.remapped(width: Self.size.width, height: Self.size.height) { x, y in
        (x + 2 * (step % 8), y + step % 5)
      }
    }
    #expect(candidates.allSatisfy { $0 == nil })
  }

  /// Words of many upright strokes, in lines.
  private static func page(_ textSize: Double) throws -> Sample {
    let words = "minimum illimitable lull 1111 |||| IIII unnumbered williwill nil mill immune linen"
    let (width, height) = (size.width + 20, size.height + 10)
    var generator = SeededGenerator(seed: 5)
    let lines = stride(from: textSize, to: Double(height), by: textSize * 1.4).map { y in
      let text = words.split(separator: " ").shuffled(using: &generator).joined(separator: " ")
      return "<text x='40' y='\(y)'>\(text) \(text)</text>"
    }
    let svg = """
      <svg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='\(height)'>
      <g font-family='sans-serif' font-weight='bold' font-size='\(textSize)'>\(lines.joined())</g></svg>
      """
    let png = try Renderer.png(svg: Array(svg.utf8), dpi: 96)
    return try unsafe Sample(file: png.span.bytes)
  }

  @Test(arguments: [0.7, 0.8, 0.9])
  func `a tiny QR Code moves closer`(module: Double) throws {
    let symbol = Self.qrCode(module: module)
    #expect(try Self.hints(Self.middle(symbol)) == [.closer])
    #expect(try Self.hints((symbol, 300, 200)) == [.closer])
  }

  @Test(arguments: [0.9, 1.1])
  func `tiny bars move closer`(module: Double) throws {
    let drawing = Self.bars(module: module, height: 40)
    #expect(try Self.hints(Self.middle(drawing.sample)) == [.closer])
  }

  @Test func `what is seen once says nothing`() throws {
    let symbol = Self.middle(Self.bars().sample)
    let candidates = try Self.candidates { step in
      Self.table(step.isMultiple(of: 10) ? symbol : nil, step: step)
    }
    #expect(candidates.allSatisfy { $0 == nil })
  }

  @Test func `a sharp, large code that cannot be read has no hint`() throws {
    #expect(try Self.hints(Self.middle(Self.bars().sample)) == [nil])
  }

  @Test func `glare on bars is tilted away`() throws {
    var sample = Self.bars(BarDrawing.ean13).sample
    sample.whiten(x: 0.4..<0.58, y: 0..<1)
    #expect(try Self.hints(Self.middle(sample)) == [.tilt])
  }

  @Test func `glare on a QR Code is tilted away`() throws {
    var symbol = Self.qrCode(module: 8)
    symbol.whiten(x: 0.5..<0.85, y: 0.45..<0.7)
    #expect(try Self.hints(Self.middle(symbol)).contains(.tilt))
  }

  @Test func `glare beside a code says nothing`() throws {
    let drawing = Self.bars()
    // Paper that is white itself is no glare either.
    var white = drawing
    white.paper = 255
    #expect(try Self.hints(Self.middle(white.sample)) == [nil])
    var card = Sample(width: 900, height: 380, shade: 225)
    card.lay(drawing.sample, x: 30, y: 20)
    card.whiten(x: 0.6..<1, y: 0..<1)
    card.whiten(x: 0..<0.6, y: 0.6..<1)
    #expect(try Self.hints(Self.middle(card)) == [nil])
  }

  @Test func `a code in the dark wants light, the dark alone does not`() throws {
    let card = Self.middle(Self.bars().sample)
    #expect(try Self.hints(card, light: 0.3) == [.light])
  }

  @Test func `a blurred code is held still, or further away if it is large`() throws {
    let modules = Sample.modules("Code128", "GC-7781")
    for (module, height, hint) in [(4.5, 120.0, LiveReading.Hint.still), (7, 300, .back)] {
      var drawing = Self.bars(modules, module: module, height: height)
      drawing.blur = .disc(1.3)
      #expect(try Self.hints(Self.middle(drawing.sample)) == [hint])
    }
  }

  private static let recordings: [(name: String, hints: Set<LiveReading.Hint?>)] = [
    ("empty-table", []), ("printed-text", []), ("tiny-qr-centred", [.closer]),
    ("labels-overlap", []), ("two-cards-label-cut", []), ("ean13-while-looking-for-qr", []),
  ]

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: "../shared/cases/live"),
      "the shared cases are not here"), arguments: recordings)
  func `recordings have the hints that are true, and no others`(
    name: String, hints: Set<LiveReading.Hint?>
  ) throws {
    let frames = try Self.frames(of: name)
    // Played to and fro, as one is short.
    let order = frames.indices + frames.indices.reversed()
    let candidates = try Self.candidates { frames[order[$0 % order.count]] }
    #expect(Set(candidates.compactMap { $0?.hint }) == hints)
    #expect(hints.isEmpty == candidates.allSatisfy { $0 == nil })
  }

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: "../shared/cases/live"),
      "the shared cases are not here"))
  func `another kind than is looked for is found, and then on half of the frames`() throws {
    let frames = try Self.frames(of: "ean13-while-looking-for-qr")
    let reader = `Frame reader`.reader()
    let found = try (0..<24).map {
      try reader.read(frames[$0 % frames.count], symbologies: [.qrCode]).codes
    }
    let isSure = found.map {
      $0.contains { $0.found.isSure && $0.found.barcode.symbology == .ean13 }
    }
    let first = try #require(isSure.firstIndex(of: true))
    #expect(first < 12)
    // Its offer stays for longer than the frames that are for what is looked for.
    for start in first...found.count - 4 {
      #expect(isSure[start..<start + 4].count(where: { $0 }) == 2)
    }
  }

  /// The part of each picture that a page sends: its scan area.
  private static func frames(of name: String) throws -> [Sample] {
    let bytes = Array(try Data(contentsOf: URL(filePath: "../shared/cases/live/\(name).mjpeg")))
    // JPEGs one after the other: each ends with EOI, which compressed data does not have (ITU-T T.81, B.1.1.3).
    let ends = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD9 }
    return try zip([0] + ends.map { $0 + 2 }, ends).map { start, end in
      let whole = try unsafe Sample(file: Array(bytes[start..<end + 2]).span.bytes)
      return whole.remapped(width: size.width, height: size.height) { ($0 + 64, $1 + 86) }
    }
  }
}

extension Sample {
  /// A picture's grey levels.
  fileprivate init(file: RawSpan) throws {
    let header = try PictureHeader(file, format: try PictureFormat(file), page: 0)
    let picture = try GreyPicture(file, of: header, longest: 0)
    self.init(width: picture.width, height: picture.height)
    pixels = picture.levels.map { UInt8($0) }
  }

  /// Each pixel the mean of so many.
  fileprivate func shrunk(by factor: Double) -> Sample {
    var small = Sample(width: Int(Double(width) / factor), height: Int(Double(height) / factor))
    for y in 0..<small.height {
      for x in 0..<small.width {
        let rows = Int(Double(y) * factor)..<Int(Double(y + 1) * factor)
        let columns = Int(Double(x) * factor)..<Int(Double(x + 1) * factor)
        let sum = rows.reduce(0) { sum, row in
          columns.reduce(sum) { $0 + Int(pixels[row * width + $1]) }
        }
        small.pixels[y * small.width + x] = UInt8(sum / (rows.count * columns.count))
      }
    }
    return small
  }

  /// A reflected lamp over a part, in shares of both sides.
  fileprivate mutating func whiten(x: Range<Double>, y: Range<Double>) {
    for row in Int(y.lowerBound * Double(height))..<Int(y.upperBound * Double(height)) {
      for column in Int(x.lowerBound * Double(width))..<Int(x.upperBound * Double(width)) {
        pixels[row * width + column] = 255
      }
    }
  }
}
