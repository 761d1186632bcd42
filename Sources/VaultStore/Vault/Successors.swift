internal import Sealing
package import VaultFormat

/// Finds the keys that notices name as successors of this one.
extension Vault {
  /// How many of them are shown: anyone with the key can name any number of keys, but a person has a few.
  private static let mostSuccessors = 16

  /// Those to show, first keys that are on this device; and how many more there are.
  package var shownSuccessors: (shown: [Successor], furtherCount: Int) {
    let named = Dictionary(notices.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let all = named.values.map { $0.successor(locations, keys) }.sorted { left, right in
      (left.isOnThisMachine ? 0 : 1, right.made, left.keyID.description)
        < (right.isOnThisMachine ? 0 : 1, left.made, right.keyID.description)
    }
    return (Array(all.prefix(Self.mostSuccessors)), max(0, all.count - Self.mostSuccessors))
  }

  /// The key that replaced the vault's, if a notice says so.
  package var currentSuccessor: Successor? { shownSuccessors.shown.first }
}
