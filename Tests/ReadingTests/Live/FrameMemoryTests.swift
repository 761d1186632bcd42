import Cards
import Testing

@testable import Reading

@Suite struct `Frames as evidence` {
  /// What one frame shows: a reading at a place, 200 pixels long unless scaled.
  struct Sight: Sendable {
    var symbology = Symbology.code128
    var text = "5901234123457"
    var x = 400.0
    var y = 300.0
    var height = 80.0
    var scale = 1.0
    var lines = 3
    var engine = Finding.Engine.zxing
    var view = Finding.View.plain
    var span: Double?
    var addOn: String?
    var addOnRivals: Finding.Rivalry? = .outdone
    var hasBarsBeside: Bool? = false
    var rivals: Finding.Rivalry?

    var finding: Finding {
      var traits = SymbolTraits()
      traits.addOn = addOn
      let corners = [
        SIMD2(x, y), SIMD2(x + 200, y), SIMD2(x + 200, y + height), SIMD2(x, y + height),
      ]
      return Finding(
        barcode: Barcode(
          symbology: symbology, bytes: text.unicodeScalars.map { UInt8($0.value) }, text: text,
          traits: traits),
        place: Place(corners: corners.map { $0 * scale }), engine: engine, lineCount: lines,
        view: view, span: span, hasBarsBeside: hasBarsBeside, rivals: rivals)
    }
  }

  static let other = "5901234123464"

  /// The codes of the last frame; a frame is as much larger as its first sight.
  static func codes(_ frames: [[Sight]]) -> [LiveReading.Code] {
    var memory = FrameMemory()
    var codes: [LiveReading.Code] = []
    for (index, sights) in frames.enumerated() {
      var judge = Judge()
      for sight in sights {
        judge.add(sight.finding)
        guard sight.addOn != nil else { continue }
        for index in judge.candidates.indices {
          judge.candidates[index].evidence.note(addOnRivals: sight.addOnRivals)
        }
      }
      let size = SIMD2(1_280.0, 720.0) * (sights.first?.scale ?? 1)
      codes = memory.codes(
        of: judge.verdicts, frame: index + 1, newest: index + 1, size: size, side: size.max())
    }
    return codes
  }

  /// A reading that moves by ten pixels from frame to frame.
  static func moving(_ sight: Sight, count: Int) -> [[Sight]] {
    (0..<count).map { index in
      var moved = sight
      moved.x += Double(index) * 10
      return [moved]
    }
  }

  @Test func `three frames that agree make a number with a check digit sure`() {
    for count in 1...4 {
      let codes = Self.codes(Self.moving(Sight(), count: count))
      #expect(codes.map(\.found.isSure) == [count >= 3])
    }
  }

  @Test(arguments: ["1234567890", "1234"])
  func `bars beside an ITF on one frame make it doubtful on the next`(text: String) {
    var sight = Sight(symbology: .itf, text: text, lines: 16, view: .strip, span: 0.9)
    let other = Sight(symbology: .itf, text: text, lines: 16, engine: .zbar, hasBarsBeside: nil)
    #expect(Self.codes([[sight, other], [sight, other]]).allSatisfy { $0.found.isSure })
    let before = [sight]
    sight.hasBarsBeside = true
    #expect(!Self.codes([[sight], before + [other]]).contains { $0.found.isSure })
  }

  @Test func `confidence grows with the frames, and is 1 only when sure`() {
    let confidences = (1...3).map { Self.codes(Self.moving(Sight(), count: $0))[0].confidence }
    #expect(confidences == confidences.sorted())
    #expect(confidences[1] < 0.9)
    #expect(confidences[2] == 1)
  }

  @Test func `the same frame again proves nothing`() {
    let codes = Self.codes(Array(repeating: [Sight()], count: 8))
    #expect(codes.map(\.found.doubt) == [.weakEvidence])
  }

  @Test func `a shift along the bars proves nothing`() {
    let frames = (0..<8).map { [Sight(y: 300 + Double($0) * 10)] }
    #expect(Self.codes(frames).map(\.found.doubt) == [.weakEvidence])
  }

  @Test func `a still symbol is doubtful although every fourth frame is larger`() {
    for phase in 0..<4 {
      let frames = (0..<8).map { [Sight(scale: $0 % 4 == phase ? 1.35 : 1)] }
      #expect(Self.codes(frames).map(\.found.doubt) == [.weakEvidence])
    }
  }

