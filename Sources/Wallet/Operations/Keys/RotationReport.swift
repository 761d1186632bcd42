internal import Cards
internal import Sealing
package import SystemPackage
package import VaultStore

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
