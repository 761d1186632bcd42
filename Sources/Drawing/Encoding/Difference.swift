/// Something in which a drawn symbol differs from the one that was read; bytes, ECI and GS1 never do.
public enum Difference: Sendable, Hashable {
  /// The AIM identifier says something that zint does not draw: FNC1 in second position (but in Code
  /// 128), one part of a structured append, QR Code Model 1.
  case identifier(wanted: String)
  /// The symbol is no reader-programming one.
  case readerInitialisation
  /// Another error-correction level, each as `SymbolTraits` writes it.
  case errorCorrection(wanted: String, drawn: String?)
  /// Another size, each as `SymbolTraits` writes it.
  case version(wanted: String, drawn: String?)
  /// Another number of data columns.
  case columns(wanted: Int, drawn: Int?)
  /// Another data mask.
  case mask(wanted: Int, drawn: Int?)

  /// How much it matters: what is given up last weighs most, and more than all below it together.
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
