extension CardSearch {
  /// The names that were perhaps meant, as advice: `“Gym”, “Gym two” or “Gymnastics”`.
  ///
  /// - Parameter words: What was typed, and matches no card.
  /// - Returns: At most five names; `nil` if none is near.
  package func advice(for words: String) -> String? {
    alternatives(suggestions(for: words).map { "“\($0)”" })
  }

  /// The commands for the cards that were perhaps meant.
  ///
  /// - Parameters:
  ///   - command: What is to be done with them.
  ///   - words: What was typed, and matches no card.
  /// - Returns: At most three commands; `nil` if no name is near.
  package func commands(_ command: String, for words: String) -> String? {
    alternatives(suggestions(for: words).prefix(3).map { "\(command) \($0.shellOperand)" })
  }

  /// The command that lists the cards of all states with these tags, or all cards if none has them.
  ///
  /// - Parameters:
  ///   - tags: The tags that were asked for.
  ///   - query: The words to look for.
  /// - Returns: The command.
  package func listCommand(tags: [String], query: [String] = []) -> String {
    let isUsed = cards.contains { card in tags.allSatisfy(card.isTagged(with:)) }
    let options = (isUsed ? tags : []).map { tag in
      "--tag\(tag.hasPrefix("-") ? "=" : " ")\(tag.shellWord)"
    }
    let end = query.contains { $0.hasPrefix("-") } ? ["--"] : []
    return (["cardvault list --all"] + options + end + query.map(\.shellWord))
      .joined(separator: " ")
  }

  private func alternatives(_ texts: [String]) -> String? {
    guard let last = texts.last else { return nil }
    return texts.count == 1 ? last : "\(texts.dropLast().joined(separator: ", ")) or \(last)"
  }
}
