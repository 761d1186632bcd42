internal import ArgumentParser
internal import Cards
internal import Conversations
internal import Sealing
internal import SystemPackage
internal import TerminalIO
internal import VaultBundles
internal import VaultFormat
internal import VaultStore
internal import VaultSync
internal import Wallet
internal import Wording

struct MergeCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Merge a bundle, or a copy of the vault, into this vault.",
    discussion: """
      Examples:
        cardvault merge backup.bundle
        cardvault merge /media/stick/cards

      FILE is a bundle that cardvault export wrote, or the folder of a copy of this vault. Nothing here is lost \
      or overwritten. What is already here is skipped, so merging the same bundle twice does no harm.

      A bundle of this vault is merged as it is. If there is no vault yet, and its key is on this device \
      (cardvault key restore PHOTO), the bundle restores the vault.

      Cards from someone else's bundle (you are asked for its passphrase), or from another vault whose key is on \
      this device, become drafts: see cardvault review. A card that was merged once is not merged again, even if \
      you changed or removed it here; cardvault restore CARD brings back a card that you removed, or whose \
      merge you undid. If its owner has changed it since, it becomes another draft, and your card stays as it is.

      \(ExitStatus.help(ExitStatus.ofVault + [.partlyDone, .nothingFound, .conflict]))
      """)

  @Argument(help: "A bundle, or a folder with a copy of the vault.", completion: .file())
  var file: String

  @OptionGroup var claims: ClaimOptions
  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = common.console
    let keys = vault.keyProvider.remembering
    if let path = try? FileArguments.path(file), (try? path.stat().type) == .directory {
      var syncing = Syncing(
        target: .folder(path), typed: file, direction: .inwards, isDryRun: false, vault: vault,
        keys: keys, console: console)
      let outcome = try await wholly { options in
        syncing.vault = options
        return try await syncing.sync()
      }
      return try syncing.tell(of: outcome)
    }
    let input = try BundleInput(file, vault, refusal: "nothing was merged")
    let isThere = Vault.exists(at: try vault.locations().vault)
    let outcome = try await wholly { options in
      if !isThere { try restore(input, to: options, keys) }
      return try await merge(input, into: try await options.open(with: keys), keys)
    }
    if outcome.fileCount > 0 || !isThere { Console.noteStored() }
    let store = try await vault.open(with: keys)
    if common.format.isForScripts {
      console.result(json: MergeReport(outcome, isMade: isThere ? nil : true))
    } else {
      if !isThere { console.result("The vault was restored. Fingerprint: \(store.fingerprint)") }
      console.result("\(outcome.words)")
      if !outcome.staysRemoved.isEmpty {
        let all = await store.cardNames
        let names = outcome.staysRemoved.compactMap { all[$0].map { "“\($0)”" } }
        console.remark("Removed or undone here: \(names.shown)")
        console.remark("To bring a card back: cardvault restore CARD")
      }
      if outcome.draftCount > 0 {
        let joining = outcome.duplicateCount > 0 ? "; then cardvault conflicts" : ""
        console.remark("Next: cardvault review\(joining)")
      }
    }
    if outcome.leftOutCount > 0 {
      console.complain(
        "cards left out because something on them is not valid: \(outcome.leftOutCount)",
        try: "ask the person who made the bundle, or add them by hand")
    }
    _ = await store.warn(console)
    if outcome.leftOutCount > 0 { throw ExitCode(ExitStatus.partlyDone.rawValue) }
  }

  /// Changes the vault; if there is none yet, one beside its place, which it gets only once all of it is there.
  private func wholly<Outcome>(
    _ change: (VaultOptions) async throws -> Outcome
  ) async throws -> Outcome {
    let place = try vault.locations().vault
    guard !Vault.exists(at: place), let staged = try StagedVault(for: place) else {
      return try await change(vault)
    }
    let outcome = try await change(vault.moved(to: staged.path))
    try staged.moveToPlace()
    return outcome
  }

  /// Merges a bundle; if it was sealed under a replaced key, only after the person decided about its saves.
  private func merge(
    _ input: BundleInput, into store: Vault, _ keys: @escaping KeyProvider
  ) async throws -> MergeOutcome {
    var takenIn: Set<ContentHash>?
    while true {
      let bundle = try input.file()
      let keyProvider = input.keyProvider(for: bundle.wrappedKey, besides: keys)
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

  /// Restores the vault that the bundle comes from, if there is none.
  private func restore(
    _ input: BundleInput, to options: VaultOptions, _ keys: @escaping KeyProvider
  ) throws {
    let (locations, place) = (try options.locations(), try vault.locations().vault)
    let bundle = try input.file()
    let keyProvider = input.keyProvider(for: bundle.wrappedKey, besides: keys)
    do throws(VaultError) {
      try Vault.restore(from: bundle, at: locations, keyProvider: keyProvider)
    } catch {
      guard error == .bundle(.ofAnotherVault) else { throw input.failure(error) }
      throw Failure(
        "there is no vault at \(place.shown)",
        because:
          "the folder holds none, and the key that could restore it from this bundle is not on this device",
        try:
          "cardvault key restore PHOTO, with the recovery sheet, then run the same command again; or "
          + "cardvault init, for a new vault", status: .noVault)
    }
  }
}
