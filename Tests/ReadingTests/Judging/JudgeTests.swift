import Cards
import Testing

@testable import Reading

@Suite struct `Verdicts` {
  /// A finding of `text` in a box, as an engine would report it.
  func finding(
    _ symbology: Symbology, _ text: String,
    at box: (x: Double, y: Double, width: Double, height: Double), lines: Int = 40,
    engine: Finding.Engine = .zxing, view: Finding.View = .plain, span: Double? = nil,
    addOn: String? = nil, hasBarsBeside: Bool? = false, rivals: Finding.Rivalry? = .outdone
  ) -> Finding {
    let (right, bottom) = (box.x + box.width, box.y + box.height)
    return Finding(
      barcode: Barcode(
        symbology: symbology, bytes: text.unicodeScalars.map { UInt8($0.value) }, text: text,
        traits: SymbolTraits(addOn: addOn)),
      place: Place(
        corners: [
          SIMD2(box.x, box.y), SIMD2(right, box.y), SIMD2(right, bottom), SIMD2(box.x, bottom),
        ]),
      engine: engine, lineCount: lines, view: view, span: span, hasBarsBeside: hasBarsBeside,
      rivals: rivals)
  }

  func verdict(_ findings: [Finding]) -> [FoundBarcode] {
    var judge = Judge()
    for finding in findings { judge.add(finding) }
    return judge.codes
  }

  let place = (x: 100.0, y: 100.0, width: 200.0, height: 80.0)

  @Test func `two engines that agree make one code`() {
    let codes = verdict([
      finding(.ean13, "5901234123457", at: place),
      finding(.ean13, "5901234123457", at: (110, 135, 180, 4), lines: 3, engine: .zbar),
    ])
    #expect(codes.map(\.isSure) == [true])
  }

  @Test func `a linear code within a matrix code is doubtful`() {
    let codes = verdict([
      finding(.pdf417, "outer", at: place),
      finding(.code128, "inner", at: (150, 120, 60, 20)),
    ])
    #expect(codes.map(\.barcode.text) == ["outer", "inner"])
    #expect(codes.map(\.doubt) == [nil, .insideAnother])
  }

  @Test func `two different readings of one place make each other doubtful`() {
    let codes = verdict([
      finding(.ean13, "5901234123457", at: place),
      finding(.ean13, "5901234123464", at: place, lines: 80, engine: .zbar),
    ])
    #expect(codes.map(\.doubt) == [.contradicted, .contradicted])
  }

  @Test func `a reading on few lines does not cast doubt on one on many`() {
    let codes = verdict([
      finding(.code93, "5901234123457", at: place, lines: 80),
      finding(.code93, "5901234123464", at: place, lines: 5, engine: .zbar),
    ])
    #expect(codes.first?.isSure == true)
    #expect(codes.last?.isSure == false)
  }

  @Test(
    arguments: [
      (Symbology.code39, "T", 300), (.code39, "LIB-1", 2), (.itf, "1515", 300),
      (.itf, "123456", 1), (.codabar, "A1B", 300), (.upcE, "01234565", 3), (.code128, "x", 300),
      (.telepen, "12345", 300),
    ])
  func `weak evidence is doubtful`(symbology: Symbology, text: String, lines: Int) {
    let codes = verdict([finding(symbology, text, at: place, lines: lines)])
    #expect(codes.map(\.doubt) == [.weakEvidence])
  }

  @Test(arguments: [("cafC)-12345", FoundBarcode.Doubt?.some(.weakEvidence)), ("0815123456", nil)])
  func `Code 128 by ZBar alone is doubtful if it may hide letters beyond ASCII`(
    text: String, doubt: FoundBarcode.Doubt?
  ) {
    let codes = verdict([finding(.code128, text, at: place, lines: 300, engine: .zbar)])
    #expect(codes.map(\.doubt) == [doubt])
  }

  @Test(arguments: [false, true])
  func `ZXing's reading is kept, no matter which engine reads first`(isLast: Bool) {
    let folded = finding(.code128, "cafi-12345", at: place, engine: .zbar)
    let whole = finding(.code128, "café-12345", at: place)
    let codes = verdict(isLast ? [folded, whole] : [whole, folded])
    #expect(codes.map(\.barcode) == [whole.barcode])
    #expect(codes.map(\.isSure) == [true])
  }

