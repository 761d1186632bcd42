package import VaultStore

/// The result of `verify`, for scripts; files are named by their paths inside the vault, and what is not there by the
/// device and number of a save, or the identity of a photo.
package struct VerificationReport: Encodable, Sendable {
  let files: Int
  let damaged: [String]
  let missing: [String]
  let pending: [String]
  let misnamed: [String]
  let foreign: [String]
  let retired: [String]
  let newer: [String]
  /// Whether the folder has more files than are looked at.
  let partial: Bool
  let rolledBack: Bool
  /// Whether missing files were accepted as gone; absent if that was not asked for.
  package var forgotten: Bool?

  /// Creates a report from a verification.
  package init(_ found: Verification) {
    files = found.fileCount
    damaged = found.damaged.map(\.path)
    missing =
      (found.lacksVaultFile ? ["*.vault"] : []) + found.missing.map(\.name)
      + found.missingPhotos.map(\.name)
    pending = found.pending.map(\.name) + found.pendingPhotos.map(\.name)
    misnamed = found.misnamed
    foreign = found.foreign
    retired = found.retired
    newer = found.newer
    partial = found.isPartial
    rolledBack = found.isRolledBack
  }
}

extension Verification {
  /// Whether something is lost, or may be.
  package var isAlarming: Bool {
    !damaged.isEmpty || !missing.isEmpty || !missingPhotos.isEmpty || lacksVaultFile
      || isRolledBack
  }
}

extension AbsentSegments {
  /// The saves by device and number.
  package var name: String {
    let (first, last) = (numbers.lowerBound, numbers.upperBound)
    return "\(device.bigEndianDigits):\(first == last ? "\(last)" : "\(first)-\(last)")"
  }
}
