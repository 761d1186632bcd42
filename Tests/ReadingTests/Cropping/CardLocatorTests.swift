import Testing

@testable import PictureSupport
@testable import Reading

#if canImport(Glibc)
  import Glibc
#endif

/// Finding a card's edges: where they are certain they are right, and where anything is amiss nothing is found.
@Suite struct `Locating cards` {
  static let poses: [CardDrawing] = [
    CardDrawing(),
    CardDrawing(degrees: 12),
    CardDrawing(degrees: -31, checks: 47),
    CardDrawing(degrees: 2, tilt: 4),
    CardDrawing(degrees: -8, tilt: -20, colour: SIMD3(240, 240, 236), checks: 60),
    CardDrawing(width: 250, shape: SIMD2(IDCard.size.y, IDCard.size.x), printed: .nothing),
    CardDrawing(width: 500, degrees: 2, tilt: 4, printed: .nothing),
  ]

  /// What is found on a drawing; the code is in the card's middle unless `codes` says otherwise.
  private func card(
    on drawing: CardDrawing, beside other: CardDrawing? = nil, codes: [SIMD2<Double>]? = nil
  ) throws -> CardLocator.Card? {
    let middle = (drawing.corners[0] + drawing.corners[2]) / 2
    return CardLocator.card(on: try drawing.picture(beside: other), codes: codes ?? [middle])
  }

  @Test(arguments: poses.indices)
  func `a card is found where it is`(index: Int) throws {
    let drawing = Self.poses[index]
    let card = try #require(try card(on: drawing))
    #expect(card.shape == drawing.shape)
    for (found, drawn) in zip(card.corners, drawing.corners) {
      let way = found - drawn
      #expect((way * way).sum().squareRoot() < 2, "\(found) \(drawn)")
    }
  }

  @Test(arguments: [0.0, 40, 90])
  func `its top is what is highest on the photo`(degrees: Double) throws {
    let drawing = CardDrawing(width: 360, degrees: degrees)
    let card = try #require(try card(on: drawing))
    #expect((card.shape.x > card.shape.y) == (degrees < 45))
    #expect(card.corners[1].x - card.corners[0].x > abs(card.corners[1].y - card.corners[0].y))
  }

  static let others: [(name: String, drawing: CardDrawing)] = [
    ("no card", CardDrawing(width: 1)),
    ("no card on a cloth", CardDrawing(width: 1, checks: 60)),
    ("partly outside", CardDrawing(middle: SIMD2(170, 0))),
    ("a corner outside", CardDrawing(middle: SIMD2(90, 110), degrees: 20)),
    ("square corners", CardDrawing(radius: 0)),
    ("corners rounder than a card's", CardDrawing(radius: 8)),
    ("another shape", CardDrawing(shape: SIMD2(90, 50))),
    ("a paper card's shape", CardDrawing(shape: SIMD2(85, 55), radius: 3.18)),
    ("as small as to be a picture of a card", CardDrawing(width: 150)),
    ("the table's colour", CardDrawing(colour: SIMD3(196, 178, 150))),
  ]

  @Test(arguments: others.indices)
  func `what is not certainly a card is not found`(index: Int) throws {
    let other = Self.others[index]
    #expect(try card(on: other.drawing) == nil, "\(other.name)")
  }

  @Test func `of two cards none is found`() throws {
    let upper = CardDrawing(middle: SIMD2(0, -130), width: 320)
    let lower = CardDrawing(middle: SIMD2(10, 130), width: 330, colour: SIMD3(150, 30, 60))
    #expect(try card(on: upper, beside: lower) == nil)
  }

  @Test func `a card is not the one when a code is beside it`() throws {
    #expect(try card(on: CardDrawing(), codes: [SIMD2(30, 30)]) == nil)
  }

  @Test func `without a code nothing is certain`() throws {
    #expect(try card(on: CardDrawing(), codes: []) == nil)
  }

  @Test func `a picture too small to tell is left alone`() throws {
    let tiny = CardDrawing(size: (90, 70), middle: .zero, width: 60)
    #expect(try card(on: tiny) == nil)
  }

  @Test(arguments: [0.0, 20, 40])
  func `the sides of a card are known in perspective`(tilt: Double) {
    let drawing = CardDrawing(degrees: 17, tilt: tilt)
    let centre = SIMD2(Double(drawing.size.width), Double(drawing.size.height)) / 2
    let sides = IDCard.sides(
      of: drawing.corners.map { $0 - centre }, focal: Double(drawing.size.width) * 0.75)
    #expect(abs(sides.ratio - 1.5858) < 0.001)
    #expect(abs(sides.cosine) < 0.001)
  }

  @Test func `what is no rectangle is no card`() {
    // Its top right corner is 60 pixels too far to the right.
    let corners: [SIMD2<Float>] = [
      .init(100, 100), .init(580, 100), .init(520, 365), .init(100, 365),
    ]
    #expect(CardOutline(corners, share: 1, width: 640, height: 480) == nil)
    let square: [SIMD2<Float>] = [
      .init(100, 100), .init(520, 100), .init(520, 365), .init(100, 365),
    ]
    #expect(CardOutline(square, share: 1, width: 640, height: 480) != nil)
  }

  @Test func `a perspective leads corners to corners and back, also counted from elsewhere`() throws
  {
    let corners = CardDrawing(degrees: 9, tilt: 30).corners
    let map = try #require(PerspectiveMap(from: SIMD2(85.6, 53.98), to: corners))
    let whole = [SIMD2(0.0, 0.0), SIMD2(85.6, 0), SIMD2(85.6, 53.98), SIMD2(0, 53.98)]
    let inverse = try #require(map.inverse)
    let shifted = map.shifted(from: SIMD2(0.5, 2), to: SIMD2(-0.5, 3))
    for (point, corner) in zip(whole, corners) {
      #expect(abs((map(point) - corner).sum()) < 1e-6)
      let other = shifted(point - SIMD2(0.5, 2)) - (corner + SIMD2(-0.5, 3))
      #expect((other * other).sum() < 1e-9)
      let off = inverse(corner) - point
      #expect((off * off).sum() < 1e-9)
    }
  }
}
