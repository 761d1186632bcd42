internal import Cards
package import Sealing
package import SystemPackage
package import VaultStore

/// A key file's properties, as JSON and in words.
package struct KeyReport: Encodable {
  package let keyID: String
  package let file: String
  package let isWrapped: Bool
  package var passes: UInt32?
  var kibibytes: UInt32?
  package var fingerprint: String?
  package var opensVault: Bool?
  package var leftovers: [String]?
  /// The file's path as shown in text.
  private let shownFile: String

  private enum CodingKeys: CodingKey {
    case keyID, file, isWrapped, passes, kibibytes, fingerprint, opensVault, leftovers
  }

  package init(_ key: borrowing StoredKey, at path: FilePath) {
    keyID = key.keyID.description
    file = path.absolute
    shownFile = path.shown
    isWrapped = key.isWrapped
    switch key {
    case .plain: break
    case .wrapped(let key):
      passes = key.cost.passes
      kibibytes = key.cost.kibibytes
    }
    let leftovers = KeyFile.leftovers(of: path.string)
    self.leftovers = leftovers.isEmpty ? nil : leftovers
  }

  package var lines: [String] {
    var cost = "none"
    if let passes, let kibibytes {
      cost = "yes; each guess needs \(passes) passes over \(kibibytes >> 10) MiB (Argon2id)"
    }
    var lines = [
      "Key file     \(shownFile)", "Key id       \(keyID)", "Passphrase   \(cost)",
    ]
    if let fingerprint { lines.append("Fingerprint  \(fingerprint)") }
    if let opensVault { lines.append("Opens vault  \(opensVault ? "yes" : "no")") }
    return lines
  }
}

/// A new key, for scripts.
package struct RotationReport: Encodable {
  package let file: String
  package let fingerprint: String
  package let keyID: String
  package let leftBehind: [String]
  package let missingPhotos: [String]
  /// The recovery sheet that was written; absent if none was wanted.
  package let sheet: String?
  /// Whether the vault was synced first; absent if no target is known.
  package let synced: Bool?

  package init(_ key: RotatedKey, _ plan: RotationPlan, sheet: FilePath?, synced: Bool?) {
    file = key.keyFile.absolute
    fingerprint = key.fingerprint
    keyID = key.keyID.description
    leftBehind = plan.leftBehind
    missingPhotos = plan.missingPhotos.map(\.name)
    self.sheet = sheet?.absolute
    self.synced = synced
  }
}

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
