package import VaultStore

/// What `verify` found, for scripts: files by their paths inside the vault.
package struct VerificationReport: Encodable, Sendable {
  let files: Int
  let damaged: [String]
  let missing: [String]
  let pending: [String]
  let misnamed: [String]
  let foreign: [String]
  let late: [String]
  let needsKey: [String]
  let newer: [String]
  let rolledBack: Bool
  /// Whether what is missing was accepted as gone; absent when that was not asked.
  package var forgotten: Bool?

  /// Takes over what was found.
  package init(_ found: Verification) {
    files = found.fileCount
    damaged = found.damaged.map(\.path)
    missing = (found.lacksVaultFile ? ["*.vault"] : []) + found.missing.flatMap(\.names)
    pending = found.pending.flatMap(\.names)
    misnamed = found.misnamed
    foreign = found.foreign
    late = found.late
    needsKey = found.needsKey
    newer = found.newer
    rolledBack = found.isRolledBack
  }
}

extension Verification {
  /// Whether something is lost, or may be.
  package var isAlarming: Bool {
    !damaged.isEmpty || !missing.isEmpty || lacksVaultFile || isRolledBack
  }
}

extension AbsentSegments {
  /// The last one's file; those before it, whose names nobody knows, by device and numbers.
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
