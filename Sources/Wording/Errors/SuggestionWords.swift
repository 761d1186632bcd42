package import Wallet

extension CardSearch {
  /// The names that were perhaps meant, as advice: `“Gym”, “Gym two” or “Gymnastics”`.
  ///
  /// - Parameter words: What was typed, and matches no card.
  /// - Returns: At most five names; `nil` if none is near.
  package func advice(for words: String) -> String? {
    let names = suggestions(for: words).map { "“\($0)”" }
    guard let last = names.last else { return nil }
    return names.count == 1 ? last : "\(names.dropLast().joined(separator: ", ")) or \(last)"
  }
}
