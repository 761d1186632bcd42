internal import ArgumentParser
internal import Cards
internal import Sealing
internal import SystemPackage
internal import TerminalIO
internal import VaultFormat
internal import VaultStore
internal import VaultSync
internal import Wallet

struct MergeCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Take in what a bundle, or a copy of the vault, holds.",
    discussion: """
      FILE was written by cardvault export, or is the folder of a copy of this vault. Both sides are kept: nothing here is lost or overwritten. \
      What is here already is skipped, so the same bundle twice does no harm.

      Of a bundle of this vault, everything is taken as it is. Where there is no vault yet and its key is at \
      hand (cardvault key restore), the vault is made again from it.

      The cards of someone else's bundle (it asks for its passphrase), or of another vault whose key is at \
      hand, become drafts of yours: cardvault review. A card that was taken in once is not taken again, \
      whatever became of it here. One that was changed there since becomes another draft; yours stays as it is.

      \(ExitStatus.help(ExitStatus.ofVault + [.partlyDone, .nothingFound, .conflict]))
      """)

  @Argument(help: "The bundle, or a folder with a copy of the vault.", completion: .file())
  var file: String

  @OptionGroup var claims: ClaimOptions
  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = common.console
    if let path = try? FileArguments.path(file), (try? path.stat().type) == .directory {
      let syncing = Syncing(
        target: .folder(path), typed: file, direction: .inwards, isDryRun: false, vault: vault,
        console: console)
      return try await syncing.run()
    }
    let input = try BundleInput(file, vault, refusal: "nothing was merged")
    let isThere = Vault.exists(at: try vault.locations().vault)
    if !isThere { try await restore(input) }
    let store = try await vault.open()
    let outcome = try await merge(input, into: store)
    if outcome.fileCount > 0 || !isThere { Console.noteStored() }
    if common.format.isForScripts {
      console.result(json: MergeReport(outcome, isMade: isThere ? nil : true))
    } else {
      if !isThere { console.result("The vault is made again. Fingerprint: \(store.fingerprint)") }
      console.result("\(outcome.words)")
      if outcome.draftCount > 0 {
        let joining = outcome.duplicateCount > 0 ? "; then cardvault conflicts" : ""
        console.remark("Next: cardvault review\(joining)")
      }
    }
    if outcome.leftOutCount > 0 {
      console.complain(
        "cards that were left out, as something on them is not what it may be: "
          + "\(outcome.leftOutCount)", try: "ask who made the bundle, or add them by hand")
    }
    _ = await store.warn(console)
    if outcome.leftOutCount > 0 { throw ExitCode(ExitStatus.partlyDone.rawValue) }
  }

  /// Merges a bundle; one that was sealed under a replaced key when the person decided on what is in it.
  private func merge(_ input: BundleInput, into store: Vault) async throws -> MergeOutcome {
    var takenIn: Set<ContentHash>?
    while true {
      let bundle = try input.file()
      let keyProvider = input.keyProvider(for: bundle)
      do throws(VaultError) {
        return try await store.merge(bundle, takingIn: takenIn, keyProvider: keyProvider)
      } catch {
        guard case .claimedSegments(let found) = error, takenIn == nil else {
          throw input.failure(error)
        }
        takenIn = try await claims.takenIn(
          of: found, in: store, orElse: "nothing was merged", common.console)
      }
    }
  }

  /// Makes the vault that the bundle comes from, where there is none.
  private func restore(_ input: BundleInput) async throws {
    let locations = try vault.locations()
    let bundle = try input.file()
    let keyProvider = input.keyProvider(for: bundle)
    do throws(VaultError) {
      try Vault.restore(from: bundle, at: locations, keyProvider: keyProvider)
    } catch {
      guard error == .bundle(.ofAnotherVault) else { throw input.failure(error) }
      throw Failure(
        "there is no vault at \(locations.vault.shown)",
        because:
          "the folder holds none, and the key that would make it from this bundle is not here",
        try: "cardvault key restore with the recovery sheet, then the same command again; or "
          + "cardvault init for a new vault", status: .noVault)
    }
  }
}
