import Cards
import Czxing
import Testing

@testable import PictureSupport
@testable import Reading

@Suite struct `Stages` {
  static let all = Set(Symbology.allCases)

  /// A QR Code, light on dark, in the middle of a picture.
  func inverted(side: Int) throws -> GreyPicture {
    var sample = Sample(ZXing_BarcodeFormat_QRCode, "light on dark", width: side, height: side)
    sample.pixels = sample.pixels.map { 255 - $0 }
    return try sample.grey()
  }

  /// The findings of the whole picture's stages.
  func codes(
    on picture: borrowing GreyPicture, after done: Set<Stage>, symbologies: Set<Symbology> = all
  ) throws -> [FoundBarcode] {
    let engines = try Engines(symbologies: symbologies)
    var judge = Judge()
    engines.readWhole(
      picture, after: done, showing: .bars, mapping: Mapping(scale: .one), judge: &judge)
    return judge.codes
  }

  // The thorough look reads light on dark; ZBar's look before it uses up most of the budget.
  @Test(arguments: [(500, [], true), (1_800, [], false), (1_800, [Stage.linear], true)])
  func `stages beyond the budget are left out`(side: Int, done: [Stage], isRead: Bool) throws {
    let picture = try inverted(side: side)
    let codes = try codes(on: picture, after: Set(done))
    #expect(codes.map(\.barcode.text) == (isRead ? ["light on dark"] : []))
  }

  @Test func `a stage already done is not done again`() throws {
    let picture = try inverted(side: 500)
    let engines = try Engines(symbologies: Self.all)
    let seen = engines.quick.read(picture)
    #expect(seen.isEmpty)
    let codes = try codes(on: picture, after: Set(Stage.allCases))
    #expect(codes.isEmpty)
  }

  @Test func `nothing more is tried once a code is sure`() throws {
    let picture = try inverted(side: 500)
    let engines = try Engines(symbologies: Self.all)
    var judge = Judge()
    judge.add(
      Finding(
        barcode: Barcode(symbology: .qrCode, bytes: [65], text: "A", traits: SymbolTraits()),
        place: Place(corners: [.zero, SIMD2(9, 0), SIMD2(9, 9), SIMD2(0, 9)]), engine: .zxing,
        lineCount: 1))
    engines.readWhole(
      picture, after: [], showing: .bars, mapping: Mapping(scale: .one), judge: &judge)
    #expect(judge.codes.map(\.barcode.text) == ["A"])
  }

  @Test func `no linear stage runs when only QR Codes are requested`() throws {
    let engines = try Engines(symbologies: [.qrCode])
    let hasZBar = engines.zbar != nil
    #expect(!hasZBar)
    #expect(engines.blurred == nil)
    #expect(engines.linear.isEmpty)
    let drawing = BarDrawing(modules: BarDrawing.ean13)
    let picture = try drawing.picture()
    var judge = Judge()
    let (open, _, done) = engines.readRegions(
      of: picture, mapping: Mapping(scale: .one), judge: &judge)
    #expect(open.isEmpty && done.isEmpty)
    engines.readWhole(
      picture, after: [], showing: .bars, mapping: Mapping(scale: .one), judge: &judge)
    #expect(judge.codes.isEmpty)
  }

  @Test(
    arguments: [
      ([.ean13], true), ([.upcA], true), ([.ean8, .code128], false),
    ] as [([Symbology], Bool)])
  func `the expensive search for blurred numbers is set up only if requested`(
    symbologies: [Symbology], isSetUp: Bool
  ) throws {
    let engines = try Engines(symbologies: Set(symbologies))
    #expect((engines.blurred != nil) == isSetUp)
    let hasZBar = engines.zbar != nil
    #expect(hasZBar)
  }

  @Test func `a region with a sure code is not examined again`() throws {
    let drawing = BarDrawing(modules: BarDrawing.ean13)
    let picture = try drawing.picture()
    let engines = try Engines(symbologies: Self.all)
    var judge = Judge()
    judge.add(engines.quick.read(picture), on: picture, by: Mapping(scale: .one))
    #expect(judge.hasSure)
    let (open, _, done) = engines.readRegions(
      of: picture, mapping: Mapping(scale: .one), judge: &judge)
    #expect(open.isEmpty && done.isEmpty)
  }

  @Test func `an unread region stays open, and ZBar's look is done`() throws {
    var generator = SeededGenerator(seed: 4)
    let drawing = BarDrawing(modules: Content.stripes(100, using: &generator))
    let picture = try drawing.picture()
    let engines = try Engines(symbologies: [.ean13])
    var judge = Judge()
    let (open, _, done) = engines.readRegions(
      of: picture, mapping: Mapping(scale: .one), judge: &judge)
    #expect(open.count == 1)
    #expect(done == [.linear])
    #expect(judge.codes.isEmpty)
  }

  @Test(arguments: [0.5, 2.0])
  func `places are those of the full-size picture`(factor: Double) throws {
    let drawing = BarDrawing(modules: BarDrawing.ean13, degrees: 30, size: (420, 420))
    let picture = try drawing.picture()
    let engines = try Engines(symbologies: [.ean13])
    var judge = Judge()
    _ = engines.readRegions(
      of: picture, mapping: Mapping(scale: SIMD2(factor, factor)), judge: &judge)
    let code = try #require(judge.codes.first)
    #expect(code.barcode.text == "5901234123457")
    let x = Double(code.position.map(\.x).reduce(0, +)) / 4
    let y = Double(code.position.map(\.y).reduce(0, +)) / 4
    #expect(
      abs(x - 210 * factor) < 12 * factor && abs(y - 210 * factor) < 12 * factor, "\(x), \(y)")
  }
}
