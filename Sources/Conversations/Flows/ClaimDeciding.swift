internal import Cards
package import Sealing
package import TerminalIO
package import VaultFormat
package import VaultStore
internal import Wallet
internal import Wording

extension ClaimOptions {
  /// The saves that the person accepts.
  ///
  /// - Parameters:
  ///   - claims: Saves that anyone with a replaced key could have made.
  ///   - vault: The vault, for the names of cards.
  ///   - refusal: The error's first line, if nobody can be asked.
  ///   - console: Where the person is asked.
  /// - Returns: All of them, or none.
  /// - Throws: `Failure` if there are any and nobody can be asked.
  package func takenIn(
    of claims: [ClaimedSegment], in vault: Vault, orElse refusal: String, _ console: Console
  ) async throws -> Set<ContentHash> {
    if claims.isEmpty || leaveOut { return [] }
    let all = Set(claims.map(\.id))
    if takeIn { return all }
    guard console.isInteractive else {
      throw Failure.usage(
        refusal,
        because:
          "\(claims.saves) only under a replaced key, and anyone with that key could have made "
          + (claims.count == 1 ? "it" : "them"),
        try: "use --take-in or --leave-out; the same command on a terminal shows them and asks")
    }
    let names = await vault.cardNames
    console.ask(
      """
      \(claims.saves) only under a replaced key. \(claims.count == 1 ? "It" : "They") may come from \
      a device of yours that does not have the new key yet, or from anyone else who has the old key:
      \(claims.map { "  " + $0.line(names) }.joined(separator: "\n"))

      """)
    return console.agrees(to: Question.claims) ? all : []
  }
}

extension [ClaimedSegment] {
  /// How many there are, as the start of a sentence.
  fileprivate var saves: String { "\(count.saves) \(count == 1 ? "exists" : "exist")" }
}

extension ClaimedSegment {
  private static let mostCards = 6

  /// The save in one line: when and on which device it claims to be made, and which cards it changes.
  fileprivate func line(_ names: [CardID: String]) -> String {
    let words = cards.prefix(Self.mostCards).map { card in
      let name = names[card].map { "“\($0)”" } ?? "an unknown card"
      return removedCards.contains(card) ? "removes \(name)" : name
    }
    let rest = cards.count - words.count
    return "\(made.local), device \(device.bigEndianDigits.prefix(4)): "
      + words.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}

extension Int {
  /// The number of saves, with the noun.
  fileprivate var saves: String { self == 1 ? "1 save" : "\(self) saves" }
}
