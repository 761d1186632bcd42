internal import Cards
internal import Sealing
internal import SystemPackage
package import VaultStore

/// A new key, for scripts.
package struct RotationReport: Encodable {
  package let epoch: UInt32
  package let file: String
  package let fingerprint: String
  package let keyID: String
  package let leftBehind: [String]
  package let missingPhotos: [String]

  package init(_ key: RotatedKey, _ plan: RotationPlan) {
    epoch = key.epoch
    file = key.keyFile.absolute
    fingerprint = key.fingerprint
    keyID = key.keyID.description
    leftBehind = plan.leftBehind
    missingPhotos = plan.missingPhotos.map(\.name)
  }
}

/// The result of finishing a key change, for scripts.
package struct FinishReport: Encodable {
  package let filesLeft: Int
  package let filesRemoved: Int
  package let leftBehind: [String]
  package let missingPhotos: [String]
  package let savesLeftOut: Int

  /// Makes a report.
  package init(
    filesLeft: Int, filesRemoved: Int, leftBehind: [String], missingPhotos: [String],
    savesLeftOut: Int
  ) {
    self.filesLeft = filesLeft
    self.filesRemoved = filesRemoved
    self.leftBehind = leftBehind
    self.missingPhotos = missingPhotos
    self.savesLeftOut = savesLeftOut
  }
}
