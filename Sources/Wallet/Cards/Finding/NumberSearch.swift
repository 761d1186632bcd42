internal import Cards

extension [Card] {
  /// Those whose code or printed number is or ends with a number; only those with exactly this number, if there are any.
  func with(number typed: String) -> [Card] {
    let plain = typed.filter { !$0.isWhitespace && $0 != "-" }
    guard !plain.isEmpty else { return [] }
    let codes = Self.codes(meantBy: plain)
    let whole = filter { card in
      card.codes.contains { codes.contains($0.canonicalBytes) }
        || (card.codes.map(\.text) + [card.printedNumber]).contains { $0 == typed || $0 == plain }
    }
    return whole.isEmpty ? filter(SearchWords(typed).endNumber(of:)) : whole
  }

  /// What a typed number may be in canonical form, where a UPC-A is an EAN-13: of an ISBN-10, also the book's EAN-13.
  private static func codes(meantBy number: String) -> Set<[UInt8]> {
    // The century of dates in a code does not matter.
    guard let today = CalendarDate(year: 2000, month: 1, day: 1),
      let typed = try? TypedCode(number), let meaning = try? typed.meaning(today: today)
    else { return [] }
    switch meaning {
    case .code(let code, _): return [code.canonicalBytes]
    case .unclear(let unclear):
      let codes = unclear.meanings.compactMap { meaning -> [UInt8]? in
        guard
          case .code(let code, _)? = try? typed.meaning(as: meaning.symbology, today: today)
        else { return nil }
        return code.canonicalBytes
      }
      return Set(codes)
    }
  }
}
