package import Cards
package import VaultStore

extension Vault {
  /// For each card that shares a code with others, the ids of those others.
  package var duplicateIDs: [CardID: [CardID]] {
    var others: [CardID: [CardID]] = [:]
    for duplicate in duplicates {
      let ids = duplicate.cards.map(\.id)
      for id in ids {
        let known = others[id] ?? []
        others[id] = known + ids.filter { $0 != id && !known.contains($0) }
      }
    }
    return others
  }
}
