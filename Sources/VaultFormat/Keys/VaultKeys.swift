package import Cards
package import Sealing

/// The keys of an open vault: `Format.md`, section 8.
package final class VaultKeys {
  /// How much a key's files still count.
  package enum Age {
    /// No held header carries it: its files are trusted.
    case top
    /// Its files are read, but prove no author: anyone with the old key could have made them.
    case carried
    /// Its files are not read, unless something vouches for them.
    case finished
  }

  /// The key id of the vault's first root, which never changes.
  package let vaultID: KeyID
  /// When the vault was made.
  package let created: Timestamp
  /// The key to save under.
  package let current: EpochKeys
  /// The rules, applied.
  package let keySet: KeySet
  /// The ids of keys left by an interrupted rotation: files that they sealed do not count.
  package let staged: Set<KeyID>
  private let byID: [KeyID: EpochKeys]
  private let ownHeader: VaultHeader

  /// Combines proved keys; `nil` if there is no header.
  ///
  /// - Parameters:
  ///   - headers: the headers of one vault, by the key that proves them; at least one.
  ///   - keys: the keys of these headers.
  ///   - last: the key that this machine last saved under here.
  ///   - staged: keys left by an interrupted rotation.
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

  /// The current key's epoch.
  package var epoch: UInt32 { current.root.epoch }

  /// Whether the current key is the only one whose files count.
  package var isSettled: Bool { keySet.top.count == 1 && keySet.carried.values.allSatisfy { $0 } }

  /// Whether another key of the vault is held that no held key replaces.
  package var hasSiblings: Bool { keySet.top.count > 1 }

  /// Whether some keys no longer count.
  package var hasFinished: Bool { keySet.carried.values.contains(true) }

  /// The keys that were replaced by held ones.
  package var carried: [EpochKeys] {
    keySet.carried.keys.compactMap { byID[$0] }.sorted(by: Self.isBefore)
  }

  /// The keys with this public id; `nil` if it is not held.
  package subscript(id: KeyID) -> EpochKeys? { byID[id] }

  /// The ids of all held keys.
  package var ids: Set<KeyID> { Set(byID.keys) }

  /// How much a held key's files still count.
  package func age(of id: KeyID) -> Age {
    keySet.carried[id].map { $0 ? .finished : .carried } ?? .top
  }

  /// The header of a new key, which carries all held keys.
  package var nextHeader: VaultHeader {
    VaultHeader(
      vaultID: vaultID, created: created,
      carried: byID.values.sorted(by: Self.isBefore).map {
        CarriedKey(keys: $0, isFinished: keySet.carried[$0.id] ?? false)
      })
  }

  /// The current key's header, with all keys that it carries finished.
  package var finishedHeader: VaultHeader {
    var header = ownHeader
    for index in header.carried.indices { header.carried[index].isFinished = true }
    return header
  }

  /// The epoch of a new key.
  package var nextEpoch: UInt32 {
    let greatest = byID.values.map { $0.root.epoch }.max() ?? 0
    return greatest == .max ? .max : greatest + 1
  }

  private static func isBefore(_ left: EpochKeys, _ right: EpochKeys) -> Bool {
    (left.root.epoch, left.id.description) < (right.root.epoch, right.id.description)
  }
}

extension VaultKeys {
  /// The notices that a person has to be told of.
  ///
  /// Not those under finished keys that name an older key than the current one: who made that and finished was told. Of
  /// several dates of the current key the first counts, so that a forged one hides nothing.
  package func news(in notices: [SuccessorNotice]) -> [SuccessorNotice] {
    let made = notices.filter { $0.key == current.id }.map(\.created).min()
    return notices.filter { notice in
      age(of: notice.under) != .finished || made.map { $0 < notice.created } ?? true
    }
  }
}
