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

extension TypedCode {
  /// The number with its unreadable digit, typed as `?`, computed from the check digit; `nil` if there is nothing to
  /// compute, since words and addresses can contain question marks.
  func solvedNumber(
    as symbology: Symbology?
  ) throws(WalletError) -> (digits: [UInt8], symbology: Symbology, found: Character)? {
    let bare = bare
    let signs = bare.count { $0 == UnreadableDigit.sign }
    let isNumber = bare.enumerated().allSatisfy { index, byte in
      (0x30...0x39).contains(byte) || byte == UnreadableDigit.sign
        || (byte | 0x20 == UInt8(ascii: "x") && index == bare.count - 1)
    }
    guard signs > 0, signs < bare.count, isNumber else { return nil }
    guard signs == 1 else { throw .code(.unreadableDigit(.several(signs))) }
    let kind = if let symbology { symbology } else { try Self.likelySymbology(of: bare) }
    if kind.isRetail, CheckDigit.isRight(bare, as: kind) == nil { return nil }
    guard CheckDigit.isRight(bare, as: kind) != nil else {
      throw .code(.noCheckDigit(characterCount: bare.count, kind))
    }
    let (digits, found) = try Self.solved(bare) { CheckDigit.isRight($0, as: kind) == true }
    return (digits, kind, found)
  }

  /// Computes the digit typed as `?`.
  static func solved(
    _ typed: [UInt8], isRight: ([UInt8]) -> Bool
  ) throws(WalletError) -> (digits: [UInt8], found: Character) {
    do throws(UnreadableDigit.Problem) {
      let (number, digit) = try UnreadableDigit.solved(typed, isRight: isRight)
      return (number, digit)
    } catch {
      throw .code(.unreadableDigit(error))
    }
  }

  /// The likely symbology of a number with an unreadable digit, which must have a check digit.
  private static func likelySymbology(of bare: [UInt8]) throws(WalletError) -> Symbology {
    switch bare.count {
    case 13: return .ean13
    case 12: return .upcA
    case 8 where !"01?".utf8.contains(bare[0]): return .ean8
    default: throw .code(.perhapsNoCheckDigit(characterCount: bare.count))
    }
  }
}
