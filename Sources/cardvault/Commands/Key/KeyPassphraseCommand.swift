internal import ArgumentParser
internal import Sealing
internal import SystemPackage
internal import Terminal
internal import VaultFormat
internal import VaultStore
internal import Wallet

struct KeyPassphraseCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "passphrase", abstract: "Set, change or remove the key's passphrase.",
    discussion: """
      Examples:
        cardvault key passphrase
        cardvault key passphrase --suggest   six random words
        cardvault key passphrase --remove

      If the passphrase could be guessed, you are warned and offered six random words from a list of 2,048: 66 bits, \
      which nobody can guess.

      The key itself stays the same. Older copies of the key file, and recovery sheets made from them, still \
      open with the old passphrase, or without one if they had none.

      \(ExitStatus.help([.noVault, .partlyDone, .wrongKey, .damaged, .conflict]))
      """)

  @Flag(help: "Remove the passphrase.")
  var remove = false

  @Flag(
    help: "Use six random words as the new passphrase, and show them once; on a terminal only.")
  var suggest = false

  @Option(
    name: .customLong("new-passphrase-fd"),
    help: .init(
      "Read the new passphrase from this file descriptor; default: the next line after the old one.",
      valueName: "number"), transform: StandardStreams.typedDescriptor)
  var newDescriptor: Int32?

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if remove && suggest { throw ValidationError("--remove and --suggest cannot be used together") }
    if suggest, newDescriptor != nil {
      throw ValidationError("--suggest and --new-passphrase-fd cannot be used together")
    }
  }

  func run(in console: Console) async throws {
    let atHand = try KeyAtHand.ofVault(vault)
    let isWrapped = atHand.key.isWrapped
    if remove, !isWrapped {
      say("The key has no passphrase.", isWrapped: false, console)
      return
    }
    let (id, path) = (atHand.key.keyID, atHand.path)
    let input = TerminalKeys(passphrases: vault.passphrases(console), usesKeyring: false)
    let root = try input.root(of: atHand.key)
    let replacement = try replacement(for: root, console)
    do throws(SealingError) {
      try KeyFile.replace(replacement, at: path.string)
    } catch {
      throw VaultError(error, writingKeyFile: path)
    }
    console.noteStored()
    // The old passphrase must not keep the key unlocked.
    _ = try? Keyring.remove(id)
    if remove {
      say("The passphrase was removed.", isWrapped: false, console)
      return
    }
    say(
      isWrapped ? "The passphrase was changed." : "The key now has a passphrase.", isWrapped: true,
      console)
    console.remark(
      "Without it nobody can open the vault, not even you: a forgotten passphrase cannot be recovered."
    )
    console.remark(
      "Older copies of this key file, and older sheets of this key, still open "
        + "\(isWrapped ? "with the old passphrase" : "without a passphrase").")
    console.suggest(.run("key", "sheet"), for: "To print a new sheet")
    console.remark(
      "Then destroy old sheets that others could find. One kept safe helps if you forget the passphrase."
    )
  }

  private func replacement(
    for root: borrowing RootKey, _ console: Console
  ) throws -> StoredKey {
    let input = PassphraseInput(
      descriptor: newDescriptor ?? vault.passphraseDescriptor, console: console)
    let passphrase: Passphrase? = remove ? nil : try newPassphrase(from: input)
    return try VaultError.ofKeys { () throws(SealingError) in
      try StoredKey(root, passphrase: passphrase)
    }
  }

  private func newPassphrase(from input: PassphraseInput) throws -> Passphrase {
    if suggest { return try input.suggestedPassphrase(for: "the key") }
    return try input.newPassphrase(for: "the key")
  }

  private func say(_ words: String, isWrapped: Bool, _ console: Console) {
    if common.format.isForScripts {
      console.result(json: PassphraseReport(isWrapped: isWrapped))
    } else {
      console.result("\(words)")
    }
  }
}

/// The state of a key file afterwards, for scripts.
struct PassphraseReport: Encodable {
  let isWrapped: Bool
}