  @Test func `another content on a larger frame contradicts`() {
    for index in 0..<7 {
      var frames = Self.moving(Sight(x: 1_000, y: 600), count: 8)
      frames[index] = [Sight(text: Self.other, x: 1_000, y: 600, scale: 1.35)]
      #expect(Self.codes(frames).map(\.found.doubt) == [.contradicted], "frame \(index)")
    }
  }

  @Test func `positions are in the newest frame's pixels`() {
    let large = Self.codes([[Sight()], [Sight(scale: 1.5)]])
    #expect(large.map { $0.found.position[2] } == [FoundBarcode.Point(x: 900, y: 570)])
    var (memory, judge) = (FrameMemory(), Judge())
    judge.add(Sight().finding)
    let earlier = memory.codes(
      of: judge.verdicts, frame: 1, newest: 2, size: SIMD2(1_280, 720), side: 2_560)
    #expect(earlier.map { $0.found.position[2] } == [FoundBarcode.Point(x: 1_200, y: 760)])
  }

  @Test func `frames that contradict each other are never sure`() {
    for lines in [1, 3, 40] {
      for index in 0..<5 {
        var frames = Self.moving(Sight(), count: 6)
        frames[index] = [Sight(text: Self.other, x: 400 + Double(index) * 10, lines: lines)]
        let doubts = Self.codes(frames).map(\.found.doubt)
        #expect(doubts == [.contradicted], "\(lines) lines on frame \(index)")
      }
    }
  }

  @Test func `a contradiction is forgotten after eight frames`() {
    let frames = [[Sight(text: Self.other)]] + Self.moving(Sight(), count: 8)
    #expect(Self.codes(Array(frames.dropLast())).map(\.found.isSure) == [false])
    #expect(Self.codes(frames).map(\.found.isSure) == [true])
  }

  @Test func `what is sure on one frame is doubtful if another one is as sure of something else`() {
    let frames = [[Sight(text: Self.other, lines: 40)], [Sight(lines: 40)]]
    #expect(Self.codes(frames).map(\.found.doubt) == [.contradicted])
    let weak = [[Sight(text: Self.other, lines: 1)], [Sight(lines: 40)]]
    #expect(Self.codes(weak).map(\.found.doubt) == [nil])
  }

  @Test(
    arguments: [
      Sight(symbology: .code39, text: "LIB-4711", lines: 300, engine: .zbar),
      Sight(symbology: .itf, text: "12345678", lines: 300, engine: .zbar),
      Sight(symbology: .codabar, text: "A123456B", lines: 300, engine: .zbar),
      Sight(symbology: .ean8, text: "96385074"), Sight(symbology: .upcE, text: "01234565"),
      Sight(symbology: .code128, text: "x", lines: 300),
      Sight(symbology: .telepen, text: "12345", lines: 300),
      Sight(lines: 20, engine: .zbar),
      Sight(symbology: .dataBar, text: "09521234543213", lines: 20, view: .altered),
      Sight(symbology: .code128, text: "cafC)-12345", lines: 300, engine: .zbar),
    ])
  func `some readings of one engine are doubtful on any number of frames`(sight: Sight) {
    let codes = Self.codes(Self.moving(sight, count: 8))
    #expect(codes.map(\.found.isSure) == [false])
  }

  @Test func `much content without a check digit takes three frames`() {
    let sight = Sight(symbology: .code39, text: "LIBRARY-4711-0815")
    let sure = (1...4).map { Self.codes(Self.moving(sight, count: $0)).map(\.found.isSure) }
    #expect(sure == [[false], [false], [true], [true]])
  }

  @Test func `two engines may have seen the same on different frames`() {
    let first = Sight(symbology: .itf, text: "12345678", lines: 20)
    var second = first
    (second.engine, second.x) = (.zbar, 410)
    #expect(Self.codes([[first], [second]]).map(\.found.isSure) == [true])
  }

  @Test(arguments: [Symbology.ean13, .upcA, .ean8, .upcE])
  func `ZXing alone never makes an EAN or UPC sure, on any number of frames`(symbology: Symbology) {
    let text = [.ean13: "5901234123457", .upcA: "036000291452", .ean8: "96385074"][symbology]
    var sight = Sight(symbology: symbology, text: text ?? "01234565", lines: 300, rivals: .outdone)
    let frames = Self.moving(sight, count: 8)
    #expect(Self.codes(frames).map(\.found.isSure) == [false])
    (sight.engine, sight.lines) = (.zbar, 9)
    #expect(Self.codes(frames + [[sight]]).map(\.found.isSure) == [true])
  }

