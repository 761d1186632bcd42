internal import Sealing

/// Which keys count, worked out of headers that are proved: `Format.md`, section 8.
///
/// It knows names only, so that the rules can be tried without keys.
struct KeySet {
  /// The keys that headers under one key carry.
  struct Header: Hashable {
    /// The key that sealed it.
    let key: KeyID
    /// What it carries, and whether it lists that as finished.
    let carried: [KeyID: Bool]
  }

  /// The held keys that no held header carries.
  let top: Set<KeyID>
  /// The held keys that a top key's header carries, and whether they are finished.
  let carried: [KeyID: Bool]
  private let carriers: [KeyID: Set<KeyID>]

  /// Takes the proved headers of one vault, one for each key whose file is here.
  init(_ headers: [Header]) {
    let keys = Set(headers.map(\.key))
    let replaced = Set(
      headers.flatMap { header in header.carried.keys.filter { $0 != header.key } })
    var top = keys.subtracting(replaced)
    // Only top keys' headers count: what nobody but a carried key's header carries is not carried.
    let reached = Set(headers.filter { top.contains($0.key) }.flatMap(\.carried.keys))
    top.formUnion(keys.subtracting(reached))
    var carried: [KeyID: Bool] = [:]
    var carriers: [KeyID: Set<KeyID>] = [:]
    for header in headers where top.contains(header.key) {
      for (id, isFinished) in header.carried where !top.contains(id) {
        carried[id] = carried[id] ?? true && isFinished
        carriers[id, default: []].insert(header.key)
      }
    }
    self.top = top
    self.carried = carried
    self.carriers = carriers
  }

  /// All held keys.
  var held: Set<KeyID> { top.union(carried.keys) }

  /// The key to save under.
  ///
  /// - Parameter last: the key that this machine last saved under here.
  /// - Returns: `nil` only where no key is held.
  func current(after last: KeyID?) -> KeyID? {
    if let last, top.contains(last) { return last }
    let choices = last.flatMap { carriers[$0] } ?? top
    return choices.min { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }
}

/// What a notice under some key tells.
struct SuccessorClaim: Hashable {
  /// The replaced key, which proves the notice.
  let under: KeyID
  /// The new key.
  let key: KeyID
  /// The keys that the new one carries.
  let carried: Set<KeyID>
}

extension KeySet {
  /// The keys that notices name and that are not held, but for those that another named key carries.
  func named(by claims: [SuccessorClaim]) -> Set<KeyID> {
    let named = claims.filter { !held.contains($0.key) && held.contains($0.under) }
    let outdone = Set(named.flatMap { claim in claim.carried.subtracting([claim.key]) })
    let shown = Set(named.map(\.key)).subtracting(outdone)
    // Forged ones may name one another.
    return shown.isEmpty ? Set(named.map(\.key)) : shown
  }
}
