/// A card in `show --as json`.
package struct ShownCard: Decodable, Sendable {
  /// One of its codes, and the facts that a drawing keeps.
  package struct Code: Decodable, Hashable, Sendable {
    /// The kind of barcode.
    package let symbology: String
    /// Its content as text.
    package let text: String
    /// Its content in hexadecimal digits.
    package let bytes: String
    /// Its AIM identifier (ISO/IEC 15424).
    package let aim: String?
    /// Whether it has GS1 elements.
    package let gs1: Bool?
    /// Its charset, as an extended channel interpretation.
    package let eci: Int?
    /// Its level of error correction.
    package let errorCorrection: String?
    /// Its size, by the number that its kind gives it.
    package let version: String?
    /// The two or five digits beside an EAN or UPC.
    package let addOn: String?
  }

  /// Its name.
  package let name: String
  /// Its codes.
  package let codes: [Code]
  /// Its note.
  package let note: String?
}

extension ReadLine.Code {
  /// The same facts in the form of `show`.
  package var drawn: ShownCard.Code {
    ShownCard.Code(
      symbology: symbology, text: text, bytes: bytes, aim: aim, gs1: gs1, eci: eci,
      errorCorrection: errorCorrection, version: version, addOn: addOn)
  }
}
