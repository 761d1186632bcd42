internal import Cards
internal import ReaderLink
internal import Sealing
internal import VaultStore
internal import Wallet

/// Counts of cards and decisions, and what a page shows of this device.
struct StateAnswer: Encodable, Sendable {
  /// Problems of the vault, the worst first.
  let warnings: [Notice]
  let cards: Int
  let drafts: Int
  let decisions: Int
  let removed: Int
  let deviceName: String
  /// The places with a copy of the vault that this device synced with.
  let targets: [TargetReport]
  let version: String
  let idleMinutes: Int
  let needsPassphrase: Bool
  /// The vault's id, which a change of the key leaves as it is.
  let vault: String

  /// Looks at a vault, which locks itself after so long without use.
  init(_ vault: Vault, idleLimit: Duration, needsPassphrase: Bool) async {
    warnings = await vault.health.warnings.map(Notice.init(onPage:))
    let all = await vault.cards
    cards = all.count
    drafts = all.count(where: \.isDraft)
    let conflictCount = await vault.conflictCounts.values.reduce(0, +)
    decisions = await vault.duplicates.count + conflictCount
    removed = await vault.removedCardCount
    deviceName = await vault.thisDeviceName
    targets = await vault.latestTargets.map(TargetReport.init)
    version = ProgramVersion.own
    idleMinutes = max(1, Int(idleLimit.components.seconds / 60))
    self.needsPassphrase = needsPassphrase
    self.vault = vault.id.description
  }
}
