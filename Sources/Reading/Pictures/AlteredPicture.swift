/// A picture made from another, and where its points are on that one.
struct AlteredPicture: ~Copyable {
  let picture: GreyPicture
  let mapping: Mapping
}

extension GreyPicture {
  /// Turned clockwise.
  func turned(by degrees: Double) -> AlteredPicture? {
    guard let altered = turned(degrees: degrees) else { return nil }
    let mapping = Mapping(
      turning: degrees, from: SIMD2(Double(altered.width), Double(altered.height)) / 2,
      to: SIMD2(Double(width), Double(height)) / 2)
    return AlteredPicture(picture: altered, mapping: mapping)
  }

  /// The middle 60 % of width and height at twice the size.
  func middleEnlarged() -> AlteredPicture? {
    guard let middle = middle(share: 0.6) else { return nil }
    let corner = SIMD2(Double((width - middle.width) / 2), Double((height - middle.height) / 2))
    guard let altered = middle.doubled() else { return nil }
    let mapping = Mapping(origin: corner, across: SIMD2(0.5, 0), down: SIMD2(0, 0.5))
    return AlteredPicture(picture: altered, mapping: mapping)
  }
}
