internal import Sealing
public import VaultFormat

/// Keys that others made in place of those held here.
extension Vault {
  /// What notices tell of keys that are not held.
  public var successors: [Successor] {
    let named = keys.keySet.named(by: notices.map(\.claim))
    var found: [KeyID: Successor] = [:]
    for notice in notices where named.contains(notice.key) {
      let replaces = notice.under == keyID || found[notice.key]?.replacesCurrent ?? false
      found[notice.key] = notice.successor(replacesCurrent: replaces, locations)
    }
    return found.values.sorted { $0.keyID.description < $1.keyID.description }
  }

  /// The key that replaced the current one, if that is known.
  package var currentSuccessor: Successor? {
    successors.first(where: \.replacesCurrent)
      ?? notices.first { $0.under == keyID && keys[$0.key] == nil }?
      .successor(replacesCurrent: true, locations)
  }
}
