/// A face from top to bottom: the name, the code with its quiet zone, and the number.
///
/// Nothing of a name or number can reach the code, however high its letters are: the white of the quiet zone is drawn
/// last.
struct FaceLayout {
  /// The sizes of a medium, in its units.
  struct Measures {
    /// Width of the whole face.
    let width: Int
    /// Most width of a code with its quiet zone.
    let codeWidth: Int
    /// Most width of a line of text.
    let textWidth: Int
    /// Most height of everything.
    let height: Int
    /// Between the name, the code and the number.
    let gap: Int
    let nameSizes: ClosedRange<Int>
    let numberSizes: ClosedRange<Int>
    /// For a number without a code.
    let loneNumberSizes: ClosedRange<Int>
    let mostNumberLines: Int
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
      atMost: measures.mostNumberLines)
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
