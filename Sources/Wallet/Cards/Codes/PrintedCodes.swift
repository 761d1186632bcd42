internal import Cards

/// Codes typed in their human-readable printed form.
extension TypedCode {
  /// A GS1 code from its printed form, `(01)09521234543213(17)261231`; the symbol itself does not contain the brackets,
  /// and a text that is named GS1 may lack them, too.
  ///
  /// `nil` if it is none, or its symbology can contain brackets.
  func elements(
    as symbology: Symbology?, isNamed: Bool, year: Int
  ) throws(WalletError) -> Meaning? {
    let kind = symbology ?? .code128
    let read = { (typed: [UInt8]) -> PrintedElements? in
      let text = String(decoding: typed, as: UTF8.self)
      return PrintedElements(text, year: year)
        ?? (isNamed ? PrintedElements(plain: text, year: year) : nil)
    }
    guard isNamed || Self.bracketed.contains(kind), var printed = read(Array(text.utf8)) else {
      return nil
    }
    var notes: [Note] = []
    if text.utf8.contains(UnreadableDigit.sign) {
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
    return Barcode(printed, as: kind).map { .code($0, notes: notes) }
  }

  /// The EAN-13 of a book or periodical from its printed number, `ISBN 0-14-300723-8`; `nil` if it is neither, or
  /// another symbology was named.
  func publication(
    as symbology: Symbology?, form: NamedSymbology.Form?
  ) throws(WalletError) -> Meaning? {
    guard symbology == nil || symbology == .ean13 else { return nil }
    let upper = text.uppercased()
    let isPeriodical = upper.hasPrefix("ISSN") || (form == .periodical && bare.count == 8)
    let isBook =
      form == .book || upper.hasPrefix("ISBN") || (symbology == .ean13 && bare.count == 10)
    guard isBook || isPeriodical else { return nil }
    let ean13 = { (typed: [UInt8]) -> [UInt8]? in
      let text = String(decoding: typed, as: UTF8.self)
      return isBook
        ? BookNumber.isbn13(inText: text).map { Array($0.utf8) }
        : (PeriodicalNumber(text: text) ?? PeriodicalNumber(text: "ISSN \(text)"))?.ean13
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

  /// Symbologies in which numbers in brackets mean GS1, whatever it was called.
  private static let bracketed: Set<Symbology> = [
    .code128, .dataMatrix, .dataBarExpanded, .dataBarExpandedStacked,
  ]
}
