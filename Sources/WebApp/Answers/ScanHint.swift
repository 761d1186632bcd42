internal import Cards

/// What a person could do so that the next frame can be read.
enum ScanHint: String, Sendable, Hashable {
  /// There is too little light.
  case light
  /// The card reflects a light.
  case tilt
  /// The code is partly outside.
  case inside
  /// The code is too small.
  case closer
  /// The code is large and blurred: the lens cannot focus this close.
  case back
  /// The code, or a whole frame without one, is blurred by motion.
  case still

  /// A frame whose lightest parts are below this is dark: black on white then has less contrast than the sensor has
  /// noise.
  private static let darkLevel = 90.0
  /// The share of white pixels that looks like a reflected lamp.
  private static let glareShare = 0.05
  /// If nearly everything is light, white is paper, not glare.
  private static let paleBrightness = 190.0
  /// An edge of more than four pixels hides bars of the usual width.
  private static let unsharp = 0.25
  /// Below this contrast, the measured sharpness is that of noise.
  private static let minContrast = 24.0
  /// A module needs about 3 pixels: at 1280 pixels, the 95 modules of an EAN-13 take 0.22 of the frame.
  private static let smallShare = 0.22
  /// The same for a matrix symbol; on cards, it seldom has more than 45 modules on a side (QR Code version 7).
  private static let smallSquareShare = 0.11
  /// The sides of a matrix symbol differ by less than this even at a slant; an EAN-13 has 0.7 (GS1 General
  /// Specifications, 5.2.3).
  private static let squareAspect = 0.8
  /// A card this large is closer than most phones can focus (about 8 cm).
  private static let largeShare = 0.6

  /// The most helpful hint; `nil` if a code is sure, the frame shows the vault's key, or nothing is known to be wrong.
  init?(_ reading: LiveReading) {
    // Such a frame was not measured.
    guard !reading.holdsKey, !reading.codes.contains(where: \.found.isSure) else { return nil }
    let measures = reading.measures
    if measures.lightLevel < Self.darkLevel {
      self = .light
      return
    }
    let isUnsharp =
      measures.contrast >= Self.minContrast && measures.sharpness < Self.unsharp
    guard let share = reading.candidateShare, let corners = reading.candidate else {
      // Without a located code, only the sharpness of the whole frame is known.
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

  /// Whether a quadrilateral reaches the edge of the frame.
  private static func isCut(_ corners: [FoundBarcode.Point], width: Int, height: Int) -> Bool {
    let margin = max(width, height) / 100
    return corners.contains {
      $0.x <= margin || $0.y <= margin || $0.x >= width - 1 - margin || $0.y >= height - 1 - margin
    }
  }
}
