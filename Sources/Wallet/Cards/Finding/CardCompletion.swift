internal import Cards

extension CardSearch {
  /// Separates the words of a name: no shell treats it specially, and a search treats it like a space.
  private static let wordMark: Character = "_"

  /// What a shell can offer to complete a word that is to name a card.
  ///
  /// Names are folded, with `_` between words: `mullers_backerei`. That still means the same card, needs no quotes, and
  /// contains nothing that a shell acts on. A card whose name folds to nothing, or contains a
  /// number of that card, is offered by its short id.
  ///
  /// - Parameter typed: The word as typed until now; empty for all cards.
  /// - Returns: Words that begin as typed, sorted; none where quotes or other signs were typed.
  package func completions(of typed: String) -> [String] {
    let isPlain = typed.allSatisfy { $0.isLetter || $0.isNumber || "_-.".contains($0) }
    let wanted = Self.marked(Folding.folded(typed))
    guard isPlain, typed.isEmpty || !wanted.isEmpty else { return [] }
    var found: Set<String> = []
    for card in cards + removed {
      let name = card.namesOwnNumber ? "" : Self.marked(Folding.folded(card.name))
      let word = name.isEmpty ? card.shortID : name
      guard word.hasPrefix(wanted) else { continue }
      var rest = word.dropFirst(wanted.count)
      if typed.last == Self.wordMark {
        guard rest.first == Self.wordMark else { continue }
        rest = rest.dropFirst()
      }
      found.insert(typed + rest)
    }
    return found.sorted()
  }

  private static func marked(_ folded: String) -> String {
    String(folded.map { $0 == " " ? wordMark : $0 })
  }
}

extension Card {
  /// Whether its name contains one of its numbers, or a word of the name is part of one.
  fileprivate var namesOwnNumber: Bool {
    let words = Folding.words(name)
    let joined = words.joined()
    let parts = words.filter {
      $0.count >= Self.minEndingLength && $0.contains(where: \.isNumber)
    }
    return (codes.map(\.text) + [printedNumber, pin]).contains { text in
      let number = Folding.words(text).joined()
      guard number.count >= Self.minEndingLength, number.contains(where: \.isNumber) else {
        return false
      }
      return joined.contains(number) || parts.contains { number.contains($0) }
    }
  }
}
