internal import ArgumentParser
internal import Sealing
internal import SystemPackage
internal import TerminalIO
internal import VaultFormat
internal import VaultStore

struct KeyCheckCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Say what the key file is, and whether it opens the vault.",
    discussion: """
      Two people who compare fingerprints aloud know that they hold the same key. A key file can be checked \
      without its vault by --key-file.

      \(ExitStatus.help([.noVault, .partlyDone, .wrongKey, .damaged]))
      """)

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = common.console
    let atHand = try KeyAtHand(vault)
    var report = KeyReport(atHand.key, at: atHand.path)
    let problem = try look(at: atHand, &report)
    if console.format.isForScripts {
      console.result(json: report)
    } else {
      console.result(lines: report.lines)
    }
    if let leftovers = report.leftovers {
      console.complain(
        "a change of the key file was stopped and left something behind: \(leftovers.shown)",
        try: "delete it: it may hold the key, and is of no use")
    }
    guard let problem else { return }
    guard problem == .passphraseNeeded else { throw problem }
    console.complain(
      "what the key opens was not tried: its passphrase cannot be asked for here",
      try: "cardvault unlock, on a terminal; or --passphrase-fd")
    throw ExitCode(ExitStatus.partlyDone.rawValue)
  }

  /// Opens key and vault, as far as that goes.
  ///
  /// - Returns: What stopped it; `nil` when the key opens the vault, or there is none.
  private func look(
    at atHand: borrowing KeyAtHand, _ report: inout KeyReport
  ) throws -> VaultError? {
    let locations = try vault.locations()
    guard atHand.fitsVault else {
      report.opensVault = false
      return .wrongKey(atHand.key.keyID, atHand.path)
    }
    let keyProvider = vault.keyProvider
    do throws(VaultError) {
      switch atHand.key {
      case .plain(let root): report.fingerprint = root.fingerprint
      case .wrapped(let key) where atHand.vaultKeyID == nil:
        report.fingerprint = try keyProvider.root(of: key).fingerprint
      case .wrapped: break
      }
      guard atHand.vaultKeyID != nil else { return nil }
      _ = try Vault.open(at: locations) { (key) throws(VaultError) in
        let root = try keyProvider.root(of: key)
        report.fingerprint = root.fingerprint
        return root
      }
      report.opensVault = true
      return nil
    } catch {
      if error != .passphraseNeeded { report.opensVault = false }
      return error
    }
  }
}
