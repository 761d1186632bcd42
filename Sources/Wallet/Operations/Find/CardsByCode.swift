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
