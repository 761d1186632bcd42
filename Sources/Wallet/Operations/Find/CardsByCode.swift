package import Cards
package import ReaderLink
package import VaultStore

/// Finding cards by their code.
extension Vault {
  /// The cards whose code or printed number is or ends with this number.
  ///
  /// - Parameter typed: The number as typed, with or without spaces, hyphens and the dots of a list.
  /// - Returns: The cards, sorted by name; only those with exactly this number, if there are any.
  package nonisolated func cards(withNumber typed: String) async -> [Card] {
    await cards.with(number: typed)
  }

  /// The cards with a code that is on a photo.
  ///
  /// - Parameters:
  ///   - photo: Where the photo is.
  ///   - onMissing: Called at most once, with the names of the protections that this kernel lacks.
  ///   - onOutcome: Called once, with what was found on the photo.
  /// - Returns: The cards, sorted by name, including those of doubtful codes; if there are none, removed ones.
  /// - Throws: `ReaderLinkError`, and what `onOutcome` throws.
  package nonisolated func cards(
    onPhoto photo: PictureSource, onMissing: ([String]) -> Void,
    onOutcome: (PictureOutcome) throws -> Void
  ) async throws -> (cards: [Card], removed: RemovedMatch?) {
    var wanted: Set<[UInt8]> = []
    try await ReaderPool.readEach(of: [photo], onMissing: onMissing) { _, outcome in
      try onOutcome(outcome)
      for found in outcome.codes { wanted.insert(found.barcode.canonicalBytes) }
    }
    let codes = wanted
    let isOnIt = { @Sendable (card: Card) in
      card.codes.contains { codes.contains($0.canonicalBytes) }
    }
    let found = await cards(where: isOnIt)
    return (found, found.isEmpty ? await removed(where: isOnIt) : nil)
  }
}

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
