package import Wallet

extension CardSearch {
  /// The names that were perhaps meant, as advice: `“Gym”, “Gym two” or “Gymnastics”`.
  ///
  /// - Parameter words: What was typed, and matches no card.
  /// - Returns: At most five names; `nil` if none is near.
  package func advice(for words: String) -> String? {
    alternatives(suggestions(for: words).map { "“\($0)”" })
  }

  /// The commands that show the cards that were perhaps meant.
  ///
  /// - Parameter words: What was typed, and matches no card.
  /// - Returns: At most three commands; `nil` if no name is near.
  package func showCommands(for words: String) -> String? {
    // What begins with a dash would be read as an option.
    alternatives(
      suggestions(for: words).filter { !$0.hasPrefix("-") }.prefix(3)
        .map { "cardvault show \($0.shellWord)" })
  }

  private func alternatives(_ texts: [String]) -> String? {
    guard let last = texts.last else { return nil }
    return texts.count == 1 ? last : "\(texts.dropLast().joined(separator: ", ")) or \(last)"
  }
}
