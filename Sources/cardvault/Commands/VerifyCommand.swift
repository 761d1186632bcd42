internal import ArgumentParser
internal import Cards
internal import SystemPackage
internal import Terminal
internal import VaultStore
internal import Wallet

struct VerifyCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check every file of the vault, or a bundle.",
    discussion: """
      Examples:
        cardvault verify
        cardvault verify --without-key
        cardvault verify backup.bundle

      Lists each file that is damaged, missing (it was here before), misnamed (but usable) or foreign (not this \
      vault's), and which cards are affected. Without the key, only damaged, misnamed and foreign files can be \
      detected.

      With FILE it checks every byte of a bundle without merging it, and reports how many cards, saves and \
      photos it contains and which vault it belongs to.

      \(ExitStatus.help(ExitStatus.ofChange + [.nothingFound]))
      """)

  @Argument(help: "A bundle to check instead of the vault.", completion: .file())
  var file: String?

  @Flag(help: "Check what can be checked without the key.")
  var withoutKey = false

  @Flag(help: "Accept that missing files are gone, and stop reporting them.")
  var forgetMissing = false

  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run(in console: Console) async throws {
    if let file { return try await check(bundle: file, console) }
    if withoutKey {
      if forgetMissing {
        throw Failure.usage(
          "--without-key cannot be used with --forget-missing",
          because: "the list of missing files is sealed with the key",
          try: .option("use --forget-missing alone"))
      }
      return try finish(try lookWithoutKey(), [:], console)
    }
    let store: Vault
    do {
      store = try await vault.open(console)
    } catch {
      let status = Failure(explaining: error)?.status
      guard status == .damaged || status == .wrongKey, let found = try? lookWithoutKey(),
        found.lacksVaultFile || found.damaged.contains(where: { $0.path.hasSuffix(".vault") })
      else { throw error }
      // The header, which names the key, is itself damaged: report that and whatever else can be checked.
      console.complain(
        "the vault cannot be opened, so only checks without its key were made",
        try: "copy the file whose name ends in .vault again from another device or a backup")
      return try finish(found, [:], console)
    }
    let names = await store.cardNames
    let found = try await store.verify()
    guard forgetMissing, !found.missing.isEmpty || !found.missingPhotos.isEmpty else {
      return try finish(found, names, forgotten: forgetMissing ? false : nil, console)
    }
    if !common.format.isForScripts {
      console.result(
        lines: VerificationReport(found, names, isForgetting: true).lines)
    }
    if !confirmation.yes, console.isInteractive { console.say("\n") }
    let isWanted = try confirmation.isGiven(
      .goneForGood, orElse: "nothing was accepted as gone", console)
    guard isWanted else {
      if common.format.isForScripts { return try finish(found, names, forgotten: false, console) }
      console.result("The missing files are still reported.")
      throw ExitCode(ExitStatus.damaged.rawValue)
    }
    try await store.forgetMissing(found)
    console.noteStored()
    if !common.format.isForScripts {
      console.result("\nThe missing files are no longer reported.\n")
    }
    try finish(try await store.verify(), names, forgotten: true, console)
  }

  private func check(bundle file: String, _ console: Console) async throws {
    if withoutKey || forgetMissing {
      throw Failure.usage(
        "--without-key and --forget-missing do not apply to bundles",
        because: "a bundle can only be checked with its key, and has no missing files",
        try: .run("verify", .path(FilePath(file))))
    }
    let bundle = try BundleInput(
      file, vault, refusal: "the bundle could not be verified", console)
    let summary = try await bundle.summary()
    if common.format.isForScripts {
      console.result(json: BundleReport(summary))
    } else {
      console.result(lines: summary.lines)
    }
  }

  private func lookWithoutKey() throws -> Verification {
    try Vault.verifyWithoutKey(at: try vault.locations().vault)
  }

  private func finish(
    _ found: Verification, _ names: [CardID: String], forgotten: Bool? = nil, _ console: Console
  ) throws {
    var report = VerificationReport(found, names, isForgetting: forgotten != nil)
    report.forgotten = forgotten
    if common.format.isForScripts {
      console.result(json: report)
    } else {
      console.result(lines: report.lines)
    }
    if report.alarming { throw ExitCode(ExitStatus.damaged.rawValue) }
    if report.partial { throw ExitCode(ExitStatus.partlyDone.rawValue) }
  }
}
