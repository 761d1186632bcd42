internal import Cards
internal import Sealing
internal import SystemPackage
internal import VaultStore

/// A new key, for scripts.
struct RotationReport: Encodable {
  let epoch: UInt32
  let file: String
  let fingerprint: String
  let keyID: String
  let leftBehind: [String]
  let missingPhotos: [String]
  let purged: [String]

  init(_ key: RotatedKey, _ plan: RotationPlan) {
    epoch = key.epoch
    file = key.keyFile.absolute
    fingerprint = key.fingerprint
    keyID = key.keyID.description
    leftBehind = plan.leftBehind
    missingPhotos = plan.missingPhotos.map(\.path)
    purged = plan.purgedCards.map(\.description)
  }
}

/// The result of finishing a key change, for scripts.
struct FinishReport: Encodable {
  let filesLeft: Int
  let filesRemoved: Int
  let leftBehind: [String]
  let missingPhotos: [String]
  let savesLeftOut: Int
}
