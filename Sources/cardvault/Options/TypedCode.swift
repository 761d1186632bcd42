internal import Cards

/// What a person typed for a code, and what it turns out to be when it is more than bare characters.
struct TypedCode {
  let text: String
  /// The kind that was named with it; `nil` leaves the choice to its form.
  let symbology: Symbology?
  let console: Console

  /// A GS1 code from its printed form, `(01)09521234543213(17)261231`: in the symbol itself the brackets
  /// do not stand.
  ///
  /// - Returns: `nil` when it is none, or its kind may hold the brackets as they are.
  func elements(year: Int) throws -> Barcode? {
    let kind = symbology ?? .code128
    guard let identifier = Self.gs1Identifiers[kind] else { return nil }
    var typed = Array(text.utf8)
    guard PrintedElements(text, year: year) != nil else { return nil }
    if typed.contains(UnreadableDigit.sign) {
      typed = try solved(typed) { candidate in
        let text = String(decoding: candidate, as: UTF8.self)
        return PrintedElements(text, year: year)?.elements.isFaultless == true
      }
    }
    let printed = PrintedElements(String(decoding: typed, as: UTF8.self), year: year)
    guard let printed, printed.elements.isFaultless else {
      let fault = printed?.elements.elements.lazy.compactMap { element in
        element.fault.map { "\(element.title.isEmpty ? "a piece" : element.title): \($0.words)" }
      }.first
      throw Failure.usage(
        "this is no GS1 code", because: fault ?? "its pieces do not fit",
        try: "look for a character that was typed wrong")
    }
    console.remark(
      "Taken as a GS1 code: \(printed.elements.elements.map(\.title).joined(separator: ", "))")
    return Barcode(
      symbology: kind, bytes: printed.bytes, text: String(decoding: printed.bytes, as: UTF8.self),
      traits: SymbolTraits(aimIdentifier: identifier, gs1: true))
  }

  /// The EAN-13 of a book or periodical from its printed number, `ISBN 0-14-300723-8`.
  ///
  /// - Returns: `nil` when it is none, or another kind was named.
  func publication() throws -> Barcode? {
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
    if typed.contains(UnreadableDigit.sign) { typed = try solved(typed) { ean13($0) != nil } }
    guard let digits = ean13(typed) else {
      throw Failure.usage(
        "this is no \(isBook ? "ISBN" : "ISSN")",
        because: "its last place is computed from the others, and does not fit them",
        try: "look for a digit that was typed wrong")
    }
    console.remark("Taken as the EAN-13 of this \(isBook ? "ISBN" : "ISSN").")
    return Barcode(
      symbology: .ean13, bytes: digits, text: String(decoding: digits, as: UTF8.self))
  }

  /// The number with its unreadable digit, typed as `?`, solved by the check digit.
  ///
  /// - Returns: the digits and their kind, or `nil` where nothing is to be solved: words and addresses
  ///   may hold a question mark.
  func solvedNumber() throws -> (digits: [UInt8], symbology: Symbology)? {
    let signs = bare.count { $0 == UnreadableDigit.sign }
    let isNumber = bare.enumerated().allSatisfy { index, byte in
      (0x30...0x39).contains(byte) || byte == UnreadableDigit.sign
        || (byte | 0x20 == UInt8(ascii: "x") && index == bare.count - 1)
    }
    guard signs > 0, signs < bare.count, isNumber else { return nil }
    guard signs == 1 else { throw Failure(UnreadableDigit.Problem.several(signs)) }
    let kind = try symbology ?? likelyKind()
    if kind.isRetail, CheckDigit.isRight(bare, as: kind) == nil { return nil }
    guard CheckDigit.isRight(bare, as: kind) != nil else {
      throw Failure.usage(
        "the unreadable digit cannot be found",
        because: "\(bare.count) characters of \(kind) have no check digit that tells it",
        try: "look at the card in slanting light, or import a photo of it")
    }
    return (try solved(bare) { CheckDigit.isRight($0, as: kind) == true }, kind)
  }

  /// What was typed without the blanks and hyphens that group digits.
  private var bare: [UInt8] {
    text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
  }

  /// The kind of a number with an unreadable digit: it must have a check digit.
  private func likelyKind() throws -> Symbology {
    switch bare.count {
    case 13: return .ean13
    case 12: return .upcA
    case 8 where !"01?".utf8.contains(bare[0]): return .ean8
    default:
      throw Failure.usage(
        "the unreadable digit cannot be found",
        because: "a number of \(bare.count) characters need not have a check digit",
        try: "--symbology UPC-E or another kind that has one, or ISBN before it")
    }
  }

  private func solved(_ typed: [UInt8], isRight: ([UInt8]) -> Bool) throws -> [UInt8] {
    do throws(UnreadableDigit.Problem) {
      let (number, digit) = try UnreadableDigit.solved(typed, isRight: isRight)
      // Said even under --quiet, and without the number: it may have been typed where nobody should see it.
      console.ask(
        "The unreadable digit is \(digit): the check digit leaves no other. Compare it with the card.\n"
      )
      return number
    } catch {
      throw Failure(error)
    }
  }

  /// Kinds in which brackets around numbers mean GS1, and what identifies them then (ISO/IEC 15424).
  private static let gs1Identifiers: [Symbology: String] = [
    .code128: "]C1", .dataMatrix: "]d2", .dataBarExpanded: "]e0", .dataBarExpandedStacked: "]e0",
  ]
}

extension Failure {
  /// A number whose unreadable digit cannot be solved.
  init(_ problem: UnreadableDigit.Problem) {
    let reason =
      switch problem {
      case .several(let count): "\(count) digits are unreadable, and a check digit tells one"
      case .noneFits: "no digit fits the check digit: another one is wrong too"
      case .manyFit(let count): "\(count) digits fit the check digit"
      }
    self.init(
      "the unreadable digit cannot be found", because: reason,
      try: "look at the card in slanting light, or import a photo of it", status: .usage)
  }
}
