internal import Cards

/// What a card looks like on paper or a phone: its name, at most one code, and a number to type.
public struct CardFace: Sendable, Hashable {
  /// The card's name, in any script.
  public let name: String
  /// The code; `nil` for a card with nothing but a number.
  public let symbol: DrawnSymbol?
  /// The number beneath the code; empty for none.
  public let number: String

  /// Makes a face.
  ///
  /// - Parameters:
  ///   - name: the card's name; control characters are replaced, long names fitted.
  ///   - symbol: the code, if there is one.
  ///   - number: the number; one that does not fit whole is left out.
  public init(name: String, symbol: DrawnSymbol?, number: String) {
    self.name = name
    self.symbol = symbol
    self.number = number
  }
}

/// A face from top to bottom: the name, the code with its quiet zone, and the number.
///
/// However high its letters are, no name or number can reach the code: the white of the quiet zone is drawn last.
struct FaceLayout {
  /// The sizes of a medium, in its units.
  struct Measures {
    /// Width of the whole face.
    let width: Int
    /// Maximum width of a code with its quiet zone.
    let codeWidth: Int
    /// Maximum width of a line of text.
    let textWidth: Int
    /// Maximum height of everything together.
    let height: Int
    /// Between the name, the code and the number.
    let gap: Int
    let nameSizes: ClosedRange<Int>
    let numberSizes: ClosedRange<Int>
    /// For a number without a code.
    let loneNumberSizes: ClosedRange<Int>
    let maxNumberLines: Int
    let linearHeight: Int
  }

  /// From the top of the name to the bottom of the number, at most the height of the measures.
  let height: Int
  private let measures: Measures
  private let name: FittedText
  private let number: [FittedText]
  private let code: ScaledSymbol?

  /// Lays a face out.
  ///
  /// - Throws: `DrawingError.tooFine` where the code does not fit.
  init(
    _ face: CardFace, _ measures: Measures, moduleWidths: ClosedRange<Int>
  ) throws(DrawingError) {
    self.measures = measures
    name = FittedText(face.name, width: measures.textWidth, sizes: measures.nameSizes)
    number = FittedText.lines(
      of: face.number, width: measures.textWidth,
      sizes: face.symbol == nil ? measures.loneNumberSizes : measures.numberSizes,
      atMost: measures.maxNumberLines)
    let texts =
      (name.isEmpty ? 0 : name.height + measures.gap)
      + (number.isEmpty ? 0 : number.map(\.height).reduce(measures.gap, +))
    guard let symbol = face.symbol else {
      self.code = nil
      height = max(0, texts - measures.gap)
      return
    }
    let code = try ScaledSymbol(
      symbol,
      in: .init(
        width: measures.codeWidth, height: measures.height - texts, moduleWidths: moduleWidths,
        linearHeight: measures.linearHeight))
    self.code = code
    height = texts + code.height
  }

  /// The face as SVG elements.
  ///
  /// - Returns: elements, each with a line end.
  func elements(top: Int) -> String {
    let centre = measures.width / 2
    var texts = ""
    var y = top
    if !name.isEmpty {
      texts += name.element(centre: centre, baseline: y + name.ascent, weight: "bold")
      y += name.height + measures.gap
    }
    var drawn = ""
    if let code {
      drawn = code.elements(x: (measures.width - code.width) / 2, y: y)
      y += code.height + measures.gap
    }
    for line in number {
      texts += line.element(centre: centre, baseline: y + line.ascent, weight: "normal")
      y += line.height
    }
    return texts + drawn
  }
}

/// A symbol whose modules are a whole number of units wide, with its whole quiet zone.
struct ScaledSymbol {
  /// The room for a symbol and its quiet zone, in units.
  struct Room {
    let width: Int
    let height: Int
    /// How wide a module may be.
    let moduleWidths: ClosedRange<Int>
    /// How high a linear symbol is, if there is room.
    let linearHeight: Int
  }

  /// How many units wide a module is.
  let scale: Int
  private let symbol: DrawnSymbol
  /// In units.
  private let rowHeights: [Int]

  /// Scales a symbol to the largest size that the room allows.
  ///
  /// - Throws: `DrawingError.tooFine` where modules would be narrower than allowed.
  init(_ symbol: DrawnSymbol, in room: Room) throws(DrawingError) {
    let quiet = symbol.quietZone
    let isOneRow = symbol.symbology.shape == .linear && symbol.rows.count == 1
    let across = room.width / max(1, symbol.width + 2 * quiet.horizontal)
    let down = isOneRow ? across : room.height / max(1, symbol.height + 2 * quiet.vertical)
    // Limits are for what a scanner sees as a module.
    let parts = symbol.modulesPerCell
    let least = max(1, (room.moduleWidths.lowerBound + parts - 1) / parts)
    let scale = min(across, down, max(least, room.moduleWidths.upperBound / parts))
    guard scale >= least else { throw .tooFine(symbol.symbology) }
    self.symbol = symbol
    self.scale = scale
    guard isOneRow else {
      rowHeights = symbol.rowHeights.map { $0 * scale }
      return
    }
    let height = min(room.linearHeight, room.height - 2 * quiet.vertical * scale)
    // 15 % of the width can still be aimed at (ISO/IEC 15417 4.7.2, 16388 4.4).
    guard height >= symbol.width * scale * 15 / 100 else { throw .tooFine(symbol.symbology) }
    rowHeights = [height]
  }

  /// Width with the quiet zone, in units.
  var width: Int { (symbol.width + 2 * symbol.quietZone.horizontal) * scale }

  /// Height with the quiet zone, in units.
  var height: Int { rowHeights.reduce(0, +) + 2 * symbol.quietZone.vertical * scale }

  /// The symbol as SVG elements on a white quiet zone, which covers what is beneath.
  ///
  /// - Parameters:
  ///   - x: the left edge of the quiet zone.
  ///   - y: its upper edge.
  /// - Returns: two elements, each with a line end.
  func elements(x: Int, y: Int) -> String {
    let (left, top) = (
      x + symbol.quietZone.horizontal * scale, y + symbol.quietZone.vertical * scale
    )
    return """
      <rect x="\(x)" y="\(y)" width="\(width)" height="\(height)" fill="#ffffff"/>
      <path transform="translate(\(left) \(top)) scale(\(scale) 1)" fill="#000000" \
      shape-rendering="crispEdges" d="\(CardSVG.path(symbol, rowHeights: rowHeights))"/>

      """
  }
}
