internal import Cards
internal import Sealing
internal import Terminal
internal import VaultFormat
internal import VaultStore
internal import Wallet

extension ConfirmationOptions {
  /// All of these saves, which anyone with a retired key could have made, or none, as the person decides.
  ///
  /// - Throws: `Failure` if there are any and nobody can be asked.
  func takenIn(
    of saves: [RetiredSave], in vault: Vault, _ console: Console
  ) async throws -> Set<ContentHash> {
    if saves.isEmpty { return [] }
    let names = await vault.cardNames
    // A later save may change or remove a card that an earlier one made.
    let claimed = saves.reduce(into: [CardID: String]()) { $0.merge($1.names) { _, last in last } }
    if !console.format.isForScripts {
      let isOne = saves.count == 1
      console.say(
        """
        \(saves.count.saves) \(isOne ? "is" : "are") sealed under a key that this vault does not use. \(isOne ? "It" : "They") \
        may come from a device of yours that does not have the new key yet, or from anyone else who has the old one:

        """)
      for save in saves { console.say("  \(save.line(names, claimed))\n") }
    }
    if yes { return Set(saves.map(\.id)) }
    guard console.isInteractive else { throw VaultError.retiredSaves(saves) }
    return console.agrees(to: Question.retiredSaves) ? Set(saves.map(\.id)) : []
  }
}

extension RetiredSave {
  private static let maxCards = 6
  /// In characters: anyone may have chosen the name.
  private static let maxNameLength = 60

  /// The save in one line: when and on which device it claims to be made, and which cards it changes.
  fileprivate func line(_ names: [CardID: String], _ claimed: [CardID: String]) -> String {
    let words = cards.prefix(Self.maxCards).map { card in
      let name =
        names[card].flatMap { $0.isEmpty ? nil : "“\($0)”" } ?? claimed[card].map {
          "“\($0.prefix(Self.maxNameLength))” (new)"
        }
        ?? "an unknown card"
      return removedCards.contains(card) ? "removes \(name)" : name
    }
    let rest = cards.count - words.count
    let device = deviceName.isEmpty ? "\(device.bigEndianDigits.prefix(4))" : deviceName
    return "\(made.local), device \(device): "
      + words.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
