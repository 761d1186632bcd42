internal import Cards

/// What a person could do so that the next frame can be read, as the scanner names it.
enum ScanHint: String, Sendable, Hashable {
  /// There is too little light.
  case light
  /// A light is mirrored on the card.
  case tilt
  /// The code is partly outside.
  case inside
  /// The code is too small.
  case closer
  /// The code is large and unsharp: the lens cannot focus that close.
  case back
  /// The code, or all of a frame on which none was located, is unsharp because something moved.
  case still

  /// A frame whose lightest parts are below this is dark: black on white has then less contrast than sensors have
  /// noise.
  private static let darkLevel = 90.0
  /// A share of white pixels that looks like a mirrored lamp.
  private static let glareShare = 0.05
  /// Where nearly everything is light, white is paper and not glare.
  private static let paleBrightness = 190.0
  /// An edge over more than four pixels hides bars of the usual width.
  private static let unsharp = 0.25
  /// Below this contrast, the sharpness that was measured is that of noise.
  private static let leastContrast = 24.0
  /// A module needs about 3 pixels: at 1280 pixels, the 95 modules of an EAN-13 take 0.22 of the frame.
  private static let smallShare = 0.22
  /// The same for a matrix symbol, of which one of a card seldom has more than 45 modules on a side (QR Code version 7).
  private static let smallSquareShare = 0.11
  /// The sides of a matrix symbol differ less than this even at a slant; an EAN-13 has 0.7 (GS1 General
  /// Specifications, 5.2.3).
  private static let squareAspect = 0.8
  /// A card this large is nearer than most phones can focus (about 8 cm).
  private static let largeShare = 0.6

  /// What helps most; `nil` where a code is sure, or the vault's key was, or nothing is known to be wrong.
  init?(_ reading: LiveReading) {
    // Such a frame was not measured.
    guard !reading.holdsKey, !reading.codes.contains(where: \.found.isSure) else { return nil }
    let measures = reading.measures
    if measures.lightLevel < Self.darkLevel {
      self = .light
      return
    }
    let isUnsharp =
      measures.contrast >= Self.leastContrast && measures.sharpness < Self.unsharp
    guard let share = reading.candidateShare, let corners = reading.candidate else {
      // A code that is not even located shows nothing but that the frame as a whole is unsharp.
      guard isUnsharp else { return nil }
      self = .still
      return
    }
    let isSquare = (reading.candidateAspect ?? 0) > Self.squareAspect
    if measures.glareShare > Self.glareShare, measures.brightness < Self.paleBrightness {
      self = .tilt
    } else if Self.isCut(corners, width: reading.width, height: reading.height) {
      self = .inside
    } else if isUnsharp {
      self = share > Self.largeShare ? .back : .still
    } else if share < (isSquare ? Self.smallSquareShare : Self.smallShare) {
      self = .closer
    } else {
      return nil
    }
  }

  /// Whether a place reaches the edge of the frame.
  private static func isCut(_ corners: [FoundBarcode.Point], width: Int, height: Int) -> Bool {
    let margin = max(width, height) / 100
    return corners.contains {
      $0.x <= margin || $0.y <= margin || $0.x >= width - 1 - margin || $0.y >= height - 1 - margin
    }
  }
}
