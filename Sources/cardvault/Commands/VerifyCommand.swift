internal import ArgumentParser
internal import Cards
internal import TerminalIO
internal import VaultStore
internal import Wallet

struct VerifyCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check every file of the vault, or a bundle.",
    discussion: """
      Names each file that is damaged, missing (it was here before), misnamed (and usable), or none of \
      this vault's, and what that means for which cards. Without the key it can only be told what is \
      damaged, misnamed or foreign.

      With FILE, a bundle is checked to its last byte, and nothing is taken in: how many cards, saves and \
      photos it holds, and of which vault.

      \(ExitStatus.help(ExitStatus.ofVault + [.nothingFound]))
      """)

  @Argument(help: "A bundle to check in the place of the vault.", completion: .file())
  var file: String?

  @Flag(help: "Use no key: say what can be said without it.")
  var withoutKey = false

  @Flag(help: "Accept that what is missing is gone, so that it is missed no longer.")
  var forgetMissing = false

  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    if let file { return try await check(bundle: file) }
    if withoutKey {
      if forgetMissing {
        throw Failure.usage(
          "--without-key cannot know what is missing", because: "that is sealed with the key",
          try: "--forget-missing alone")
      }
      return try finish(try lookWithoutKey(), [:])
    }
    let store: Vault
    do {
      store = try await vault.open()
    } catch {
      let status = Failure(wording: error)?.status
      guard status == .damaged || status == .wrongKey, let found = try? lookWithoutKey(),
        found.lacksVaultFile || found.damaged.contains(where: { $0.path.hasSuffix(".vault") })
      else { throw error }
      // The file that would say which key fits is itself damaged: name it, and what else can be named.
      common.console.complain(
        "the vault cannot be opened, so this is what can be said without its key",
        try: "copy its *.vault file again from another device or a backup")
      return try finish(found, [:])
    }
    let names = await store.cardNames
    let found = try await store.verify()
    guard forgetMissing, !found.missing.isEmpty else {
      return try finish(found, names, forgotten: forgetMissing ? false : nil)
    }
    if !common.format.isForScripts { say(found, names) }
    let isWanted = try confirmation.isGiven(
      "\nAccept that what is missing is gone for good?", orElse: "nothing was accepted as gone",
      common.console)
    guard isWanted else {
      common.console.result("It is still missed.")
      throw ExitCode(ExitStatus.damaged.rawValue)
    }
    try await store.forgetMissing()
    if !common.format.isForScripts {
      common.console.result("\nWhat is missing is missed no longer.\n")
    }
    try finish(try await store.verify(), names, forgotten: true)
  }

  private func check(bundle file: String) async throws {
    if withoutKey || forgetMissing {
      throw Failure.usage(
        "a bundle is checked with its key, and misses nothing",
        because: "without the key nothing of it can be told", try: "cardvault verify FILE alone")
    }
    let checking = BundleChecking(
      input: try BundleInput(file, vault, refusal: "the bundle was not found to be whole"),
      vault: vault)
    let summary = try await checking.summary()
    if common.format.isForScripts {
      common.console.result(json: BundleReport(summary))
    } else {
      common.console.result(lines: summary.lines)
    }
  }

  private func lookWithoutKey() throws -> Verification {
    try Vault.verifyWithoutKey(at: try vault.locations().vault)
  }

  private func finish(
    _ found: Verification, _ names: [CardID: String], forgotten: Bool? = nil
  ) throws {
    if common.format.isForScripts {
      var report = VerificationReport(found)
      report.forgotten = forgotten
      common.console.result(json: report)
    } else {
      say(found, names)
    }
    if found.isAlarming { throw ExitCode(ExitStatus.damaged.rawValue) }
  }

  private func say(_ found: Verification, _ names: [CardID: String]) {
    common.console.result(lines: VerificationText(found: found, names: names).lines)
  }
}
