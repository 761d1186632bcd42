package import Sealing

/// Which keys count, derived from proved headers: `Format.md`, section 8.
///
/// It uses only key ids, so that the rules can be tested without keys.
package struct KeySet {
  /// The keys carried by the headers under one key.
  package struct Header: Hashable {
    /// The key that sealed it.
    package let key: KeyID
    /// The carried keys, and whether the header lists each as finished.
    package let carried: [KeyID: Bool]

    /// Makes a header.
    package init(key: KeyID, carried: [KeyID: Bool]) {
      self.key = key
      self.carried = carried
    }
  }

  /// The held keys that no held header carries.
  package let top: Set<KeyID>
  /// The held keys that a top key's header carries, and whether they are finished.
  package let carried: [KeyID: Bool]
  /// The top keys whose headers carry a key.
  private let parents: [KeyID: Set<KeyID>]

  /// Applies the rules to the proved headers of one vault, one for each key whose file is here.
  package init(_ headers: [Header]) {
    let keys = Set(headers.map(\.key))
    let replaced = Set(
      headers.flatMap { header in header.carried.keys.filter { $0 != header.key } })
    var top = keys.subtracting(replaced)
    // Only top keys' headers count: a key carried only by a carried key's header is not carried.
    let reached = Set(headers.filter { top.contains($0.key) }.flatMap(\.carried.keys))
    top.formUnion(keys.subtracting(reached))
    var carried: [KeyID: Bool] = [:]
    var parents: [KeyID: Set<KeyID>] = [:]
    for header in headers where top.contains(header.key) {
      for (id, isFinished) in header.carried where !top.contains(id) {
        carried[id] = carried[id] ?? true && isFinished
        parents[id, default: []].insert(header.key)
      }
    }
    self.top = top
    self.carried = carried
    self.parents = parents
  }

  /// All held keys.
  package var held: Set<KeyID> { top.union(carried.keys) }

  /// The key to save under.
  ///
  /// - Parameter last: the key that this machine last saved under here.
  /// - Returns: `nil` only if no key is held.
  package func current(after last: KeyID?) -> KeyID? {
    if let last, top.contains(last) { return last }
    let choices = last.flatMap { parents[$0] } ?? top
    return choices.min { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }
}

/// What a notice under some key states.
package struct SuccessorClaim: Hashable {
  /// The replaced key, which proves the notice.
  package let under: KeyID
  /// The new key.
  package let key: KeyID
  /// The keys that the new one carries.
  package let carried: Set<KeyID>

  /// Makes a claim.
  package init(under: KeyID, key: KeyID, carried: Set<KeyID>) {
    self.under = under
    self.key = key
    self.carried = carried
  }
}

extension KeySet {
  /// The keys that notices name and that are not held, except those that another named key carries.
  package func named(by claims: [SuccessorClaim]) -> Set<KeyID> {
    let named = claims.filter { !held.contains($0.key) && held.contains($0.under) }
    let outdone = Set(named.flatMap { claim in claim.carried.subtracting([claim.key]) })
    let shown = Set(named.map(\.key)).subtracting(outdone)
    // Forged notices may name one another's keys as carried.
    return shown.isEmpty ? Set(named.map(\.key)) : shown
  }
}
