/// One more look at a picture, altered: tried in turn while nothing sure has been found.
enum Pass: CaseIterable {
  // In the order of codes gained for time spent (measured over our corpus of photos).
  case turned45
  case evened
  case middleEnlarged
  case invertedLinear
  case shrunkLinear
  case turned30Linear
  case blurred
  case turned75
  case shrunkEvened
  case evenedLinear
  case sharpened

  /// Which engine looks.
  var engine: Finding.Engine {
    switch self {
    case .invertedLinear, .shrunkLinear, .turned30Linear, .evenedLinear: .zbar
    default: .zxing
    }
  }

  /// Whether more than the geometry was altered.
  var altersPixels: Bool {
    switch self {
    case .evened, .shrunkEvened, .evenedLinear, .sharpened: true
    default: false
    }
  }

  /// The altered picture, and how its points map to those of `picture`; `nil` when it cannot be made.
  func apply(to picture: borrowing GreyPicture) -> AlteredPicture? {
    switch self {
    case .turned45: turn(picture, 45)
    case .turned30Linear: turn(picture, 30)
    case .turned75: turn(picture, 75)
    case .evened, .evenedLinear: made(picture.evened(), from: picture)
    case .invertedLinear: made(picture.inverted(), from: picture)
    case .shrunkLinear: made(picture.scaled(by: 0.33), from: picture)
    case .blurred: made(picture.blurred(sigma: 1), from: picture)
    case .middleEnlarged: enlargedMiddle(picture)
    case .shrunkEvened: shrunkEvened(picture)
    case .sharpened: sharpened(picture)
    }
  }

  private func made(
    _ altered: consuming GreyPicture?, from picture: borrowing GreyPicture
  ) -> AlteredPicture? {
    guard let altered else { return nil }
    let factor = SIMD2(
      Double(picture.width) / Double(altered.width), Double(picture.height) / Double(altered.height)
    )
    return AlteredPicture(picture: altered, mapping: Mapping(scale: factor))
  }

  private func turn(_ picture: borrowing GreyPicture, _ degrees: Double) -> AlteredPicture? {
    guard let altered = picture.turned(degrees: degrees) else { return nil }
    let mapping = Mapping(
      turning: degrees, from: SIMD2(Double(altered.width), Double(altered.height)) / 2,
      to: SIMD2(Double(picture.width), Double(picture.height)) / 2)
    return AlteredPicture(picture: altered, mapping: mapping)
  }

  private func enlargedMiddle(_ picture: borrowing GreyPicture) -> AlteredPicture? {
    guard let middle = picture.middle(share: 0.6) else { return nil }
    let corner = SIMD2(
      Double((picture.width - middle.width) / 2), Double((picture.height - middle.height) / 2))
    guard let altered = middle.scaled(by: 2) else { return nil }
    let mapping = Mapping(origin: corner, across: SIMD2(0.5, 0), down: SIMD2(0, 0.5))
    return AlteredPicture(picture: altered, mapping: mapping)
  }

  private func shrunkEvened(_ picture: borrowing GreyPicture) -> AlteredPicture? {
    guard let shrunk = picture.scaled(by: 0.5) else { return nil }
    return made(shrunk.evened(), from: picture)
  }

  private func sharpened(_ picture: borrowing GreyPicture) -> AlteredPicture? {
    // Enlarging a large picture costs more than it gains.
    guard picture.width * picture.height <= 2_000_000, let enlarged = picture.scaled(by: 2) else {
      return nil
    }
    return made(enlarged.sharpened(sigma: 2), from: picture)
  }
}

/// A picture made from another, and where its points lie on that one.
struct AlteredPicture: ~Copyable {
  let picture: GreyPicture
  let mapping: Mapping
}
