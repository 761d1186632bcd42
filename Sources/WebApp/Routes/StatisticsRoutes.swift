internal import VaultStore
internal import Wallet

/// Counts of cards, and of scans on this device.
struct StatisticsRoutes: Sendable {
  let holder: VaultHolder

  /// Adds its calls.
  func add(to calls: CallGroup) {
    calls.get("statistics", count)
    calls.post("clear-statistics", clear)
  }

  /// `statistics`: the counts.
  func count(_ call: Call) async throws -> Answer {
    let vault = try await holder.vault()
    return .json(StatisticsReport(await vault.cards, await vault.localCounts))
  }

  /// `clear-statistics`: resets this device's counts.
  func clear(_ call: Call) async throws -> Answer {
    try await holder.vault().clearLocalCounts()
    return .done
  }
}
