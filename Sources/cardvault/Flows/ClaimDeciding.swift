internal import Cards
internal import Sealing
internal import TerminalIO
internal import VaultFormat
internal import VaultStore
internal import Wallet

extension ClaimOptions {
  /// Which of these saves the person takes in.
  ///
  /// - Parameters:
  ///   - claims: Saves that whoever has a replaced key could have made.
  ///   - vault: The vault, for the names of cards.
  ///   - refusal: What was not done where nobody can be asked.
  ///   - console: Where the person is asked.
  /// - Returns: All of them, or none.
  /// - Throws: `Failure` where there are some and nobody can be asked.
  func takenIn(
    of claims: [ClaimedSegment], in vault: Vault, orElse refusal: String, _ console: Console
  ) async throws -> Set<ContentHash> {
    if claims.isEmpty || leaveOut { return [] }
    let all = Set(claims.map(\.id))
    if takeIn { return all }
    guard console.isInteractive else {
      throw Failure.usage(
        refusal,
        because:
          "\(claims.saves) only under a replaced key, and whoever has that key could have made "
          + (claims.count == 1 ? "it" : "them"),
        try: "--take-in or --leave-out; cardvault key rotate --finish on a terminal shows them")
    }
    let names = await vault.cardNames
    console.ask(
      """
      \(claims.saves) only under a replaced key. Whoever has that key could have made \
      \(claims.count == 1 ? "it" : "them"); \
      so could a device of yours that does not have the new key yet:
      \(claims.map { "  " + $0.line(names) }.joined(separator: "\n"))

      """)
    let isWanted =
      console.answer(to: "Take them in? [y/N] ")?.lowercased().hasPrefix("y") == true
    return isWanted ? all : []
  }
}

extension [ClaimedSegment] {
  /// How many there are, as a sentence begins.
  fileprivate var saves: String { "\(count.saves) \(count == 1 ? "exists" : "exist")" }
}

extension ClaimedSegment {
  private static let mostCards = 6

  /// The save in one line: when and on which device, as it claims, and which cards it changes.
  fileprivate func line(_ names: [CardID: String]) -> String {
    let words = cards.prefix(Self.mostCards).map { card in
      let name = names[card].map { "“\($0)”" } ?? "a card that is not here"
      return removedCards.contains(card) ? "removes \(name)" : name
    }
    let rest = cards.count - words.count
    return "\(made.local), device \(device.bigEndianDigits.prefix(4)): "
      + words.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}

extension Int {
  /// So many saves.
  fileprivate var saves: String { self == 1 ? "1 save" : "\(self) saves" }
}
