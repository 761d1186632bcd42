import Cards
import CommandLineSupport
import Czxing
import Reading
import Testing

@testable import PictureSupport

@Suite struct `Frame reader` {
  static let all = Set(Symbology.allCases)
  static let matrix = all.filter { $0.shape == .matrix }

  /// A reader whose clock stands still, so that nothing takes time and every stage is let in.
  static func reader() -> FrameReader {
    _ = decoders
    let now = ContinuousClock.now
    return FrameReader(clock: { now })
  }

  /// A symbol in the middle of a frame.
  static func frame(_ name: String, _ text: String, scale: Int = 3) -> Sample {
    Sample(
      unsafe ZXing_BarcodeFormatFromString(name), text, scale: scale, width: 800, height: 450)
  }

  static func noise(seed: Int, around level: Int = 128, by reach: Int) -> Sample {
    var generator = SeededGenerator(seed: seed)
    var sample = Sample(width: 320, height: 240)
    sample.pixels = sample.pixels.map { _ in
      UInt8(clamping: level + Int.random(in: -reach...reach, using: &generator))
    }
    return sample
  }

  @Test(arguments: `Codes`.cases)
  func `each symbology is sure within six frames`(expected: `Codes`.Case) throws {
    let reader = Self.reader()
    let frame = Self.frame(expected.format, expected.text)
    var sure: LiveReading.Code?
    for _ in 0..<6 where sure == nil {
      sure = try reader.read(frame).codes.first { $0.found.isSure }
    }
    let code = try #require(sure)
    #expect(code.found.barcode.symbology == expected.symbology)
    #expect(code.found.barcode.text == expected.text)
    #expect(code.confidence == 1)
    #expect(code.found.position.allSatisfy { 0...800 ~= $0.x && 0...450 ~= $0.y })
  }

  @Test func `a plain code is sure on the first frame`() throws {
    for name in ["QRCode", "Aztec", "DataMatrix"] {
      let reading = try Self.reader().read(Self.frame(name, "CARD 0815"))
      #expect(reading.codes.map(\.found.isSure) == [true])
      #expect(reading.candidate == nil)
    }
  }

  @Test func `light on dark is sure on the second frame, and then on each`() throws {
    var frame = Self.frame("QRCode", "light on dark")
    frame.pixels = frame.pixels.map { 255 - $0 }
    let reader = Self.reader()
    #expect(try reader.read(frame).codes.isEmpty)
    for _ in 0..<3 {
      #expect(try reader.read(frame).codes.map(\.found.barcode.text) == ["light on dark"])
    }
  }

  @Test func `a blank frame has nothing on it, however often`() throws {
    let reader = Self.reader()
    for _ in 0..<30 {
      let reading = try reader.read(Sample(width: 320, height: 240, shade: 180))
      #expect(reading.codes.isEmpty)
      #expect(reading.candidate == nil)
    }
  }

  @Test func `nothing is sure in noise`() throws {
    let reader = Self.reader()
    for seed in 0..<(LongRun.isOn ? 400 : 40) {
      let reading = try reader.read(Self.noise(seed: seed, by: 100))
      #expect(!reading.codes.contains { $0.found.isSure })
    }
  }

  @Test func `stripes that are no code are a candidate once several frames show them`() throws {
    var generator = SeededGenerator(seed: 3)
    let drawing = BarDrawing(modules: Content.stripes(95, using: &generator))
    let reader = Self.reader()
    let readings = try (0..<6).map { _ in try reader.read(drawing.sample) }
    #expect(readings.prefix(2).allSatisfy { $0.candidate == nil })
    let corners = try #require(readings.last?.candidate).corners
    #expect(corners.count == 4)
    for corner in corners {
      #expect(abs(abs(Double(corner.x) - drawing.centre.x) - drawing.length / 2) <= 32)
      #expect(abs(abs(Double(corner.y) - drawing.centre.y) - drawing.height / 2) <= 32)
    }
    #expect(!readings.contains { $0.codes.contains { $0.found.isSure } })
  }

  @Test func `the candidate of an earlier frame is scaled to a larger one`() throws {
    var generator = SeededGenerator(seed: 3)
    let small = BarDrawing(modules: Content.stripes(95, using: &generator)).sample
    var large = Sample(width: 2 * small.width, height: 2 * small.height)
    for index in large.pixels.indices {
      let (x, y) = (index % large.width / 2, index / large.width / 2)
      large.pixels[index] = small.pixels[y * small.width + x]
    }
    let reader = Self.reader()
    for _ in 0..<6 { _ = try reader.read(small) }
    let first = try #require(try reader.read(small).candidate).corners
    // A thorough look, after which no bars are located.
    let second = try #require(try reader.read(large).candidate).corners
    for (one, other) in zip(first, second) {
      #expect(max(abs(other.x - 2 * one.x), abs(other.y - 2 * one.y)) <= 4)
    }
  }

