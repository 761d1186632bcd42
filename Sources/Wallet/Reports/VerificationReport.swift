package import VaultStore

/// The result of `verify`, for scripts; files are named by their paths inside the vault.
package struct VerificationReport: Encodable, Sendable {
  let files: Int
  let damaged: [String]
  let missing: [String]
  let pending: [String]
  let misnamed: [String]
  let foreign: [String]
  let late: [String]
  let outdated: [String]
  let needsKey: [String]
  let newer: [String]
  let rolledBack: Bool
  /// Whether missing files were accepted as gone; absent if that was not asked for.
  package var forgotten: Bool?

  /// Creates a report from a verification.
  package init(_ found: Verification) {
    files = found.fileCount
    damaged = found.damaged.map(\.path)
    missing =
      (found.lacksVaultFile ? ["*.vault"] : []) + found.missing.flatMap(\.names)
      + found.missingPhotos.map(\.path)
    pending = found.pending.flatMap(\.names) + found.pendingPhotos.map(\.path)
    misnamed = found.misnamed
    foreign = found.foreign
    late = found.late
    outdated = found.outdated
    needsKey = found.needsKey
    newer = found.newer
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
  /// The last save's file name; earlier saves, whose file names are unknown, by device and number.
  package var names: [String] {
    var names = fileName.map { ["segments/\($0)"] } ?? []
    let last = fileName == nil ? numbers.upperBound : numbers.upperBound - 1
    if numbers.lowerBound <= last {
      let range = numbers.lowerBound == last ? "\(last)" : "\(numbers.lowerBound)-\(last)"
      names.insert("\(device.bigEndianDigits):\(range)", at: 0)
    }
    return names
  }
}