  @Test func `a frame that shows a number's rivals clearly counts for all frames`() {
    let blurred = [Finding.Engine.zxing, .zbar].map {
      Sight(symbology: .ean13, lines: 40, engine: $0, rivals: .equal)
    }
    #expect(Self.codes([blurred, blurred]).map(\.found.doubt) == [.contradicted])
    let sharp = Sight(symbology: .ean13, x: 410, lines: 40, rivals: .outdone)
    #expect(Self.codes([blurred, [sharp]]).map(\.found.isSure) == [true])
  }

  @Test func `two codes beside each other do not contradict each other`() {
    let below = Sight(text: Self.other, y: 420, lines: 40)
    let frames = [[Sight(lines: 40), below]] + Self.moving(Sight(x: 410), count: 2)
    #expect(Self.codes(frames).map(\.found.isSure) == [true])
    let weak = [[Sight(), below]] + Self.moving(Sight(x: 410), count: 3)
    #expect(Self.codes(weak).map(\.found.doubt) == [.contradicted])
    let apart = [[below]] + Self.moving(Sight(x: 410), count: 3)
    #expect(Self.codes(apart).map(\.found.isSure) == [false])
  }

  @Test func `flat readings on different lines of one symbol contradict each other`() {
    let frames = (0..<8).map { index -> [Sight] in
      let upper = Sight(x: 400 + Double(index) * 10, height: 2)
      var lower = upper
      (lower.text, lower.y) = (Self.other, 340)
      return [upper, lower]
    }
    #expect(Self.codes(frames).map(\.found.doubt) == [.contradicted, .contradicted])
  }

  @Test func `ZXing's extended characters are kept where ZBar folds them`() {
    let read = Sight(symbology: .code128, text: "caf\u{E9}-1", lines: 40)
    let folded = Sight(symbology: .code128, text: "cafi-1", x: 410, lines: 20, engine: .zbar)
    let codes = Self.codes([[read], [folded]])
    #expect(codes.map(\.found.barcode) == [read.finding.barcode])
    #expect(codes.map(\.found.isSure) == [true])
    var plain = read
    (plain.text, plain.x) = ("cafi-1", 420)
    #expect(Self.codes([[read], [plain], [folded]]).map(\.found.isSure) == [false])
    #expect(Self.codes([[read], [plain]]).map(\.found.doubt) == [.contradicted])
  }

  @Test func `an add-on that another frame showed belongs to the code`() {
    let number = "9780441014989"
    let whole = Sight(symbology: .ean13, text: number, lines: 40, addOn: "51299", rivals: .outdone)
    let part = Sight(symbology: .ean13, text: number, x: 410, lines: 40)
    let other = Sight(symbology: .ean13, text: number, x: 410, lines: 9, engine: .zbar)
    let codes = Self.codes([[whole], [part, other]])
    #expect(codes.map(\.found.barcode.traits.addOn) == ["51299"])
    #expect(codes.map(\.found.isSure) == [true])
  }

  @Test func `an add-on is sure once a frame shows that its rivals fit worse`() {
    func frame(_ addOn: String?, _ rivals: Finding.Rivalry?) -> [Sight] {
      let whole = Sight(
        symbology: .ean13, text: "9780441014989", lines: 40, addOn: addOn, addOnRivals: rivals,
        rivals: .outdone)
      return [whole, Sight(symbology: .ean13, text: "9780441014989", lines: 9, engine: .zbar)]
    }
    let cases: [([[Sight]], FoundBarcode.Doubt?)] = [
      ([frame("05", nil)], .weakEvidence), ([frame("05", nil), frame(nil, nil)], .weakEvidence),
      ([frame("05", .equal), frame(nil, nil)], .contradicted),
      ([frame("05", .outdone), frame("05", nil)], nil),
      ([frame("05", .equal), frame("05", .outdone), frame(nil, nil)], nil),
    ]
    for (frames, doubt) in cases {
      let codes = Self.codes(frames)
      #expect(codes.map(\.found.barcode.traits.addOn) == ["05"])
      #expect(codes.map(\.found.doubt) == [doubt])
    }
  }

