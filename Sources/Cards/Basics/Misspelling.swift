/// Recognises misspelt words.
package enum Misspelling {
  /// The word that was probably meant.
  ///
  /// - Returns: The nearest word; `nil` if none is near enough, or several are equally near.
  package static func word(meantBy word: String, among words: [String]) -> String? {
    let typed = word[...]
    let limit = allowance(for: typed)
    guard limit > 0 else { return nil }
    let near = words.compactMap { candidate in
      distance(typed, candidate[...], limit: limit).map { (candidate, $0) }
    }
    guard let least = near.map(\.1).min() else { return nil }
    let nearest = near.filter { $0.1 == least }
    return nearest.count == 1 ? nearest[0].0 : nil
  }

  /// How many letters of a word may be wrong, missing, extra or swapped: none below three letters, where almost
  /// any word would match, one for up to five letters, and two for more.
  package static func allowance(for word: Substring) -> Int {
    switch word.count {
    case ..<3: 0
    case ...5: 1
    default: 2
    }
  }

  /// How many letters differ between two words: the optimal string alignment distance (Boytsov 2011, section 2.2).
  ///
  /// - Returns: The distance; `nil` beyond the limit.
  package static func distance(_ one: Substring, _ other: Substring, limit: Int) -> Int? {
    let (a, b) = (Array(one), Array(other))
    guard abs(a.count - b.count) <= limit else { return nil }
    var before: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, before[j - 1] + 1)
        }
        row.append(least)
      }
      (before, last) = (last, row)
    }
    return last[b.count] <= limit ? last[b.count] : nil
  }
}
