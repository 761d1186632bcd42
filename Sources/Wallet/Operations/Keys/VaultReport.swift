internal import Sealing
package import VaultStore

/// A new vault, for scripts.
package struct VaultReport: Encodable {
  package let fingerprint: String
  /// The key file; absent if there is none.
  package let file: String?
  package let keyID: String
  package let vault: String

  package init(_ made: Vault) {
    fingerprint = made.fingerprint
    file = made.locations.keyFile?.absolute
    keyID = made.keyID.description
    vault = made.locations.vault.absolute
  }
}