  @Test func `a number whose add-on frames show differently is doubtful on all of them`() {
    let number = "9780441014989"
    func frame(_ addOn: String?) -> [Sight] {
      let whole = Sight(
        symbology: .ean13, text: number, lines: 40, addOn: addOn, rivals: .outdone)
      return [whole, Sight(symbology: .ean13, text: number, lines: 9, engine: .zbar)]
    }
    let agreeing: [[String?]] = [
      ["51299", nil], ["51299", nil, "51299"], ["51299", "51299", nil],
    ]
    for addOns in agreeing {
      let codes = Self.codes(addOns.map(frame))
      #expect(codes.map(\.found.barcode.traits.addOn) == ["51299"])
      #expect(codes.map(\.found.isSure) == [true])
    }
    let disputed: [[String?]] = [
      ["51299", "51295"], ["51299", "51295", nil], ["51299", nil, "05", nil],
    ]
    for addOns in disputed {
      let codes = Self.codes(addOns.map(frame))
      #expect(codes.map(\.found.doubt) == [.contradicted], "\(addOns)")
    }
    // The first frame is forgotten after eight more.
    let codes = Self.codes((disputed[1] + [String?](repeating: nil, count: 6)).map(frame))
    #expect(codes.map(\.found.barcode.traits.addOn) == ["51295"])
    #expect(codes.map(\.found.isSure) == [true])
  }

  @Test func `lines of one frame and the span of another do not make a short ITF sure`() {
    let lines = Sight(symbology: .itf, text: "1234", lines: 40, engine: .zbar, span: 0.2)
    let span = Sight(symbology: .itf, text: "1234", x: 410, lines: 6, view: .strip, span: 0.9)
    for frames in [[[lines], [span]], [[span], [lines]]] {
      #expect(Self.codes(frames).map(\.found.isSure) == [false])
    }
    var unknown = lines
    unknown.span = nil
    for frames in [[[unknown], [span]], [[span], [unknown]]] {
      #expect(Self.codes(frames).map(\.found.isSure) == [false])
    }
  }

  @Test func `the least span of all frames counts`() {
    let part = Sight(symbology: .itf, text: "12345678", lines: 6, view: .strip, span: 0.3)
    let plain = Sight(symbology: .itf, text: "12345678", x: 410, span: 0.9)
    for frames in [[[part], [plain]], [[plain], [part]]] {
      #expect(Self.codes(frames).map(\.found.isSure) == [false])
    }
  }

  @Test func `what is in a matrix code of another frame is doubtful`() {
    let frames = [[Sight(symbology: .pdf417, text: "outer")], [Sight(lines: 40)]]
    #expect(Self.codes(frames).map(\.found.doubt) == [.insideAnother])
  }

  @Test(arguments: [(400.0, true), (5.0, false), (1_075.0, false)])
  func `a symbol without a check at the frame's edge is doubtful`(x: Double, isSure: Bool) {
    let sight = Sight(symbology: .code39, text: "LIB-4711", x: x, lines: 40)
    var second = sight
    second.engine = .zbar
    #expect(Self.codes([[sight, second]]).map(\.found.isSure) == [isSure])
    let checked = Sight(x: x, lines: 40)
    #expect(Self.codes([[checked]]).map(\.found.isSure) == [true])
  }

  @Test func `a second look at an earlier frame replaces the first`() {
    var memory = FrameMemory()
    let size = SIMD2(1_280.0, 720.0)
    var judge = Judge()
    judge.add(Sight().finding)
    var rival = Judge()
    rival.add(Sight(text: Self.other).finding)
    for (frame, verdicts) in [(1, rival.verdicts), (2, judge.verdicts)] {
      _ = memory.codes(of: verdicts, frame: frame, newest: frame, size: size, side: 1_280)
    }
    let again = memory.codes(of: judge.verdicts, frame: 1, newest: 2, size: size, side: 1_280)
    #expect(again.map(\.found.doubt) == [.weakEvidence])
  }

  @Test func `a frame full of codes counts with some of them`() {
    let sights = (0..<300).map { Sight(symbology: .qrCode, text: "\($0)", x: Double($0) * 4) }
    let codes = Self.codes(Array(repeating: sights, count: 10))
    #expect(codes.count == FrameMemory.codeCount)
    #expect(codes.allSatisfy { $0.found.isSure })
  }
}
