package import Cards
package import Sealing

/// The keys of an open vault, and what its headers say: `Format.md`, section 8.
package final class VaultKeys {
  /// The key for reading and saving.
  package let current: DerivedKeys
  /// The headers under it, combined.
  package let header: VaultHeader
  /// Whether the key is retired on this machine: the folder is an older copy, and read-only.
  package let isRetired: Bool
  /// Earlier keys of the vault whose files are here.
  package let retired: Set<KeyID>
  /// A key that the current one replaces, and from which this device has not moved yet.
  package var former: DerivedKeys?
  /// A key that replaces the current one, but was itself replaced by one that is not here: this device does not move
  /// to it.
  package let next: DerivedKeys?
  /// Whether this device has just made the current key.
  package let isNew: Bool
  /// Keys of the vault that neither replace the current one nor are replaced by it, the lowest id first.
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

  /// The notices in the vault's folder that name successors of the current key that are not here.
  package func notices(in vault: borrowing Folder) -> [SuccessorNotice] {
    SuccessorNotice.all(in: vault, under: next ?? current)
  }

  /// The keyed hash of a code: the id of a card imported with it.
  package func cardID(of code: [UInt8]) -> [UInt8] { header.secrets.cards.hash(of: code) }
}
