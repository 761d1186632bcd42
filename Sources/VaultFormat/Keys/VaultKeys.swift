package import Cards
package import Sealing

/// The keys of a vault that is open: `Format.md`, section 8.
package final class VaultKeys {
  /// What a key has still to say in the vault.
  package enum Age {
    /// No held header carries it: what it sealed is what it says it is.
    case top
    /// What it sealed is read, behind what top keys did: whoever has an old key could have made that.
    case carried
    /// What it sealed is not read, but for what is vouched for.
    case finished
  }

  /// The key id of the vault's first root, which never changes.
  package let vaultID: KeyID
  /// When the vault was made.
  package let created: Timestamp
  /// The key to save under.
  package let current: EpochKeys
  /// The rules, worked out.
  package let keySet: KeySet
  /// The names of keys that a stopped rotation left: what they sealed does not count.
  package let staged: Set<KeyID>
  private let byID: [KeyID: EpochKeys]
  private let ownHeader: VaultHeader

  /// Takes keys that are proved; `nil` when there is no header.
  ///
  /// - Parameters:
  ///   - headers: what the headers of one vault hold, by the key that proves them; at least one.
  ///   - keys: these keys.
  ///   - last: the key that this machine last saved under here.
  ///   - staged: keys that a stopped rotation left.
  package init?(
    _ headers: [KeyID: VaultHeader], _ keys: [EpochKeys], last: KeyID?, staged: Set<KeyID> = []
  ) {
    keySet = KeySet(
      headers.map { id, header in
        KeySet.Header(
          key: id,
          carried: Dictionary(
            header.carried.map { ($0.keys.id, $0.isFinished) }, uniquingKeysWith: { $0 || $1 }))
      })
    var byID = Dictionary(keys.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for id in keySet.top {
      for carried in headers[id]?.carried ?? [] where byID[carried.keys.id] == nil {
        byID[carried.keys.id] = carried.keys
      }
    }
    guard let id = keySet.current(after: last), let current = byID[id], let header = headers[id]
    else {
      return nil
    }
    self.byID = byID.filter { [keySet] in keySet.held.contains($0.key) }
    self.current = current
    self.staged = staged
    ownHeader = header
    vaultID = header.vaultID
    created = header.created
  }

  /// The keys of a new vault.
  package init(_ current: EpochKeys, _ header: VaultHeader) {
    vaultID = header.vaultID
    created = header.created
    self.current = current
    ownHeader = header
    keySet = KeySet([KeySet.Header(key: current.id, carried: [:])])
    staged = []
    byID = [current.id: current]
  }

  /// The vault's first key.
  package var first: EpochKeys { byID[vaultID] ?? current }

  /// The current key's number.
  package var epoch: UInt32 { current.root.epoch }

  /// Whether the current key is the only one whose files count.
  package var isSettled: Bool { keySet.top.count == 1 && keySet.carried.values.allSatisfy { $0 } }

  /// Whether another key of the vault is held that nobody replaced.
  package var hasSiblings: Bool { keySet.top.count > 1 }

  /// Whether there are keys that count no more.
  package var hasFinished: Bool { keySet.carried.values.contains(true) }

  /// The keys that were replaced by others that are held.
  package var carried: [EpochKeys] {
    keySet.carried.keys.compactMap { byID[$0] }.sorted(by: Self.isBefore)
  }

  /// The keys with this public name; `nil` when it is not held.
  package subscript(id: KeyID) -> EpochKeys? { byID[id] }

  /// The names of all of them.
  package var ids: Set<KeyID> { Set(byID.keys) }

  /// How old a held key is.
  package func age(of id: KeyID) -> Age {
    keySet.carried[id].map { $0 ? .finished : .carried } ?? .top
  }

  /// The header of a new key, which carries all keys that are held.
  package var nextHeader: VaultHeader {
    VaultHeader(
      vaultID: vaultID, created: created,
      carried: byID.values.sorted(by: Self.isBefore).map {
        CarriedKey(keys: $0, isFinished: keySet.carried[$0.id] ?? false)
      })
  }

  /// The current key's header when all keys that it carries are finished.
  package var finishedHeader: VaultHeader {
    var header = ownHeader
    for index in header.carried.indices { header.carried[index].isFinished = true }
    return header
  }

  /// The number of a new key.
  package var nextEpoch: UInt32 {
    let greatest = byID.values.map { $0.root.epoch }.max() ?? 0
    return greatest == .max ? .max : greatest + 1
  }

  private static func isBefore(_ left: EpochKeys, _ right: EpochKeys) -> Bool {
    (left.root.epoch, left.id.description) < (right.root.epoch, right.id.description)
  }
}
