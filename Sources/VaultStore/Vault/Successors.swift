internal import Sealing
public import VaultFormat

/// Finds keys that others made to replace those held here.
extension Vault {
  /// The keys that notices name and that are not held, without those that a person already dealt with.
  public var successors: [Successor] {
    let news = keys.news(in: notices)
    let named = keys.keySet.named(by: news.map(\.claim))
    var found: [KeyID: Successor] = [:]
    for notice in news where named.contains(notice.key) {
      let replaces = notice.under == keyID || found[notice.key]?.replacesCurrent ?? false
      found[notice.key] = notice.successor(replacesCurrent: replaces, locations)
    }
    return found.values.sorted { $0.keyID.description < $1.keyID.description }
  }

  /// How many of them are shown: anyone with an older key can name any number of keys, but a person has a few.
  private static let mostSuccessors = 16

  /// Those to show: first keys that stop this device from saving, then those that are on it; and how many more there
  /// are.
  package var shownSuccessors: (shown: [Successor], furtherCount: Int) {
    let all = successors
    let here = all.filter { !$0.replacesCurrent && $0.isOnThisMachine }
    let elsewhere = all.filter { !$0.replacesCurrent && !$0.isOnThisMachine }
    let shown = (all.filter(\.replacesCurrent) + here + elsewhere).prefix(Self.mostSuccessors)
    return (Array(shown), all.count - shown.count)
  }

  /// The key that replaced the current one, if known.
  package var currentSuccessor: Successor? {
    successors.first(where: \.replacesCurrent)
      ?? notices.first { $0.under == keyID && keys[$0.key] == nil }?
      .successor(replacesCurrent: true, locations)
  }
}
