internal import Sealing
internal import SystemPackage
internal import VaultStore

/// A new vault, for scripts.
struct VaultReport: Encodable {
  let fingerprint: String
  /// The key file; absent if there is none.
  let file: String?
  let keyID: String
  let vault: String

  init(_ made: Vault) {
    fingerprint = made.fingerprint
    file = made.locations.keyFile?.absolute
    keyID = made.keyID.description
    vault = made.locations.vault.absolute
  }
}
