/// Finds the one plastic card on a photo, if its edges are certain.
///
/// They are certain if all of this holds: four straight sides, each visible along 85 % of its length; the proportions
/// of ISO/IEC 7810 ID-1 in perspective, with right angles and corners rounded to its radius; the whole card on the
/// photo, filling at least 8 % of it; at least one code, and all codes inside; no other outline that passes.
/// `Reading.md` states how often that is right.
struct CardSearch {
  /// The approximate longer sides of the edge fields, in pixels: a rough one to find lines, a fine one to fit them.
  private static let roughSide = 650.0
  private static let fineSide = 1_300.0
  /// The maximum number of lines to combine into outlines, and of outlines to fit.
  private static let mostLines = 120
  private static let mostOutlines = 60
  /// The shortest longer side of a card, in pixels of the fine field, at which round corners differ from square ones.
  private static let shortestCard: Float = 240

  /// The corners on the photo, in pixels, clockwise from the top left, and the card's width and height in millimetres.
  struct Card: Equatable {
    var corners: [SIMD2<Double>]
    var shape: SIMD2<Double>
  }

  /// Searches a photo for the card.
  ///
  /// - Parameters:
  ///   - picture: the photo.
  ///   - codes: corners of all codes on the photo, in pixels. There must be some, because floor tiles look like cards.
  /// - Returns: The card, or `nil` if none is certain.
  static func card(
    on picture: borrowing ColourPicture, codes: [SIMD2<Double>]
  ) -> Card? {
    if codes.isEmpty { return nil }
    let side = Double(max(picture.width, picture.height))
    let roughStep = max(1, Int((side / roughSide).rounded()))
    let fineStep = max(1, Int((side / fineSide).rounded()))
    let rough = EdgeField(picture, step: roughStep)
    guard rough.width > 100, rough.height > 100 else { return nil }
    let outlines = outlines(on: rough)
    if outlines.isEmpty { return nil }
    let field = fineStep == roughStep ? rough : EdgeField(picture, step: fineStep)
    let scale = Float(roughStep) / Float(fineStep)
    let fitted = outlines.prefix(mostOutlines).compactMap { outline in
      var outline = outline
      outline.corners = outline.corners.map { $0 * scale }
      return fit(outline, on: field, reach: scale * 1.5 + 1.5)
    }
    guard let best = fitted.max(by: { $0.share < $1.share }),
      fitted.allSatisfy(best.isSame)
    else { return nil }
    let photo = SIMD2(Float(field.width), Float(field.height))
    guard let shape = best.shape(photo),
      codes.allSatisfy({
        best.contains(SIMD2(Float($0.x), Float($0.y)) / Float(fineStep))
      })
    else { return nil }
    return Card(
      corners: best.corners.map { SIMD2(Double($0.x), Double($0.y)) * Double(fineStep) },
      shape: shape)
  }

  /// Outlines made of pairs of lines, the most visible first.
  private static func outlines(on field: EdgeField) -> [CardOutline] {
    let shortest = min(field.width, field.height) / 8
    let lines = LineSearch.lines(on: field, atMost: mostLines, shortest: shortest)
    // In perspective, opposite sides differ by up to 25 degrees, adjacent sides by 60 or more.
    var pairs: [(EdgeLine, EdgeLine)] = []
    for (at, one) in lines.enumerated() {
      for other in lines[(at + 1)...] where one.cosine(to: other) > 0.906 {
        pairs.append((one, other))
      }
    }
    var found: [CardOutline] = []
    for (at, pair) in pairs.enumerated() {
      for other in pairs[(at + 1)...] where pair.0.cosine(to: other.0) < 0.5 {
        if let outline = outline(of: pair, other, on: field) { found.append(outline) }
      }
    }
    return found.sorted { $0.share > $1.share }
  }

  private static func outline(
    of pair: (EdgeLine, EdgeLine), _ other: (EdgeLine, EdgeLine), on field: EdgeField
  ) -> CardOutline? {
    let size = SIMD2(Float(field.width), Float(field.height))
    func corner(_ one: EdgeLine, _ other: EdgeLine) -> SIMD2<Float>? {
      guard let point = one.line.meeting(other.line), all(point .>= 0), all(point .<= size) else {
        return nil
      }
      return point
    }
    func share(_ line: EdgeLine, _ start: SIMD2<Float>, _ end: SIMD2<Float>) -> Float? {
      let skipped = (end - start) * CardOutline.end
      let share = line.share(from: start + skipped, to: end - skipped)
      return share < CardOutline.leastRoughShare ? nil : share
    }
    // Nearly all candidates fail early, so check one corner and side at a time.
    guard let first = corner(pair.0, other.0), let second = corner(pair.0, other.1),
      let top = share(pair.0, first, second), let third = corner(pair.1, other.1),
      let right = share(other.1, second, third), let fourth = corner(pair.1, other.0),
      let bottom = share(pair.1, third, fourth), let left = share(other.0, fourth, first)
    else { return nil }
    return CardOutline(
      [first, second, third, fourth], share: min(top, right, bottom, left), width: field.width,
      height: field.height)
  }

  /// Fits the sides precisely; `nil` if the outline fails any test other than the codes and rival outlines.
  private static func fit(
    _ rough: CardOutline, on field: EdgeField, reach: Float
  ) -> CardOutline? {
    var corners = rough.corners
    var share: Float = 0
    var strength: Float = 0
    for reach in [reach, 2] {
      let sides = (0..<4).compactMap {
        SideFit(from: corners[$0], to: corners[($0 + 1) % 4], on: field, reach: reach)
      }
      guard sides.count == 4 else { return nil }
      corners = (0..<4).compactMap { sides[($0 + 3) % 4].line.meeting(sides[$0].line) }
      share = sides.map(\.share).min() ?? 0
      strength = sides.map(\.strength).min() ?? 0
      guard corners.count == 4 else { return nil }
    }
    guard share >= CardOutline.leastShare,
      let outline = CardOutline(
        corners, share: share, width: field.width, height: field.height),
      max(outline.length(0), outline.length(1)) >= shortestCard,
      let shape = outline.shape(SIMD2(Float(field.width), Float(field.height))),
      let map = PerspectiveMap(
        from: shape, to: outline.corners.map { SIMD2(Double($0.x), Double($0.y)) })
    else { return nil }
    let rounding = RoundCorners(map, shape: shape, on: field)
    guard rounding.round > rounding.square, rounding.round > strength * 0.3 else { return nil }
    return outline
  }
}
