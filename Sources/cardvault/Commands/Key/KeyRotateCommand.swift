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
      The files under the old key stay until all devices have the new one; then --finish removes them, and \
      with them the history of cards that were removed: the only thing that ever does.

      \(ExitStatus.help(ExitStatus.ofVault + [.nothingFound, .conflict]))
      """)

  @Flag(help: "Remove what is sealed with earlier keys; the other devices must have the new key.")
  var finish = false

  @OptionGroup var agreement: AgreementOptions
  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let store = try await vault.open()
    if finish { try await finish(store) } else { try await rotate(store) }
  }

  private func rotate(_ store: Vault) async throws {
    let console = common.console
    try refuseWrapped(store)
    if !agreement.yes {
      console.ask(
        """
        The vault gets a new key, and everything in it is sealed anew.
        Copies of the vault that somebody kept stay readable with the old key.
        Your other devices need the new key before they can change anything.

        """)
    }
    let isWanted = try agreement.isGiven(
      "Change the key now?", orElse: "the key was not changed", console)
    guard isWanted else { return console.result("The key stays as it is.") }
    let path = try await Failure.translating { () throws(VaultError) in try await store.rotate() }
    let changed = try await vault.open()
    if common.format.isForScripts {
      console.result(
        RotationReport(
          epoch: changed.epoch, file: path.shown, fingerprint: changed.fingerprint,
          keyID: changed.keyID.description
        ).json)
      return
    }
    console.result("The key was changed.")
    console.result("Key id: \(changed.keyID)")
    console.result("Fingerprint: \(changed.fingerprint)")
    console.remark("The new key lies in \(path.shown)")
    console.remark("Next:")
    console.remark("  Make a new recovery sheet, or copy that file to a safe place: the old one is no use.")
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
    if !agreement.yes {
      console.ask(
        """
        Files that are sealed with earlier keys are removed, and what cards were before they were removed.
        A device that has only an old key reads nothing any more: bring the new key to each one first.

        """)
    }
    let isWanted = try agreement.isGiven(
      "Do all your devices have the new key?", orElse: "nothing was removed", console)
    guard isWanted else { return console.result("Nothing was removed.") }
    let count = try await Failure.translating { () throws(VaultError) in
      try await store.finishRotation()
    }
    if common.format.isForScripts {
      console.result(FinishReport(filesRemoved: count).json)
    } else {
      console.result(
        "Finished: \(count) \(count == 1 ? "file" : "files") of earlier keys removed here.")
      console.remark("Where other copies of the vault bring such files back, cardvault verify names them.")
    }
  }

  /// Refuses to make a key that is kept less safe than the one it replaces.
  private func refuseWrapped(_ store: Vault) throws {
    guard let path = store.locations.keyFile else { return }
    let isWrapped = try Failure.explaining(path) { () throws(SealingError) in
      try KeyFile.read(path.string).isWrapped
    }
    if isWrapped {
      throw Failure(
        "the key was not changed", because: "it has a passphrase, and a new key would have none",
        try: "cardvault key passphrase --remove, then this, then cardvault key passphrase",
        status: .conflict)
    }
  }
}

/// A new key, for scripts.
struct RotationReport: Encodable {
  let epoch: UInt32
  let file: String
  let fingerprint: String
  let keyID: String
}

/// What finishing did, for scripts.
struct FinishReport: Encodable {
  let filesRemoved: Int
}

extension Failure {
  /// Does something with a key file and puts its error into words.
  fileprivate static func explaining<Value>(
    _ path: FilePath, _ work: () throws(SealingError) -> Value
  ) throws -> Value {
    do throws(SealingError) {
      return try work()
    } catch {
      throw Failure(VaultError(error, keyFile: path))
    }
  }
}
