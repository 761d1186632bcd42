internal import ArgumentParser
internal import Cards
internal import Sealing
internal import SystemPackage
internal import VaultStore

struct KeyRotateCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate", abstract: "Change the vault's key.",
    discussion: """
      Makes a new key and seals everything anew with it. What it cannot undo: copies of the vault that \
      somebody kept stay readable with the old key, for ever.

      Other devices need the new key: without it they can read what was there before, and change nothing. \
      A key with a passphrase gets a new passphrase, too. The files under the old key stay until all \
      devices have the new one; then --finish removes them, and with them the history of cards that were \
      removed: the only thing that ever does.

      \(ExitStatus.help(ExitStatus.ofVault + [.partlyDone, .nothingFound, .conflict]))
      """)

  @Flag(help: "Remove what is sealed with earlier keys; the other devices must have the new key.")
  var finish = false

  @OptionGroup var agreement: AgreementOptions
  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let store = try await vault.open(unlocksAll: true)
    if finish { try await finish(store) } else { try await rotate(store) }
  }

  private func rotate(_ store: Vault) async throws {
    let console = common.console
    if !agreement.yes, !common.format.isForScripts {
      console.ask(
        """
        The vault gets a new key, and everything in it is sealed anew.
        Copies of the vault that somebody kept stay readable with the old key.
        Your other devices need the new key before they can change anything.

        """)
    }
    _ = await store.warnOfLosses(console)
    let isWanted = try agreement.isGiven(
      "Change the key now?", orElse: "the key was not changed", console)
    guard isWanted else { return console.result("The key stays as it is.") }
    let new = try await rotated(store)
    if common.format.isForScripts {
      console.result(json: RotationReport(new))
      return
    }
    console.result("The key was changed.")
    console.result("Key id: \(new.keyID)")
    console.result("Fingerprint: \(new.fingerprint)")
    console.remark("The new key lies in \(new.keyFile.shown)")
    console.remark("Next:")
    console.remark("  Make a new recovery sheet: the old one opens nothing of what is stored now.")
    console.remark("  Bring the new key to your other devices.")
    console.remark("  Then: cardvault key rotate --finish, which removes what the old key opens.")
    console.remark("Copies of the vault that somebody kept stay readable with the old key.")
  }

  private func finish(_ store: Vault) async throws {
    let console = common.console
    guard store.epoch > 0 else {
      throw Failure(
        "there is nothing to finish", because: "the vault's key was never changed",
        try: "cardvault key rotate", status: .nothingFound)
    }
    if !agreement.yes, !common.format.isForScripts {
      console.ask(
        """
        Files that are sealed with earlier keys are removed, and what cards were before they were removed.
        A device that has only an old key reads nothing any more: bring the new key to each one first.

        """)
    }
    let isWanted = try agreement.isGiven(
      "Do all your devices have the new key?", orElse: "nothing was removed", console)
    guard isWanted else { return console.result("Nothing was removed.") }
    let (count, left) = try await Failure.translating { () throws(VaultError) in
      try await store.finishRotation()
    }
    if count > 0 { Console.noteStored() }
    if common.format.isForScripts {
      console.result(json: FinishReport(filesLeft: left, filesRemoved: count))
    } else if count + left == 0 {
      console.result("It was finished before: nothing here is sealed with an earlier key.")
    } else {
      console.result(
        "Finished: \(count) \(count == 1 ? "file" : "files") of earlier keys removed here.")
      console.remark("Where another copy brings such files back, cardvault verify names them.")
    }
    guard left > 0 else { return }
    throw Failure(
      "\(left) \(left == 1 ? "file was" : "files were") not removed",
      because: "the system does not allow it",
      try: "cardvault key rotate --finish again, when the disk can be written to",
      status: .partlyDone)
  }

  /// Changes the key; a new one is kept behind a passphrase if the old one was.
  private func rotated(_ store: Vault) async throws -> RotatedKey {
    try VaultSurroundings.check(keyFile: try vault.locations().keyFile)
    let isWrapped = try KeyAtHand(vault).key.isWrapped
    let passphrase: Passphrase? = isWrapped ? try vault.passphrases.newPassphrase() : nil
    let new: RotatedKey
    do throws(VaultError) {
      new = try await store.rotate(passphrase: passphrase)
    } catch {
      throw Failure(error)
    }
    Console.noteStored()
    // The old keys have no business in memory any more.
    for id in store.keyIDs { _ = try? Keyring.remove(id) }
    return new
  }
}

/// A new key, for scripts.
struct RotationReport: Encodable {
  let epoch: UInt32
  let file: String
  let fingerprint: String
  let keyID: String

  init(_ key: RotatedKey) {
    epoch = key.epoch
    file = key.keyFile.absolute
    fingerprint = key.fingerprint
    keyID = key.keyID.description
  }
}

/// What finishing did, for scripts.
struct FinishReport: Encodable {
  let filesLeft: Int
  let filesRemoved: Int
}
