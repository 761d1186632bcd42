internal import Cards
internal import VaultFormat
internal import VaultStore

/// The settings of one round of a sync.
struct SyncPlan {
  let direction: SyncDirection
  let isDryRun: Bool
  /// Whether files on both sides are compared by content, not just by length.
  let isThorough: Bool
  /// The files at the target after the last sync.
  let known: Set<String>
  /// Files there that were checked before and left there.
  let refused: Refusals
  /// Headers there under other names than their own, and their proper places.
  let misnamed: [StoredFile: StoredFile]
  /// What this device's former key showed here; `nil` if it has the same key as before.
  let shown: [CardID: Vault.CardEntry]?
  /// Whether to go on.
  let isWanted: @Sendable () -> Bool

  /// The files that are requested together.
  enum Round {
    /// Notices, and packs, as each of these replaces many files.
    case packs
    case others
    /// Files refused before that may be good by now.
    case refused
  }
}
