internal import Cards

/// Codes typed in their human-readable printed form.
extension TypedCode {
  /// A GS1 code from its printed form, `(01)09521234543213(17)261231`; the symbol itself does not contain the
  /// brackets.
  ///
  /// - Returns: `nil` if it is not a GS1 code, or its symbology can contain brackets literally.
  func elements(as symbology: Symbology?, year: Int) throws(WalletError) -> Meaning? {
    let kind = symbology ?? .code128
    guard let identifier = Self.gs1Identifiers[kind],
      var printed = PrintedElements(text, year: year)
    else { return nil }
    var notes: [Note] = []
    if text.utf8.contains(UnreadableDigit.sign) {
      let read = { (typed: [UInt8]) in
        PrintedElements(String(decoding: typed, as: UTF8.self), year: year)
      }
      let (typed, digit) = try Self.solved(Array(text.utf8)) {
        read($0)?.elements.isFaultless == true
      }
      notes.append(.digitFound(digit))
      printed = read(typed) ?? printed
    }
    for element in printed.elements.elements {
      if let fault = element.fault { throw .code(.element(title: element.title, fault)) }
    }
    notes.append(.elements(printed.elements.elements.map(\.title)))
    let barcode = Barcode(
      symbology: kind, bytes: printed.bytes, text: String(decoding: printed.bytes, as: UTF8.self),
      traits: SymbolTraits(aimIdentifier: identifier, gs1: true))
    return .code(barcode, notes: notes)
  }

  /// The EAN-13 of a book or periodical from its printed number, `ISBN 0-14-300723-8`.
  ///
  /// - Returns: `nil` if it is neither, or another symbology was named.
  func publication(as symbology: Symbology?) throws(WalletError) -> Meaning? {
    guard symbology == nil || symbology == .ean13 else { return nil }
    let upper = text.uppercased()
    let isPeriodical = upper.hasPrefix("ISSN")
    let isBook = upper.hasPrefix("ISBN") || (symbology == .ean13 && bare.count == 10)
    guard isBook || isPeriodical else { return nil }
    let ean13 = { (typed: [UInt8]) -> [UInt8]? in
      let text = String(decoding: typed, as: UTF8.self)
      return isBook
        ? BookNumber.isbn13(inText: text).map { Array($0.utf8) }
        : PeriodicalNumber(text: text)?.ean13
    }
    var typed = Array(text.utf8)
    var notes: [Note] = []
    if typed.contains(UnreadableDigit.sign) {
      let (solved, digit) = try Self.solved(typed) { ean13($0) != nil }
      typed = solved
      notes.append(.digitFound(digit))
    }
    guard let digits = ean13(typed) else { throw .code(.publication(isBook: isBook)) }
    notes.append(isBook ? .book : .periodical)
    let barcode = Barcode(
      symbology: .ean13, bytes: digits, text: String(decoding: digits, as: UTF8.self))
    return .code(barcode, notes: notes)
  }

  /// Symbologies in which numbers in brackets mean GS1, with their symbology identifiers (ISO/IEC 15424).
  private static let gs1Identifiers: [Symbology: String] = [
    .code128: "]C1", .dataMatrix: "]d2", .dataBarExpanded: "]e0", .dataBarExpandedStacked: "]e0",
  ]
}