  @Test(
    arguments: [
      (Symbology.itf, "12345678"), (.ean13, "5901234123457"), (.dataBar, "09521234543213"),
    ])
  func `altered pixels need a second engine`(symbology: Symbology, text: String) {
    let altered = finding(symbology, text, at: place, view: .altered)
    #expect(verdict([altered]).map(\.doubt) == [.alteredPicture])
    let second = finding(symbology, text, at: place, engine: .zbar, view: .altered)
    #expect(verdict([altered, second]).map(\.doubt) == [nil])
  }

  @Test(
    arguments: [
      (Symbology.code128, "LIB-4711", 6), (.code93, "LIB-4711", 6), (.code39, "LIB-4711", 4),
      (.codabar, "A123456B", 4),
    ])
  func `characters that check themselves are sure on some altered lines`(
    symbology: Symbology, text: String, lines: Int
  ) {
    let doubts = [1, lines - 1, lines].map { count in
      verdict([finding(symbology, text, at: place, lines: count, view: .altered)]).map(\.doubt)
    }
    #expect(doubts == [[.alteredPicture], [.alteredPicture], [nil]])
  }

  @Test(arguments: [(12, Bool?.some(false), true), (11, false, false), (300, true, false)])
  func `ZXing alone makes an ITF sure where it does not go on`(
    lines: Int, hasBarsBeside: Bool?, isSure: Bool
  ) {
    let read = finding(.itf, "12345678", at: place, lines: lines, hasBarsBeside: hasBarsBeside)
    #expect(verdict([read]).map(\.isSure) == [isSure])
  }

  @Test(arguments: [(Symbology.ean8, "96385074", true), (.upcE, "01234565", false)])
  func `the picture of few digits is half the proof, of UPC-E a quarter`(
    symbology: Symbology, text: String, isSure: Bool
  ) {
    let read = finding(symbology, text, at: place, lines: 6)
    let fits = finding(symbology, text, at: place, lines: 2, engine: .confirming, view: .strip)
    #expect(verdict([read, fits]).map(\.isSure) == [isSure])
  }

  @Test func `a symbology that corrects errors is sure on altered pixels too`() {
    #expect(verdict([finding(.qrCode, "card", at: place, view: .altered)]).map(\.doubt) == [nil])
  }

  @Test(arguments: [(0.9, true), (0.3, false)])
  func `a symbol without check digit must fill the located bars`(
    span: Double, isSure: Bool
  ) {
    let strip = finding(.itf, "12345678", at: place, lines: 16, view: .strip, span: span)
    #expect(verdict([strip]).map(\.isSure) == [isSure])
  }

  @Test(arguments: [(Bool?.some(false), true), (true, false), (nil, false)])
  func `an ITF is sure only if there are no bars beside it`(hasBarsBeside: Bool?, isSure: Bool) {
    let read = [Finding.Engine.zxing, .zbar].map {
      finding(
        .itf, "1234567890", at: place, engine: $0,
        hasBarsBeside: $0 == .zxing ? hasBarsBeside : nil)
    }
    #expect(verdict(read).map(\.isSure) == [isSure])
    let seen = finding(.itf, "1234567890", at: place, hasBarsBeside: true)
    #expect(verdict(read + [seen]).map(\.doubt) == [.weakEvidence])
    let checked = finding(.code93, "5901234123457", at: place, hasBarsBeside: hasBarsBeside)
    #expect(verdict([checked]).map(\.isSure) == [true])
  }

  @Test func `what one line shows of a longer ITF makes its part doubtful`() {
    let part = [Finding.Engine.zxing, .zbar].map {
      finding(.itf, "1234567890", at: place, engine: $0)
    }
    let line = finding(.itf, "123456789012", at: (100, 150, 240, 1), lines: 1, engine: .zbar)
    #expect(verdict(part + [line]).map(\.isSure) == [false, false])
    // Nor does it matter that the lines are not the same ones, as long as they may be of one symbol.
    let below = finding(.itf, "1234567899", at: (100, 190, 200, 1), lines: 1, engine: .zbar)
    #expect(verdict(part + [below]).map(\.isSure) == [false, false])
    let shorter = finding(.itf, "123456", at: (100, 150, 120, 1), lines: 1, engine: .zbar)
    #expect(verdict(part + [shorter]).map(\.isSure) == [true, false])
    let apart = finding(.itf, "1234567899", at: (100, 400, 200, 80), lines: 1, engine: .zbar)
    #expect(verdict(part + [apart]).map(\.isSure) == [true, false])
  }

