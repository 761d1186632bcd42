internal import Cards
public import Sealing
internal import SystemPackage
public import VaultFormat

// Keys of which none replaces another, because several devices changed the key at once: `Format.md`, section 8.

extension Vault {
  /// The vault's other keys that are here and neither replace the current one nor were replaced by it.
  public var rivalKeys: [KeyID] { keys.rivals.map(\.key.id) }

  /// The key to suggest: the one with the most changes behind it, or else the lowest id, so that people who accept
  /// the suggestion agree.
  public var suggestedKey: KeyID {
    let most = all.map(\.header.notices.count).max()
    return all.filter { $0.header.notices.count == most }.map(\.key.id)
      .min() ?? keyID
  }

  /// The fingerprint of the vault's key or of one of its rivals.
  public func fingerprint(of id: KeyID) -> String? {
    all.first { $0.key.id == id }?.key.root.fingerprint
  }

  /// Makes one of these keys the vault's, and retires the others; opening the vault again then moves this device.
  ///
  /// - Parameter id: the current key or a rival.
  /// - Throws: like `save`; `.wrongKey` if it is none of them.
  public func decide(for id: KeyID) throws(VaultError) {
    guard let (chosen, known) = all.first(where: { $0.key.id == id }) else {
      throw .wrongKey(id, locations.vault)
    }
    let access = try lockForWriting(repairing: .none)
    var header = known
    for other in all where other.key.id != id {
      header = header.adding(
        try Self.sealedNotice(naming: chosen, under: other.key, at: now(), using: &generator))
    }
    let file = try Self.seal(header, under: chosen, using: &generator)
    try put(file, ContentHash(of: file.span), .vault, in: access.folder)
    try Self.putMissingNotices(of: header, in: access.folder)
  }

  /// The current key and its rivals.
  private var all: [(key: DerivedKeys, header: VaultHeader)] {
    [(keys.current, keys.header)] + keys.rivals
  }
}
