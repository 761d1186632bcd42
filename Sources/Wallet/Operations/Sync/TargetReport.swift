internal import Cards
package import VaultStore

/// A place with a copy of the vault, for scripts and pages.
package struct TargetReport: Encodable, Sendable {
  /// What the person calls it.
  package let name: String
  /// What it is, without passwords.
  package let target: String
  /// When a sync with it last finished.
  package let lastSync: String

  /// Reports a target that this device knows.
  package init(_ known: KnownTarget) {
    name = known.name
    target = PasswordMasking(target: known.target).masked
    lastSync = known.synced.description
  }
}

extension Vault {
  /// Forgets the target of this name; the copy there stays.
  ///
  /// - Returns: The target.
  /// - Throws: `Failure` if there is none, or `VaultError`.
  package func forgetTarget(named name: String) throws -> KnownTarget {
    let known = latestTargets
    guard let target = known.first(where: { $0.name == name }) else {
      throw Failure.noTarget(toForget: name, among: known.map(\.name))
    }
    try forget(target: name)
    return target
  }
}
