internal import ArgumentParser
internal import Cards
internal import Sealing
internal import SystemPackage
package import TerminalIO
internal import VaultFormat
package import VaultStore
internal import Wallet
internal import Wording

/// Changes a vault's key, after telling the person what will be left behind.
package struct KeyRotating {
  let store: Vault
  /// Where the vault and its key are.
  let options: VaultOptions
  let claims: ClaimOptions
  let confirmation: ConfirmationOptions
  let console: Console

  /// Prepares a rotation.
  package init(
    store: Vault, options: VaultOptions, claims: ClaimOptions, confirmation: ConfirmationOptions,
    console: Console
  ) {
    self.store = store
    self.options = options
    self.claims = claims
    self.confirmation = confirmation
    self.console = console
  }

  /// Creates a new key and seals everything under it.
  package func rotate() async throws {
    let plan = try await store.rotationPlan()
    let locations = try options.locations()
    if !confirmation.yes, !console.format.isForScripts {
      console.ask(
        """
        The vault gets a new key, and everything in the vault is sealed under it.
        Copies of the vault that others kept stay readable with the old key.
        Your other devices need the new key before they can save changes.

        """)
      if let keyFile = locations.keyFile, locations.replacesKey(in: keyFile) {
        console.ask("The new key replaces the old one in \(keyFile.shown).\n")
      }
    }
    await tell(plan)
    let takenIn = try await claims.takenIn(
      of: plan.claimedSegments, in: store, orElse: "the key was not changed", console)
    let isWanted = try confirmation.isGiven(
      .newKey, orElse: "the key was not changed", console)
    guard isWanted else { return leave("The key was not changed.") }
    let new = try await rotated(takingIn: takenIn)
    if console.format.isForScripts {
      console.result(json: RotationReport(new, plan))
    } else {
      console.result("The key was changed.")
      console.result("Key id: \(new.keyID)")
      console.result("Fingerprint: \(new.fingerprint)")
      console.remark("Your new key file: \(new.keyFile.shown)")
      if new.keyFile == locations.keyFile {
        console.remark(
          "The old key is no longer in it. Keep its recovery sheet: without this vault, older copies and bundles "
            + "need the old key.")
      }
      console.remark("Next:")
      console.remark(
        "  Create a new recovery sheet (cardvault key sheet\(options.words)): the old one does not open new changes."
      )
      console.remark("  Bring the new key to your other devices (cardvault key restore PHOTO).")
      console.remark(
        "  Then run cardvault key rotate --finish\(options.words), which removes what the old key opens."
      )
    }
    if !plan.isWhole { throw ExitCode(ExitStatus.partlyDone.rawValue) }
  }

  /// Tells a person who declined that nothing was done; a script's report would be of what was done.
  private func leave(_ words: String) {
    if !console.format.isForScripts { console.result("\(words)") }
  }

  /// Lists what a key change leaves behind.
  private func tell(_ plan: RotationPlan) async {
    for successor in plan.successors {
      console.complain(
        "another key of the vault is not on this device: \(successor.words)",
        try: successor.sheetAdvice)
    }
    if plan.furtherSuccessorCount > 0 {
      console.complain(
        plan.furtherSuccessorCount.furtherKeys, try: Successor.furtherAdvice)
    }
    if !plan.leftBehind.isEmpty {
      console.complain(
        "\(plan.leftBehind.count.files) cannot be sealed under the new key: \(plan.leftBehind.shown)",
        try: "cardvault verify, which explains each one; they stay as they are")
    }
    if plan.isPartial {
      console.complain(
        "the vault's folder has too many files, and some cannot be sealed under the new key",
        try: "cardvault verify, which names those that are not the vault's: move them away first")
    }
    if !plan.missingPhotos.isEmpty {
      let (photos, names) = (plan.missingPhotos, await store.cardNames)
      console.complain(
        "\(photos.counted) cannot be sealed under the new key, because \(photos.reason(names))",
        try: photos.advice)
    }
  }

  /// Removes everything sealed under replaced keys.
  package func finish() async throws {
    if let successor = await store.currentSuccessor { throw VaultError.keyReplaced(successor) }
    guard store.epoch > 0 else {
      throw Failure(
        "there is nothing to finish", because: "the vault's key was never changed",
        try: "cardvault key rotate", status: .nothingFound)
    }
    let plan = try await store.finishingPlan()
    if !confirmation.yes, !console.format.isForScripts {
      console.ask(
        """
        Files under replaced keys are removed. A device that has only an old key can read nothing afterwards: \
        bring the new key to every device first.

        """)
    }
    await tell(plan)
    let takenIn = try await claims.takenIn(
      of: plan.claimedSegments, in: store, orElse: "nothing was removed", console)
    let isWanted = try confirmation.isGiven(
      plan.successors.isEmpty && plan.leftBehind.isEmpty && !plan.isPartial
        ? .allHaveNewKey : .removeAnyway, orElse: "nothing was removed", console)
    guard isWanted else { return leave("Nothing was removed.") }
    let (count, left) = try await store.finishRotation(takingIn: takenIn)
    if count > 0 { Console.noteStored() }
    let leftOut = plan.claimedSegments.count - takenIn.count
    if console.format.isForScripts {
      console.result(
        json: FinishReport(
          filesLeft: left, filesRemoved: count, leftBehind: plan.leftBehind,
          missingPhotos: plan.missingPhotos.map(\.name), savesLeftOut: leftOut))
    } else if count + left == 0 {
      console.result("Already finished: nothing here is sealed under a replaced key.")
    } else {
      console.result(
        "Finished: removed \(count) \(count == 1 ? "file" : "files") sealed under replaced keys.")
      console.remark("If another copy brings such files back, cardvault verify lists them.")
    }
    if leftOut > 0 {
      console.complain(
        "saves left out, which stay unread in their files: \(leftOut)",
        try:
          "run the same command again to take them in; or cardvault verify, and move the files away"
      )
    }
    guard left > 0 else {
      if leftOut > 0 || !plan.isWhole { throw ExitCode(ExitStatus.partlyDone.rawValue) }
      return
    }
    throw Failure(
      "\(left) \(left == 1 ? "file was" : "files were") not removed",
      because: "the system did not allow it",
      try: "make the disk writable, then run cardvault key rotate --finish again",
      status: .partlyDone)
  }

  /// Changes the key; the new one gets a passphrase if the old one had one.
  private func rotated(takingIn takenIn: Set<ContentHash>) async throws -> RotatedKey {
    try VaultSurroundings.check(keyFile: try options.locations().keyFile)
    let isWrapped = try KeyAtHand(options).key.isWrapped
    let passphrase: Passphrase? =
      isWrapped
      ? try options.passphrases.reporting(on: console).newPassphrase(for: "the new key") : nil
    let new = try await store.rotate(passphrase: passphrase, takingIn: takenIn)
    Console.noteStored()
    // The old keys must not stay in the keyring.
    for id in store.keyIDs { _ = try? Keyring.remove(id) }
    return new
  }
}

extension RotationPlan {
  /// Whether everything of the vault can be sealed under the new key.
  fileprivate var isWhole: Bool {
    leftBehind.isEmpty && missingPhotos.isEmpty && !isPartial
  }
}
