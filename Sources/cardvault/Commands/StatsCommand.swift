internal import ArgumentParser
internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

struct StatsCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Count cards, and photos read on this device.",
    discussion: """
      Examples:
        cardvault stats
        cardvault stats --clear     forget what was counted on this device

      The counts are sealed on this device and never sent anywhere.

      \(ExitStatus.help(ExitStatus.ofChange))
      """)

  @Flag(help: "Forget what was counted on this device.")
  var clear = false

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run(in console: Console) async throws {
    let store = try await vault.open(console)
    if clear {
      try await store.clearLocalCounts()
      console.noteStored()
    }
    let report = StatisticsReport(await store.cards, await store.localCounts)
    if common.format.isForScripts {
      console.result(json: report)
    } else {
      console.result(lines: report.lines)
    }
  }
}
