internal import Cards
internal import Wallet

extension TypedCode {
  /// The code that a person typed on a page.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - symbologyName: What was chosen; `nil` or empty to work it out.
  ///   - old: The code that it replaces.
  ///   - today: Today's date.
  /// - Returns: The code, and what was concluded from the text.
  /// - Throws: `WalletError`, `Failure` for a number that is not clear, and `DecodingError` for a symbology that does
  ///   not exist.
  static func code(
    _ text: String, symbologyName: String?, replacing old: Barcode?, today: CalendarDate
  ) throws -> (barcode: Barcode, notes: [Note]) {
    let named = try Self.named(symbologyName)
    if let old, let kind = named?.symbology ?? (text == old.text ? old.symbology : nil) {
      return try correction(text, as: kind, form: named?.form, of: old, today: today)
    }
    switch try TypedCode(text)
      .meaning(as: named?.symbology, form: named?.form, replacing: old, today: today)
    {
    case .code(let barcode, let notes): return (barcode, notes)
    case .unclear(let number): throw Failure(number, advising: "choose", option: \.name)
    }
  }

  private static func named(_ name: String?) throws -> NamedSymbology? {
    guard let name, !name.isEmpty else { return nil }
    guard let named = NamedSymbology(name) else {
      throw DecodingError.malformed("no such symbology")
    }
    return named
  }
}

extension DecodingError {
  /// A request whose JSON has the right types, but makes no sense.
  static func malformed(_ what: String) -> DecodingError {
    .dataCorrupted(Context(codingPath: [], debugDescription: what))
  }
}
