package import Cards
package import VaultStore

extension Vault {
  /// The decisions that a card needs, in one line; `nil` for none.
  package func decisions(on card: Card) -> String? {
    var words: [String] = []
    let count = conflictCount(of: card.id)
    if count > 0 {
      words.append(
        count == 1
          ? "One field was changed on two devices" : "\(count) fields were changed on two devices")
    }
    let others = duplicates(of: card.id).map { "“\($0.name)”" }
    if !others.isEmpty {
      words.append("The same code is also on " + others.joined(separator: ", "))
    }
    return words.isEmpty
      ? nil : words.joined(separator: ". ") + ": cardvault resolve \(card.shortID)"
  }
}
