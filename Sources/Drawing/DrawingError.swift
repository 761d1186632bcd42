public import Cards

/// Why a code cannot be drawn.
///
/// No case carries payload.
public enum DrawingError: Error, Sendable, Hashable {
  /// A property of a symbol that a symbology may not be able to state.
  public enum Statement: Sendable, Hashable {
    /// An Extended Channel Interpretation: the symbology has none, or this one is out of its range.
    case eci
    /// FNC1 in first position.
    case gs1
    /// An add-on of two or five digits.
    case addOn
    /// The header of a structured append: the symbology has none, or this one is not possible or not known completely.
    case part
  }

  /// There is nothing to draw.
  case emptyPayload(Symbology)
  /// The symbology does not allow a payload of this length.
  case wrongLength(Symbology, byteCount: Int)
  /// A byte is outside the symbology's alphabet; `offset` counts from 0.
  case wrongByte(Symbology, offset: Int)
  /// The check digit does not fit the other digits.
  case wrongCheckDigit(Symbology)
  /// The symbology cannot state a property of the original; leaving it out would change the code.
  case cannotState(Symbology, Statement)
  /// The payload is larger than the largest symbol.
  case tooLong(Symbology, byteCount: Int)
  /// The encoder refused the payload.
  case refused(Symbology)
  /// The picture has no room for modules that a scanner could read.
  case tooFine(Symbology)
  /// There was not enough memory.
  case outOfMemory
  /// The picture needs more terminal columns than there are.
  case tooWide(needed: Int, available: Int)
  /// The picture needs more terminal lines than there are.
  case tooTall(needed: Int, available: Int)
}
