internal import Cards

extension TypedCode {
  /// The number or text as typed, with its check digit.
  func number(as named: Symbology?) throws(WalletError) -> Meaning {
    let solved = try solvedNumber(as: named)
    let symbology = named ?? solved?.symbology ?? likelySymbology
    let typed = solved?.digits ?? Array(text.utf8)
    let bytes = try Self.normalised(typed, symbology)
    var notes = solved.map { [Note.digitFound($0.found)] } ?? []
    if symbology.isRetail, bytes.count > typed.count(where: { (0x30...0x39).contains($0) }),
      let last = bytes.last
    {
      notes.append(.checkDigitAdded(Character(Unicode.Scalar(last))))
    }
    // A typed Code 39 is taken literally, without the pairs that encode lower case (ISO/IEC 15424 ]A0): with
    // them, a till would get other characters.
    let traits = SymbolTraits(aimIdentifier: symbology == .code39 ? "]A0" : "")
    let barcode = Barcode(
      symbology: symbology, bytes: bytes, text: String(decoding: bytes, as: UTF8.self),
      traits: traits)
    return .code(barcode, notes: notes)
  }

  /// A text of which the symbol holds pairs of its own characters.
  func fullASCII(as symbology: Symbology, year: Int) throws(WalletError) -> Meaning {
    let named = NamedSymbology(symbology: symbology, form: .fullASCII)
    guard let code = named.code(of: text, year: year) else { throw .code(.notCode39) }
    return .code(code, notes: [])
  }

  /// The characters of Code 39 (ISO/IEC 16388 table 1).
  private static let code39Characters = Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)

  /// The likely symbology of a text, if none was named.
  private var likelySymbology: Symbology {
    // EAN-13 and UPC-A are printed in groups, books' with hyphens; 8 digits in groups are more likely a
    // member's number.
    let digits = bare
    let fitting = [Symbology.ean13, .upcA, .ean8].first {
      CheckDigit.isRight(digits, as: $0) == true
    }
    guard let fitting, fitting != .ean8 || digits.count == text.utf8.count else { return .code128 }
    return fitting
  }

  /// Checks retail numbers, and adds the check digit if only that is missing.
  private static func normalised(
    _ bytes: [UInt8], _ symbology: Symbology
  ) throws(WalletError) -> [UInt8] {
    if symbology == .code39, !bytes.allSatisfy(code39Characters.contains) {
      throw .code(.notCode39)
    }
    guard symbology.isRetail else { return bytes }
    let digits = bare(bytes)
    let length = [Symbology.ean13: 13, .upcA: 12, .ean8: 8, .upcE: 8][symbology] ?? 0
    if symbology == .ean13, digits.count == 12, CheckDigit.isValidGS1(digits) {
      throw .code(.completeUPCA)
    }
    if symbology != .upcE, digits.count == length - 1, let check = CheckDigit.gs1(digits) {
      return digits + [check]
    }
    let checked = symbology == .upcE ? CheckDigit.expandedUPCE(digits) : digits
    guard digits.count == length, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw .code(.wrongNumber(symbology, digitCount: length))
    }
    guard let checked, CheckDigit.isValidGS1(checked) else {
      throw .code(.wrongCheckDigit(symbology))
    }
    return digits
  }
}
