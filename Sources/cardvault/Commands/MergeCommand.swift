internal import ArgumentParser
internal import Cards
internal import Sealing
internal import SystemPackage
internal import Terminal
internal import VaultFormat
internal import VaultStore
internal import VaultSync
internal import Wallet

struct MergeCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Merge a bundle, or a copy of the vault, into this vault.",
    discussion: """
      Examples:
        cardvault merge backup.bundle
        cardvault merge /media/stick/cards
        cardvault merge --retired

      FILE is a bundle that cardvault export wrote, or the folder of a copy of this vault. Nothing here is lost \
      or overwritten. What is already here is skipped, so merging the same bundle twice does no harm.

      A bundle of this vault is merged as it is. If there is no vault yet, and its key is on this device \
      (cardvault key restore PHOTO), the bundle restores the vault.

      Cards from someone else's bundle (you are asked for its passphrase), or from another vault whose key is on \
      this device, become drafts: see cardvault review. A card that was merged once is not merged again, even if \
      you changed or removed it here; cardvault restore CARD brings back a card that you removed, or whose \
      merge you undid. If its owner has changed it since, it becomes another draft, and your card stays as it is.

      --retired shows the saves in the vault's folder, or in another one, that are sealed under a key that was \
      replaced, and asks whether to take them in: another device may have made them before it got the new key, but so \
      may anyone else who has the old one.

      \(ExitStatus.help(ExitStatus.ofVault + [.partlyDone, .nothingFound, .conflict]))
      """)

  @Argument(help: "A bundle, or a folder with a copy of the vault.", completion: .file())
  var file: String?

  @Flag(
    help:
      "Take in saves that are sealed under a replaced key, after showing them; of a folder, not of a bundle."
  )
  var retired = false

  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if file == nil, !retired {
      throw ValidationError("name a bundle or a folder, or use --retired")
    }
  }

  func run(in console: Console) async throws {
    let keys = vault.keyProvider(console).remembering
    if retired { return try await takeInRetired(keys, console) }
    guard let file else { return }
    if let path = try? FileArguments.path(file), (try? path.stat().type) == .directory {
      var syncRun = SyncRun(
        request: SyncRequest(mergingFrom: path, typed: file), vault: vault, keys: keys,
        console: console)
      let outcome = try await wholly { options in
        syncRun.vault = options
        return try await syncRun.sync()
      }
      return try syncRun.tell(of: outcome)
    }
    let input = try BundleInput(file, vault, refusal: "nothing was merged", console)
    let isThere = Vault.exists(at: try vault.locations().vault)
    let outcome = try await wholly { options in
      if !isThere { try restore(input, to: options, keys) }
      let store = try await options.open(with: keys, console)
      if !isThere { try await checkRestored(store) }
      return try await merge(input, into: store, keys, console)
    }
    if outcome?.fileCount ?? 0 > 0 || !isThere { console.noteStored() }
    try await tell(
      of: outcome, isThere: isThere, in: try await vault.open(with: keys, console), console)
  }

  /// Merges the saves under retired keys that the person chooses.
  private func takeInRetired(
    _ keys: @escaping KeyProvider, _ console: Console
  ) async throws {
    let store = try await vault.open(with: keys, console)
    let path = try file.map { try FileArguments.path($0) }
    if let path, (try? path.stat().type) != .directory {
      let isThere = (try? path.stat()) != nil
      throw Failure.usage(
        "nothing was merged", because: "\(path.shown) is \(isThere ? "not a folder" : "not there")",
        try: isThere
          ? .run("merge", .path(path), note: "to merge a bundle")
          : "check the name")
    }
    let saves = try await store.retiredSaves(in: path, keyProvider: keys)
    let wanted =
      saves.isEmpty ? [] : try await confirmation.takenIn(of: saves, in: store, console)
    var outcome: MergeOutcome?
    if !wanted.isEmpty {
      outcome = try await store.takeIn(wanted, from: path, keyProvider: keys)
    } else if path == nil {
      // Files whose contents are all here need not stay, and nobody misses what the person leaves out.
      _ = try? await store.takeIn([], keyProvider: keys)
    }
    if saves.isEmpty {
      throw Failure(
        "there is nothing to take in",
        because: "the retired keys on this device open nothing there that the vault lacks",
        try: .run("verify", note: "it names every file"), status: .nothingFound)
    }
    if outcome?.fileCount ?? 0 > 0 { console.noteStored() }
    try await tell(of: outcome, isThere: true, in: store, console)
  }

  /// Reports what was merged; `nil` if the person declined.
  private func tell(
    of merged: MergeOutcome?, isThere: Bool, in store: Vault, _ console: Console
  ) async throws {
    let outcome = merged ?? MergeOutcome()
    if common.format.isForScripts {
      console.result(json: MergeReport(outcome, isMade: isThere ? nil : true))
    } else {
      if !isThere { console.result("The vault was restored. Fingerprint: \(store.fingerprint)") }
      console.result(merged == nil ? "Nothing was merged." : "\(outcome.words)")
      for line in outcome.backLines { console.remark("\(line)") }
      if !outcome.staysRemoved.isEmpty {
        let all = await store.cardNames
        let names = outcome.staysRemoved.compactMap { all[$0].map { "“\($0)”" } }
        console.remark("Removed or undone here: \(names.shown)")
        console.suggest(.run("restore", "CARD"), for: "To bring a card back")
      }
      console.suggest(outcome.suggestions)
    }
    if outcome.leftOutCount > 0 {
      console.complain(
        "cards left out because something on them is not valid: \(outcome.leftOutCount)",
        try: "ask the person who made the bundle, or add them by hand")
    }
    _ = await store.warn(console)
    if outcome.leftOutCount > 0 { throw ExitCode(ExitStatus.partlyDone.rawValue) }
  }

  /// Changes the vault; if there is none yet, a new one is made beside its destination and moved there when it is
  /// whole.
  private func wholly<Outcome>(
    _ change: (VaultOptions) async throws -> Outcome
  ) async throws -> Outcome {
    let folder = try vault.locations().vault
    guard !Vault.exists(at: folder), let staged = try StagedVault(for: folder) else {
      return try await change(vault)
    }
    let outcome = try await change(vault.moved(to: staged.path))
    try staged.moveToPlace()
    return outcome
  }

  /// Merges a bundle; if it was sealed under another key of this vault, only after the person decided about its saves.
  ///
  /// `nil` if the person declined.
  private func merge(
    _ input: BundleInput, into store: Vault, _ keys: @escaping KeyProvider, _ console: Console,
    takingIn takenIn: Set<ContentHash>? = nil
  ) async throws -> MergeOutcome? {
    let bundle = try input.file()
    let keyProvider = input.keyProvider(for: bundle.wrappedKey, alongside: keys)
    do throws(VaultError) {
      return try await store.merge(bundle, takingIn: takenIn, keyProvider: keyProvider)
    } catch {
      guard case .retiredSaves(let saves) = error, takenIn == nil else {
        throw input.failure(error)
      }
      let wanted = try await confirmation.takenIn(of: saves, in: store, console)
      return wanted.isEmpty
        ? nil : try await merge(input, into: store, keys, console, takingIn: wanted)
    }
  }

  /// Throws if the vault that a bundle restored is an older one, which is only read.
  private func checkRestored(_ store: Vault) async throws {
    guard await store.health.isOlderThanRemembered else { return }
    let locations = try vault.locations()
    let retired = locations.retiredDirectory.appending(store.keyID.description)
    throw Failure(
      "nothing was merged",
      because:
        "the bundle is from before the vault's key was changed, and its key is retired on this device",
      try: .run("sync", "TARGET", note: "with a newer copy").or(
        .system(
          "mv", .path(retired), .path(locations.keyDirectory),
          note: "if there is none; then run the same command again")), status: .wrongKey)
  }

  /// Restores the vault that the bundle comes from, if there is none.
  private func restore(
    _ input: BundleInput, to options: VaultOptions, _ keys: @escaping KeyProvider
  ) throws {
    let (locations, folder) = (try options.locations(), try vault.locations().vault)
    let bundle = try input.file()
    let keyProvider = input.keyProvider(for: bundle.wrappedKey, alongside: keys)
    do throws(VaultError) {
      try Vault.restore(from: bundle, at: locations, keyProvider: keyProvider)
    } catch {
      guard error == .bundle(.ofAnotherVault) else { throw input.failure(error) }
      throw Failure(
        "there is no vault at \(folder.shown)",
        because:
          "the folder holds none, and the key that could restore it from this bundle is not on this device",
        try: .run(
          "key", "restore", "PHOTO",
          note: "with the recovery sheet; then run the same command again"
        ).or(.run("init", note: "for a new vault")), status: .noVault)
    }
  }
}