  @Test func `bands and scan lines of one engine do not make up for a missing check`() {
    let findings = [
      finding(.itf, "12345678", at: place, lines: 10),
      finding(.itf, "12345678", at: place, lines: 4, view: .strip, span: 1),
    ]
    #expect(verdict(findings).map(\.isSure) == [false])
    let other = finding(.itf, "12345678", at: place, lines: 4, engine: .zbar, view: .strip)
    #expect(verdict(findings + [other]).map(\.isSure) == [true])
  }

  @Test func `a number that fits the picture makes one engine's reading sure`() {
    let read = finding(.ean13, "5901234123457", at: place, lines: 5, engine: .zbar)
    #expect(verdict([read]).map(\.doubt) == [.weakEvidence])
    let fits = finding(.ean13, "5901234123457", at: place, lines: 1, engine: .confirming)
    #expect(verdict([read, fits]).map(\.doubt) == [nil])
  }

  @Test(
    arguments: [
      (Symbology.ean13, "5901234123457"), (.upcA, "036000291452"), (.ean8, "96385074"),
      (.upcE, "01234565"),
    ])
  func `an EAN or UPC is sure only if its rivals fit worse`(symbology: Symbology, text: String) {
    func doubts(_ rivals: Finding.Rivalry?, _ engines: [Finding.Engine]) -> [FoundBarcode.Doubt?] {
      verdict(engines.map { finding(symbology, text, at: place, engine: $0, rivals: rivals) })
        .map(\.doubt)
    }
    #expect(doubts(.outdone, [.zxing, .zbar]) == [nil])
    #expect(doubts(.equal, [.zxing, .zbar]) == [.contradicted])
    #expect(doubts(nil, [.zxing, .zbar]) == [.weakEvidence])
    #expect(doubts(.outdone, [.zxing]) == [.weakEvidence])
  }

  @Test func `a number read out of focus contradicts what one engine reads there`() {
    let codes = verdict([
      finding(.ean13, "5901234123457", at: place, lines: 20, engine: .zbar),
      finding(.ean13, "5901234123464", at: place, lines: 4, engine: .blurred, view: .strip),
    ])
    #expect(codes.map(\.isSure) == [true, false])
    #expect(codes.first?.barcode.text == "5901234123464")
  }

  @Test func `an add-on that one engine missed is kept`() {
    let codes = verdict([
      finding(.ean13, "9780441014989", at: place, engine: .zbar),
      finding(.ean13, "9780441014989", at: place, addOn: "51299"),
    ])
    #expect(codes.map(\.barcode.traits.addOn) == ["51299"])
  }

  @Test func `an add-on that is read in two ways makes the number doubtful, however sure it is`() {
    let codes = verdict([
      finding(.ean13, "9780441014989", at: place, lines: 40, addOn: "05"),
      finding(.ean13, "9780441014989", at: place, lines: 1, addOn: "06"),
    ])
    #expect(codes.map(\.doubt) == [.contradicted, .contradicted])
  }

  @Test func `an add-on needs a comparison of its own`() {
    let cases: [(AddOnReader.Comparison?, FoundBarcode.Doubt?)] = [
      (nil, .weakEvidence), (AddOnReader.Comparison(bandCount: 2, lead: 3, misfit: 0.05), nil),
      (AddOnReader.Comparison(bandCount: 1, lead: 3, misfit: 0.05), .contradicted),
      (AddOnReader.Comparison(bandCount: 2, lead: 0.3, misfit: 0.05), .contradicted),
      (AddOnReader.Comparison(bandCount: 0, lead: -3, misfit: 0.5), .weakEvidence),
    ]
    for (comparison, doubt) in cases {
      var judge = Judge()
      judge.add(finding(.ean13, "9780441014989", at: place, addOn: "05"))
      judge.add(finding(.ean13, "9780441014989", at: place, engine: .zbar))
      judge.conclude(comparison, aboutAddOnAt: 0)
      #expect(judge.codes.map(\.barcode.traits.addOn) == ["05"])
      #expect(judge.codes.map(\.doubt) == [doubt])
      #expect(judge.hasSure == (doubt == nil))
    }
  }

