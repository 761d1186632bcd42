internal import ArgumentParser
internal import Cards
internal import Sealing
internal import SystemPackage
internal import VaultStore

struct KeyRotateCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate", abstract: "Change the vault's key.",
    discussion: """
        cardvault key rotate             make a new key, and seal everything under it
        cardvault key rotate --finish    when all devices have it: remove what the old key opens

      What it cannot undo: copies of the vault that somebody kept stay readable with the old key.

      The command first lists what it leaves behind (files that are damaged, newer or need another key), the \
      removed cards whose history the new key does not get, and saves that exist only under a key that was \
      replaced before; then it asks. Nothing in the folder makes it refuse: it is also the way out where the \
      key was replaced by one that is lost.

      Other devices need the new key: cardvault key sheet here, cardvault key restore PHOTO there. Until then \
      they can read what was there before, and save nothing. A key with a passphrase gets a new passphrase. If \
      two devices changed the key, bring one the other's key and rotate there once more.

      \(ExitStatus.help(ExitStatus.ofVault + [.partlyDone, .nothingFound, .conflict]))
      """)

  @Flag(
    help: "Remove what is sealed under replaced keys; your other devices must have the new key.")
  var finish = false

  @OptionGroup var claims: ClaimOptions
  @OptionGroup var agreement: AgreementOptions
  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let store = try await vault.open()
    if finish { try await finish(store) } else { try await rotate(store) }
  }

  private func rotate(_ store: Vault) async throws {
    let console = common.console
    let plan = try await Failure.translating { () throws(VaultError) in
      try await store.rotationPlan()
    }
    if !agreement.yes, !common.format.isForScripts {
      console.ask(
        """
        The vault gets a new key, and everything in it is sealed under it.
        Copies of the vault that somebody kept stay readable with the old key.
        Your other devices need the new key before they can change anything.

        """)
    }
    await tell(plan, store, console)
    let takenIn = try await claims.takenIn(
      of: plan.claimedSaves, in: store, orElse: "the key was not changed", console)
    let isWanted = try agreement.isGiven(
      "Change the key now?", orElse: "the key was not changed", console)
    guard isWanted else { return console.result("The key stays as it is.") }
    let new = try await rotated(store, takingIn: takenIn, purging: Set(plan.purgedCards))
    if common.format.isForScripts {
      console.result(json: RotationReport(new, plan))
    } else {
      console.result("The key was changed.")
      console.result("Key id: \(new.keyID)")
      console.result("Fingerprint: \(new.fingerprint)")
      console.remark("Your new key file: \(new.keyFile.shown)")
      console.remark("Next:")
      console.remark(
        "  Make a new recovery sheet: the old one opens nothing that is saved from now on.")
      console.remark("  Bring the new key to your other devices.")
      console.remark("  Then: cardvault key rotate --finish, which removes what the old key opens.")
    }
    if !plan.leftBehind.isEmpty { throw ExitCode(ExitStatus.partlyDone.rawValue) }
  }

  /// Lists what a change of keys leaves behind and drops.
  private func tell(_ plan: RotationPlan, _ store: Vault, _ console: Console) async {
    for successor in plan.successors {
      console.complain(
        "another key of the vault is not here: \(successor.words)", try: successor.advice)
    }
    if !plan.leftBehind.isEmpty {
      console.complain(
        "\(plan.leftBehind.count.files) cannot be sealed under the new key: \(plan.leftBehind.shown)",
        try: "cardvault verify, which tells what they are; they stay as they are")
    }
    if !plan.purgedCards.isEmpty, !common.format.isForScripts {
      let names = await store.cardNames
      let known = plan.purgedCards.compactMap { names[$0] }.filter { !$0.isEmpty }
      console.ask(
        "The new key does not get the history of \(plan.purgedCards.count) removed "
          + "\(plan.purgedCards.count == 1 ? "card" : "cards")"
          + (known.isEmpty ? "" : ": \(known.shown)") + ".\n")
    }
  }

  private func finish(_ store: Vault) async throws {
    let console = common.console
    guard store.epoch > 0 else {
      throw Failure(
        "there is nothing to finish", because: "the vault's key was never changed",
        try: "cardvault key rotate", status: .nothingFound)
    }
    let plan = try await Failure.translating { () throws(VaultError) in
      try await store.finishingPlan()
    }
    if !agreement.yes, !common.format.isForScripts {
      console.ask(
        """
        Files under replaced keys are removed. A device that has only an old key can then read nothing: bring \
        the new key to each one first.

        """)
    }
    await tell(plan, store, console)
    let takenIn = try await claims.takenIn(
      of: plan.claimedSaves, in: store, orElse: "nothing was removed", console)
    let isWanted = try agreement.isGiven(
      plan.successors.isEmpty && plan.leftBehind.isEmpty
        ? "Do all your devices have the new key?"
        : "Remove what the old keys open all the same?", orElse: "nothing was removed", console)
    guard isWanted else { return console.result("Nothing was removed.") }
    let (count, left) = try await Failure.translating { () throws(VaultError) in
      try await store.finishRotation(takingIn: takenIn)
    }
    if count > 0 { Console.noteStored() }
    let leftOut = plan.claimedSaves.count - takenIn.count
    if common.format.isForScripts {
      console.result(
        json: FinishReport(
          filesLeft: left, filesRemoved: count, leftBehind: plan.leftBehind, savesLeftOut: leftOut))
    } else if count + left == 0 {
      console.result("It was finished before: nothing here is sealed under a replaced key.")
    } else {
      console.result(
        "Finished: \(count) \(count == 1 ? "file" : "files") under replaced keys removed here.")
      console.remark("Where another copy brings such files back, cardvault verify names them.")
    }
    if leftOut > 0 {
      console.complain(
        "saves that were left out stay in their files, unread: \(leftOut)",
        try: "the same command again, to take them in; or cardvault verify, and move the files away"
      )
    }
    guard left > 0 else {
      if leftOut > 0 || !plan.leftBehind.isEmpty { throw ExitCode(ExitStatus.partlyDone.rawValue) }
      return
    }
    throw Failure(
      "\(left) \(left == 1 ? "file was" : "files were") not removed",
      because: "the system does not allow it",
      try: "cardvault key rotate --finish again, when the disk can be written to",
      status: .partlyDone)
  }

  /// Changes the key; a new one is kept behind a passphrase if the old one was.
  private func rotated(
    _ store: Vault, takingIn takenIn: Set<ContentHash>, purging cards: Set<CardID>
  ) async throws -> RotatedKey {
    try VaultSurroundings.check(keyFile: try vault.locations().keyFile)
    let isWrapped = try KeyAtHand(vault).key.isWrapped
    let passphrase: Passphrase? = isWrapped ? try vault.passphrases.newPassphrase() : nil
    let new: RotatedKey
    do throws(VaultError) {
      new = try await store.rotate(
        passphrase: passphrase, takingIn: takenIn, purging: cards)
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
  let leftBehind: [String]
  let purged: [String]

  init(_ key: RotatedKey, _ plan: RotationPlan) {
    epoch = key.epoch
    file = key.keyFile.absolute
    fingerprint = key.fingerprint
    keyID = key.keyID.description
    leftBehind = plan.leftBehind
    purged = plan.purgedCards.map(\.description)
  }
}

/// What finishing did, for scripts.
struct FinishReport: Encodable {
  let filesLeft: Int
  let filesRemoved: Int
  let leftBehind: [String]
  let savesLeftOut: Int
}
