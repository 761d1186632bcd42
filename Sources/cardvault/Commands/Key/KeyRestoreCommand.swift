internal import ArgumentParser
internal import Conversations
internal import Sealing
internal import SystemPackage
internal import TerminalIO
internal import VaultFormat
internal import VaultStore
internal import Wallet
internal import Wording

struct KeyRestoreCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Restore the key from its recovery sheet.",
    discussion: """
      Examples:
        cardvault key restore sheet.jpg
        cardvault key restore -

      Reads a photo or PDF of the sheet, or a text file with the key. With - you type the lines of the \
      sheet, and are told which group has a mistake. A key with a passphrase keeps it. A key file that \
      already exists is never overwritten.

      \(ExitStatus.help([.partlyDone, .wrongKey, .nothingFound, .conflict]))
      """)

  @Argument(
    help: "A photo or PDF of the sheet, a text file, or - to type the key.", completion: .file())
  var source: String

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = common.console
    let locations = try vault.locations()
    try VaultSurroundings.check(keyFile: locations.keyFile)
    let key = try await KeySource(argument: source, console: console).key()
    let fingerprint = try fingerprint(of: key)
    let (path, isNew) = try restore(key, to: locations)
    if isNew { Console.noteStored() }
    if console.format.isForScripts {
      let report = RestoreReport(
        epoch: key.epoch, file: path.absolute, fingerprint: fingerprint, isNew: isNew,
        isWrapped: key.isWrapped, keyID: key.keyID.description)
      console.result(json: report)
      return
    }
    console.result(
      isNew ? "The key is restored." : "This key is already restored; nothing was changed.")
    console.result("Key file     \(path.shown)")
    console.result("Key id       \(key.keyID)")
    if let fingerprint {
      console.result("Fingerprint  \(fingerprint)")
      console.remark("Compare the key id and the fingerprint with the sheet.")
    } else {
      console.remark(
        "Compare the key id with the sheet. cardvault key check shows the fingerprint, too.")
    }
    sayNext(key.keyID, locations, console)
  }

  private func restore(
    _ key: borrowing StoredKey, to locations: VaultLocations
  ) throws -> (path: FilePath, isNew: Bool) {
    do throws(VaultError) {
      return try locations.restore(key)
    } catch .keyFile(.exists, let path) {
      let known = try? KeyFile.read(path.string).keyID
      if known == key.keyID {
        throw Failure(
          "no key was restored",
          because:
            "the key file at \(path.shown) is this key with a passphrase of its own, and it is not overwritten",
          try:
            "if that passphrase is lost, move that file away, then run the same command again",
          status: .conflict)
      }
      throw Failure(
        "no key was restored",
        because:
          "another file is at \(path.shown), and it is not overwritten because it may be a key",
        try: "move that file away, then run the same command again", status: .conflict)
    }
  }

  /// The fingerprint, if the key can be opened without asking for a passphrase.
  private func fingerprint(of key: borrowing StoredKey) throws -> String? {
    if key.isWrapped, vault.passphraseDescriptor == nil { return nil }
    let keyProvider = TerminalKeys(passphrases: vault.passphrases, usesKeyring: false)
    return try keyProvider.root(of: key).fingerprint
  }

  private func sayNext(_ id: KeyID, _ locations: VaultLocations, _ console: Console) {
    if let known = try? Vault.keyFile(at: locations).id, known == id {
      console.remark("Next: cardvault list\(vault.words)")
    } else if (try? Vault.isAsked(for: id, at: locations)) == true {
      console.remark(
        "It is the key that the vault at \(locations.vault.shown) asks for. Next: cardvault sync\(vault.words)"
      )
    } else if Vault.exists(at: locations.vault) {
      console.remark(
        "The vault at \(locations.vault.shown) does not use this key. If it is its new key, next: "
          + "cardvault sync TARGET\(vault.words), with a device that uses it. If it is an older key of this vault, there is "
          + "nothing to do. If it is the key of another vault: "
          + "cardvault sync TARGET --bring-cards replaces the vault here with that one and brings the cards "
          + "from here along; cardvault sync TARGET --vault FOLDER keeps both"
      )
    } else {
      console.remark(
        "Next: cardvault sync TARGET\(vault.words), or copy the vault's folder to \(locations.vault.shown)"
      )
    }
  }
}

/// A restored key, for scripts.
private struct RestoreReport: Encodable {
  let epoch: UInt32
  let file: String
  let fingerprint: String?
  let isNew: Bool
  let isWrapped: Bool
  let keyID: String
}
