package import Cards
package import Sealing

/// The key of an open vault, and what its headers say: `Format.md`, section 8.
package final class VaultKeys {
  /// The key that everything is read and saved under.
  package let current: DerivedKeys
  /// The headers under it, as one.
  package let header: VaultHeader
  /// Whether the key is retired on this machine: the folder is an older copy, and only read.
  package let isRetired: Bool
  /// The other keys that this vault had and whose files are here.
  package let retired: Set<KeyID>
  /// A key that the current one replaces and that this device has not moved from yet.
  package var former: DerivedKeys?
  /// A key that replaces the current one, and was replaced by one that is not here, so that this device does not move to
  /// it.
  package let next: DerivedKeys?
  /// Whether this device made the current key just now.
  package let isNew: Bool
  /// Other keys of the vault that neither replace the current one nor are replaced by it, the lowest id first.
  package let rivals: [(key: DerivedKeys, header: VaultHeader)]

  package init(
    _ current: DerivedKeys, _ header: VaultHeader, isRetired: Bool = false,
    retired: Set<KeyID> = [], former: DerivedKeys? = nil, next: DerivedKeys? = nil,
    isNew: Bool = false,
    rivals: [(key: DerivedKeys, header: VaultHeader)] = []
  ) {
    self.current = current
    self.header = header
    self.isRetired = isRetired
    self.retired = retired
    self.former = former
    self.next = next
    self.isNew = isNew
    self.rivals = rivals
  }

  /// The vault's id, which never changes.
  package var vaultID: KeyID { header.vaultID }
  /// When the vault was made.
  package var created: Timestamp { header.created }
  /// The vault's name in bundles for others.
  package var source: [UInt8] { header.secrets.source }

  /// The notices in the vault's folder that say that the current key was replaced, and by which key that is not here.
  package func notices(in vault: borrowing Folder) -> [SuccessorNotice] {
    SuccessorNotice.all(in: vault, under: next ?? current)
  }

  /// The keyed hash of a code, which becomes the id of a card imported with it.
  package func cardID(of code: [UInt8]) -> [UInt8] { header.secrets.cards.hash(of: code) }
}
