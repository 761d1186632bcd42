internal import ArgumentParser
internal import Sealing
internal import SystemPackage
internal import Terminal
internal import VaultFormat
internal import VaultStore
internal import Wallet

struct KeyCheckCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check the key file, and whether it opens the vault.",
    discussion: """
      Examples:
        cardvault key check
        cardvault key check --key-file FILE

      Compare the fingerprint with another device or with the recovery sheet: if both show the same one, it is \
      the same key. --key-file checks a key file even without its vault.

      \(ExitStatus.help([.noVault, .partlyDone, .wrongKey, .damaged]))
      """)

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run(in console: Console) async throws {
    let atHand = try KeyAtHand(vault)
    var report = KeyReport(atHand.key, at: atHand.path)
    let problem = try look(at: atHand, &report, console)
    if console.format.isForScripts {
      console.result(json: report)
    } else {
      console.result(lines: report.lines)
    }
    if let leftovers = report.leftovers {
      console.complain(
        "an interrupted change of the key file left something behind: \(leftovers.shown)",
        try: "delete it: it is useless, but may contain the key")
    }
    guard let problem else { return }
    guard (problem as? VaultError) == .passphraseNeeded else { throw problem }
    console.complain(
      "the key was not tried on the vault: there is no terminal to ask for its passphrase",
      try: .run("unlock", note: "on a terminal").or(
        .use("--passphrase-fd", "N", note: "in scripts")))
    throw ExitCode(ExitStatus.partlyDone.rawValue)
  }

  /// Opens the key and then the vault, as far as possible, and returns why it stopped; `nil` if the key opens the
  /// vault, or there is no vault.
  private func look(
    at atHand: borrowing KeyAtHand, _ report: inout KeyReport, _ console: Console
  ) throws -> (any Error)? {
    let locations = try vault.locations()
    let keyProvider = vault.keyProvider(console)
    let unlocked = UnlockedKeys { (key) throws(VaultError) in try keyProvider.root(of: key) }
    do throws(VaultError) {
      // First, because a newer key here may open the vault without this one.
      switch atHand.key {
      case .plain(let root): report.fingerprint = root.fingerprint
      case .wrapped(let key): report.fingerprint = try unlocked.root(of: key).fingerprint
      }
      guard atHand.vaultKeyID != nil else { return nil }
      let opened = try Vault.open(at: locations) { (key) throws(VaultError) in
        try unlocked.root(of: key)
      }
      report.opensVault = opened.keyID == atHand.key.keyID
      guard opened.keyID != atHand.key.keyID else { return nil }
      return Failure(
        "the key file at \(atHand.path.shown) does not open the vault",
        because: "the vault's key is another one now, with the fingerprint \(opened.fingerprint)",
        try: .option(
          "leave out --key-file, to check that one; keep this one for older copies and bundles"),
        status: .wrongKey)
    } catch {
      if error != .passphraseNeeded { report.opensVault = false }
      guard (try? Vault.isAsked(for: atHand.key.keyID, at: locations)) == true else { return error }
      return Failure(
        "the key file at \(atHand.path.shown) does not open the vault yet",
        because: "it is the new key, and this device has not got it",
        try: .run("key", "restore", .path(atHand.path), note: "then sync"),
        status: .wrongKey)
    }
  }
}
