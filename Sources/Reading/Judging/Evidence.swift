import Cards

/// What speaks for a reading, and whether that is enough.
struct Evidence {
  /// How much a reading is worth.
  enum Strength: Int, Comparable {
    case weak
    case fair
    case strong

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  var barcode: Barcode
  var engines: Set<Finding.Engine>
  var lineCount: Int
  /// Whether it was seen only on pictures whose pixels had been altered.
  var isAltered: Bool

  /// What the evidence amounts to.
  ///
  /// Matrix symbols carry Reed-Solomon codes and are strong. Linear ones are fair when enough lines agree
  /// for what their check leaves open, else weak.
  var strength: Strength {
    switch barcode.symbology {
    case .qrCode, .rmqrCode, .pdf417, .compactPDF417, .aztec, .dataMatrix, .maxiCode:
      .strong
    case .microQRCode:
      // M1 only detects errors (ISO/IEC 18004 table 9).
      barcode.traits.version == "M1" ? .weak : .strong
    case .aztecRune, .telepen, .dxFilmEdge:
      .weak
    default:
      lineCount >= linesWanted ? .fair : .weak
    }
  }

  /// Whether `other` outweighs this reading so far that the two do not contradict each other: engines that
  /// agree count more than lines, which repeat the same pixels.
  func isMuchLess(than other: Evidence) -> Bool {
    strength <= other.strength && weight * 4 <= other.weight
  }

  private var isZBarAlone: Bool { engines == [.zbar] }

  private var weight: Int { lineCount * engines.count * engines.count }

  /// Whether ZBar's folding of Code 128's extended characters (FNC4) into ASCII could have made this text:
  /// of all Latin-1, only `°±²³´µ¶·¸¹` turn into digits, and no card is numbered with those.
  private var mayHideExtended: Bool {
    isZBarAlone && !barcode.bytes.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }
  }

  /// Lines of a symbology without a check character of its own.
  ///
  /// From altered pixels one engine is not enough. Two engines are, and so is a check: all 10 photos of our
  /// corpus that are read only so are read rightly.
  private var uncheckedLines: Int { engines.count > 1 ? 2 : isAltered ? .max : 6 }

  /// How many scan lines must agree; `Int.max` where no number is enough.
  private var linesWanted: Int {
    let count = barcode.bytes.count
    return switch barcode.symbology {
    // By ZBar alone, fewer lines are as often wrong as right (our measurement).
    case .ean13, .upcA: isZBarAlone ? 10 : 2
    case .ean8: 3
    case .upcE: engines.count > 1 ? 2 : 6
    case .code128: count < 3 || mayHideExtended ? .max : 2
    case .code93: count < 3 ? .max : 2
    case .code39: count < 4 ? .max : uncheckedLines
    case .codabar, .itf: count < 6 ? .max : uncheckedLines
    default: 2
    }
  }
}
