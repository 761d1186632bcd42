internal import Cards

/// A code's bytes as other wallets keep them: a text, and the charset in which it means exactly these bytes.
struct EncodedText {
  /// The text.
  let text: String
  /// The name of the charset, which `Charset` knows; empty for ISO-8859-1 that the symbol does not state.
  let charset: String
  /// Whether the symbol states another charset than this one.
  let losesCharset: Bool

  /// Finds the text of a code; `nil` if it contains a zero byte, which texts cannot hold.
  init?(_ code: Barcode) {
    guard !code.bytes.contains(0) else { return nil }
    let eci = code.traits.eci
    let stated = eci.flatMap { Charset.name(ofECI: $0) }
    let meant = stated.flatMap { Charset.text(of: code.bytes, in: $0) }
    text = meant ?? Charset.latin1Text(code.bytes)
    charset = meant == nil ? "" : stated ?? ""
    losesCharset = meant == nil && eci != nil
  }
}