  @Test func `no bars are located while earlier frames took too much`() throws {
    _ = decoders
    var generator = SeededGenerator(seed: 3)
    let stripes = BarDrawing(modules: Content.stripes(95, using: &generator)).sample
    // By this clock, a whole frame takes two or three times as long as its thorough look.
    var now = ContinuousClock.now
    let reader = FrameReader(clock: {
      now += .seconds(1)
      return now
    })
    let blank = Sample(width: stripes.width, height: stripes.height)
    for _ in 0..<4 { _ = try reader.read(blank) }
    for _ in 0..<12 { #expect(try reader.read(stripes).candidate == nil) }
  }

  @Test func `a QR Code that is located but not read is a candidate`() throws {
    let text = String(repeating: "CARD 0815 ", count: 6)
    let symbol = Sample.drawn(unsafe ZXing_BarcodeFormatFromString("QRCode"), text, scale: 5)
    var frame = Sample(width: 800, height: 450)
    let (left, top) = ((frame.width - symbol.width) / 2, (frame.height - symbol.height) / 2)
    frame.lay(symbol, x: left, y: top)
    // Every second row of the data is of the other colour; the patterns that it is located by stay.
    let side = symbol.width / 5
    for y in 0..<symbol.height {
      for x in 0..<symbol.width where Self.isData(x / 5, y / 5, side: side) {
        frame.pixels[(top + y) * frame.width + left + x] ^= 255
      }
    }
    let reader = Self.reader()
    var candidate: LiveReading.Candidate?
    for _ in 0..<24 where candidate == nil {
      let reading = try reader.read(frame, symbologies: Self.matrix)
      #expect(!reading.codes.contains { $0.found.isSure })
      candidate = reading.candidate
    }
    let corners = try #require(candidate).corners
    #expect(corners.count == 4)
    for corner in corners {
      #expect(left - 5...left + symbol.width + 5 ~= corner.x)
      #expect(top - 5...top + symbol.height + 5 ~= corner.y)
    }
  }

  /// Whether a module holds data and is in a row to alter, in a symbol of `side` modules with its quiet zone: behind the
  /// finder patterns and their format, above the quiet zone, and not by the alignment pattern.
  private static func isData(_ x: Int, _ y: Int, side: Int) -> Bool {
    let isAlignment = min(x, y) > side - 15
    return min(x, y) >= 14 && max(x, y) < side - 6 && !isAlignment && y.isMultiple(of: 2)
  }

  /// A QR Code beside bars, `step` pixels from where they were on the first frame.
  private static func frame(_ modules: [Bool], degrees: Double, step: Int) -> Sample {
    var frame = Sample(width: 1_280, height: 700)
    frame.lay(
      Sample.drawn(unsafe ZXing_BarcodeFormatFromString("QRCode"), "CARD 0815"), x: 560, y: 10)
    var drawing = BarDrawing(modules: modules, height: degrees == 0 ? 90 : 180, degrees: degrees)
    drawing.size = (Int(drawing.length) + 60, 400)
    frame.lay(drawing.sample, x: 20 + 12 * step, y: 300)
    return frame
  }

  @Test(arguments: [0.0, 5, 10, 15])
  func `beside a QR Code, an ITF is sure, and a part of one is not`(degrees: Double) throws {
    let whole = Sample.modules("ITF", "123456789012345678901234567890")
    if degrees == 0 {
      #expect(try Self.found(whole, degrees: 0).sure == [.qrCode, .itf])
    }
    var partCount = 0
    for start in stride(from: 20, to: 80, by: 3) {
      var parted = whole
      for index in whole.count * start / 100..<whole.count * (start + 8) / 100 {
        parted[index] = false
      }
      let (sure, doubtful) = try Self.found(parted, degrees: degrees)
      #expect(sure == [.qrCode], "a stripe at \(start) %")
      partCount += doubtful
    }
    #expect(partCount > 0)
  }

  /// What frames show on which bars move beside a QR Code: the symbologies of sure codes, and how many doubtful ones.
  private static func found(
    _ modules: [Bool], degrees: Double
  ) throws -> (sure: Set<Symbology>, doubtful: Int) {
    let reader = reader()
    var (sure, doubtful) = (Set<Symbology>(), 0)
    for step in 0..<6 {
      for code in try reader.read(frame(modules, degrees: degrees, step: step)).codes.map(\.found) {
        if code.isSure { sure.insert(code.barcode.symbology) } else { doubtful += 1 }
      }
    }
    return (sure, doubtful)
  }

  @Test func `another kind than is asked for is looked for only now and then, until it is seen`()
    throws
  {
    let reader = Self.reader()
    let frame = Self.frame("QRCode", "CARD 0815")
    let counts = try (0..<20).map { _ in try reader.read(frame, symbologies: [.ean13]).codes.count }
    let first = try #require(counts.firstIndex(of: 1))
    #expect(3..<8 ~= first)
    // From then on, on half of the frames.
    #expect(counts[first..<first + 12].reduce(0, +) == 6)
    // What is asked for is never overlooked for it.
    let wanted = Self.frame("EAN13", "5901234123457")
    let readings = try (0..<6).map { _ in try reader.read(wanted, symbologies: [.ean13]) }
    #expect(readings.contains { $0.codes.first?.found.barcode.symbology == .ean13 })
  }

  @Test func `a hard code that is asked for is read beside an easy one of another kind`() throws {
    // Neither ZXing nor ZBar reads it.
    let drawing = BarDrawing(
      modules: BarDrawing.ean13, blur: .disc(1.8), size: (560, 400), noise: 2)
    var frame = Sample(width: 1_280, height: 700)
    frame.lay(
      Sample.drawn(unsafe ZXing_BarcodeFormatFromString("QRCode"), "CARD 0815"), x: 560, y: 10)
    frame.lay(drawing.sample, x: 300, y: 290)
    // All kinds at once: the easy one is enough.
    let easy = Self.reader()
    for _ in 0..<12 {
      #expect(try easy.read(frame).codes.map(\.found.barcode.symbology) == [.qrCode])
    }
    let reader = Self.reader()
    var found: Set<String> = []
    for _ in 0..<60 {
      let reading = try reader.read(frame, symbologies: [.ean13])
      found.formUnion(reading.codes.filter(\.found.isSure).map(\.found.barcode.text))
    }
    #expect(found == ["CARD 0815", "5901234123457"])
  }

  @Test func `padding beside the rows is not read`() throws {
    let frame = Self.frame("QRCode", "CARD 0815")
    let rows = stride(from: 0, to: frame.pixels.count, by: frame.width)
    let padding: [UInt8] = [0, 255, 0, 255, 0]
    let padded: [UInt8] = rows.flatMap { row -> [UInt8] in
      Array(frame.pixels[row..<row + frame.width]) + padding
    }
    let reading = try Self.reader().read(
      luma: padded, width: frame.width, height: frame.height, stride: frame.width + 5,
      symbologies: Self.all)
    #expect(reading.codes.map { $0.found.barcode.text } == ["CARD 0815"])
    #expect([reading.width, reading.height] == [800, 450])
  }

  private static let misfits: [(Int, Int, Int, Int)] = [
    (320, 240, 320, 76_799), (320, 240, 320, 76_801), (320, 240, 319, 76_560),
    (320, 240, Int.max, 0), (320, 240, 0, 0), (320, 240, -320, 0), (0, 0, 0, 0),
    (15, 240, 15, 3_600), (4_097, 16, 4_097, 65_552), (Int.max, Int.max, Int.max, 9),
    (-320, -240, -320, 76_800),
  ]

  @Test(arguments: misfits)
  func `a frame whose lengths do not fit is refused, and the next one is read`(
    width: Int, height: Int, stride: Int, byteCount: Int
  ) throws {
    let reader = Self.reader()
    #expect(throws: ReadingError.self) {
      try reader.read(
        luma: Array(repeating: 0, count: byteCount), width: width, height: height, stride: stride,
        symbologies: Self.all)
    }
    let next = try reader.read(Self.frame("QRCode", "CARD 0815"))
    #expect(next.codes.map(\.found.isSure) == [true])
  }

