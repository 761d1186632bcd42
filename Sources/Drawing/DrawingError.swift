public import Cards

/// Why a code cannot be drawn.
///
/// No case carries payload.
public enum DrawingError: Error, Sendable, Hashable {
  /// What a symbol may be asked to state and not be able to.
  public enum Statement: Sendable, Hashable {
    /// An Extended Channel Interpretation: none of this kind, or this one is out of its range.
    case eci
    /// FNC1 in first position.
    case gs1
    /// An add-on of two or five digits.
    case addOn
  }

  /// There is nothing to draw.
  case emptyPayload(Symbology)
  /// The payload has a length that the symbology does not have.
  case wrongLength(Symbology, byteCount: Int)
  /// A byte is outside the symbology's alphabet; `offset` counts from 0.
  case wrongByte(Symbology, offset: Int)
  /// The check digit does not fit the other digits.
  case wrongCheckDigit(Symbology)
  /// The symbology cannot say something that the original did; leaving it out would change the code.
  case cannotState(Symbology, Statement)
  /// The payload is larger than the largest symbol.
  case tooLong(Symbology, byteCount: Int)
  /// The encoder refused the payload.
  case refused(Symbology)
  /// There was no memory for it.
  case outOfMemory
  /// The picture needs more terminal columns than there are.
  case tooWide(needed: Int, available: Int)
  /// The picture needs more terminal lines than there are.
  case tooTall(needed: Int, available: Int)
}