  @Test func `a sure code does not remove doubtful ones`() {
    var judge = Judge()
    #expect(!judge.hasSure)
    judge.add(finding(.code39, "T", at: place))
    #expect(!judge.hasSure)
    judge.add(finding(.qrCode, "sure", at: (600, 600, 50, 50)))
    #expect(judge.hasSure)
    #expect(judge.codes.map(\.barcode.text) == ["sure", "T"])
  }

  /// A number, one that a swap of ambiguous digits makes of it, and one that no swap makes another.
  static let (read, swapped, alone) = ("8083882038868", "8023222032262", "5903465093547")

  /// A judge that was told of `text`, and then of comparisons with its rivals.
  func judge(
    _ text: String, compared comparisons: [RivalReader.Comparison?]
  ) throws -> Judge {
    var judge = Judge()
    let found = finding(.ean13, text, at: place, rivals: nil)
    judge.add(found)
    judge.add(finding(.ean13, text, at: place, engine: .zbar, rivals: nil))
    let symbol = try #require(RetailSymbol(found.barcode))
    for comparison in comparisons { judge.conclude(comparison, about: symbol, at: 0) }
    return judge
  }

  func comparison(
    _ best: String, bands: Int = 2, lead: Float = 3, swapLead: Float = 3, misfit: Float = 0.05
  ) throws -> RivalReader.Comparison {
    let barcode = Barcode(symbology: .ean13, bytes: Array(best.utf8), text: best)
    return RivalReader.Comparison(
      best: try #require(RetailSymbol(barcode)), bandCount: bands, lead: lead, swapLead: swapLead,
      misfit: misfit)
  }

  @Test func `a number is as sure as its rivals allow`() throws {
    let (read, swapped, alone) = (Self.read, Self.swapped, Self.alone)
    let cases: [(String, [RivalReader.Comparison?], FoundBarcode.Doubt?)] = [
      // Without a comparison that succeeds, only a number without swaps is sure.
      (read, [], .weakEvidence), (read, [nil], .weakEvidence), (alone, [nil], nil),
      (alone, [try comparison(alone, misfit: 0.5)], nil),
      (read, [try comparison(read)], nil),
      (read, [try comparison(read, lead: 0.3)], nil),
      // A swap that fits as well.
      (read, [try comparison(read, swapLead: 0.3)], .contradicted),
      // A rival that fits better, but not clearly.
      (read, [try comparison(swapped, bands: 1)], .contradicted),
      (read, [try comparison(swapped, lead: 0.3)], .contradicted),
      // The latest comparison counts, but not one without a fit.
      (read, [try comparison(read, swapLead: 0.3), try comparison(read)], nil),
      (read, [try comparison(read, swapLead: 0.3), nil], .contradicted),
    ]
    for (text, comparisons, doubt) in cases {
      let codes = try judge(text, compared: comparisons).codes
      #expect(codes.map(\.barcode.text) == [text])
      #expect(codes.map(\.doubt) == [doubt], "\(text), \(comparisons)")
    }
  }

  @Test func `a rival that clearly fits better replaces the number`() throws {
    var judge = try judge(Self.read, compared: [try comparison(Self.swapped)])
    #expect(judge.codes.map(\.barcode.text) == [Self.swapped])
    // Where the number then fits better again, both are there, and neither is sure.
    let barcode = judge.candidates[1].best.barcode
    let symbol = try #require(RetailSymbol(barcode))
    judge.conclude(try comparison(Self.read), about: symbol, at: 1)
    #expect(Set(judge.codes.map(\.barcode.text)) == [Self.read, Self.swapped])
    #expect(judge.codes.allSatisfy { !$0.isSure })
    #expect(judge.candidates.allSatisfy { $0.isDisputed })
  }
}
