internal import ArgumentParser
internal import Sealing
internal import Terminal
internal import VaultFormat
internal import VaultStore
internal import Wallet

struct UnlockCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock", abstract: "Keep the key unlocked for a while.",
    discussion: """
      Examples:
        cardvault unlock
        cardvault unlock --for 2h

      Asks for the passphrase once. Until the time is up or you run cardvault lock, other commands find the \
      key in the kernel's keyring. Any program that you run could read it there. It is never written to disk.

      \(ExitStatus.help([.noVault, .wrongKey, .damaged]))
      """)

  @Option(
    name: .customLong("for"),
    help: .init("How long, such as 90s or 2h (default: 15m).", valueName: "time"),
    transform: KeepingTime.typed)
  var time = KeepingTime.usual

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = common.console
    let atHand = try KeyAtHand.ofVault(vault)
    guard let key = atHand.wrapped else {
      if console.format.isForScripts {
        console.result(json: UnlockReport(isWrapped: false, seconds: nil))
      } else {
        console.result("The key has no passphrase, so it is never locked.")
        console.suggest(.run("key", "passphrase"), for: "To give it one")
      }
      return
    }
    let time = time
    do throws(VaultError) {
      let root = try vault.passphrases.root(of: key)
      try VaultError.ofKeys { () throws(SealingError) in
        try Keyring.store(root, for: time.duration)
      }
    } catch .passphraseNeeded {
      throw Failure(
        "the key was not unlocked", because: "there is no terminal to ask for its passphrase",
        try: Failure.givenPassphrase,
        status: .wrongKey)
    }
    if console.format.isForScripts {
      console.result(json: UnlockReport(isWrapped: true, seconds: time.seconds))
    } else {
      console.result("Unlocked for \(time.words).")
    }
  }
}

/// What `unlock` did, for scripts.
struct UnlockReport: Encodable {
  let isWrapped: Bool
  let seconds: Int?
}
