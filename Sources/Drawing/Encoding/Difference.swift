/// A difference between a drawn symbol and the one that was read; bytes, ECI and GS1 never differ.
public enum Difference: Sendable, Hashable {
  /// The AIM identifier states something that zint does not draw: FNC1 in second position (except in Code 128), a
  /// part of a structured append whose header is not known, QR Code Model 1.
  case identifier(wanted: String)
  /// The drawn symbol is not for reader programming.
  case readerInitialisation
  /// Another error-correction level, in the notation of `SymbolTraits`.
  case errorCorrection(wanted: String, drawn: String?)
  /// Another size, in the notation of `SymbolTraits`.
  case version(wanted: String, drawn: String?)
  /// Another number of data columns.
  case columns(wanted: Int, drawn: Int?)
  /// Another data mask.
  case mask(wanted: Int, drawn: Int?)

  /// How much it matters: what is given up last weighs most, more than everything below it together.
  var weight: Int {
    switch self {
    case .identifier: 32
    case .readerInitialisation: 16
    case .errorCorrection: 8
    case .version: 4
    case .columns: 2
    case .mask: 1
    }
  }
}