  @Test func `a JPEG is read, and what is none is refused`() throws {
    let frame = Self.frame("EAN13", "5901234123457")
    let jpeg = try #require(frame.saved(as: ".jpg[Q=85]"))
    let reader = Self.reader()
    let reading = try unsafe reader.read(jpeg: jpeg.span.bytes, symbologies: Self.all)
    #expect(reading.codes.map(\.found.barcode.text) == ["5901234123457"])
    let png = try #require(frame.saved(as: ".png"))
    #expect(throws: ReadingError.formatNotAccepted(name: "PNG")) {
      try unsafe reader.read(jpeg: png.span.bytes, symbologies: Self.all)
    }
    for count in stride(from: 0, to: jpeg.count, by: jpeg.count / 12) {
      let part = Array(jpeg.prefix(count))
      _ = try? unsafe reader.read(jpeg: part.span.bytes, symbologies: Self.all)
    }
    #expect(try reader.read(frame).codes.map(\.found.isSure) == [true])
  }

  @Test func `frames of different sizes follow one another`() throws {
    let reader = Self.reader()
    for seed in 0..<24 {
      let size = seed.isMultiple(of: 4) ? [640, 480] : [320, 240]
      let reading = try reader.read(Sample(width: size[0], height: size[1], shade: 90))
      #expect([reading.width, reading.height] == size)
    }
  }
}

extension FrameReader {
  /// Reads a drawing as a frame.
  func read(
    _ sample: Sample, symbologies: Set<Symbology> = Set(Symbology.allCases)
  ) throws -> LiveReading {
    try read(
      luma: sample.pixels, width: sample.width, height: sample.height, stride: sample.width,
      symbologies: symbologies)
  }
}
