internal import ArgumentParser
internal import Cards
internal import ReaderLink
internal import Sealing
internal import SystemPackage
internal import Terminal
internal import VaultFormat
internal import VaultStore
internal import VaultSync
internal import Wallet

/// Changes a vault's key, after explaining what it means for other devices and what will be left behind.
struct GuidedRotation {
  /// Where the vault and its key are.
  let options: VaultOptions
  /// Where the recovery sheet of the new key goes; `nil` for a generated name in the current folder.
  let sheet: String?
  /// Whether there is to be a sheet.
  let hasSheet: Bool
  let confirmation: ConfirmationOptions
  let console: Console

  private static let refusal = "the key was not changed"

  /// Creates a new key and seals everything under it.
  func run() async throws {
    if hasSheet, sheet == nil, !console.isInteractive {
      throw Failure.usage(
        Self.refusal,
        because:
          "there is no terminal, and without a recovery sheet the new key exists only in its file",
        try: .use("--sheet", "sheet.pdf").or(.use("--no-sheet")))
    }
    if let sheet { try SheetFile.check(sheet, option: "--sheet") }
    let keys = options.keyProvider(console).remembering
    let isSynced = try await sync(keys)
    let store = try await options.open(with: keys, console)
    let plan = try await store.rotationPlan()
    if !confirmation.yes, !console.format.isForScripts {
      console.say(
        """
        The vault gets a new key, and everything in it is sealed under it.
        Your other devices can read what they have until they get the new key, but they save and send nothing.
        Copies of the vault that others kept stay readable with the old key.

        """)
    }
    await tell(plan, of: store)
    guard try confirmation.isGiven(.newKey, orElse: Self.refusal, console) else {
      if !console.format.isForScripts { console.result("The key was not changed.") }
      return
    }
    let (new, sheet) = try await rotated(store)
    if console.format.isForScripts {
      console.result(
        json: RotationReport(new, plan, sheet: sheet.map { FilePath($0) }, synced: isSynced))
    } else {
      console.result("The key was changed.")
      console.result("Key id: \(new.keyID)")
      console.result("Fingerprint: \(new.fingerprint)")
      if let sheet { console.result("Recovery sheet: \(sheet)") }
      console.remark("Your new key file: \(new.keyFile.shown)")
      console.remark(
        "The old key stays on this device, for older copies and bundles: keep its recovery sheet apart from the new one."
      )
      if sheet == nil {
        console.suggest(
          .run(
            "key", "sheet",
            note: "without a new recovery sheet, the new key exists only in its file"))
      }
      if isSynced != nil { console.suggest(.run("sync")) }
      if PocketPlace.isAnyKnown(at: try options.locations()) {
        console.suggest(
          .run("pocket", "--new-words", "TARGET", note: "until then, their old words open them"),
          for: "For each pocket")
      }
      let restoring = Advice.run(
        "key", "restore", "PHOTO",
        note: "with the new sheet; then sync, and what they have not synced yet comes along")
      // There, the vault may be in another folder.
      Advice.$namedOptions.withValue([]) {
        console.suggest(restoring, for: "On each of your other devices")
      }
    }
    if !plan.isWhole { throw ExitCode(ExitStatus.partlyDone.rawValue) }
  }

  /// Syncs with all known targets, so that the new key covers what other devices saved; returns whether all were
  /// reached, and `nil` if none is known.
  private func sync(_ keys: @escaping KeyProvider) async throws -> Bool? {
    let requests = try? [SyncRequest](with: []) {
      try Vault.knownTargets(at: try options.locations(), keyProvider: keys)
    }
    guard let requests else { return nil }
    do {
      for request in requests {
        let syncRun = SyncRun(request: request, vault: options, keys: keys, console: console)
        let outcome = try await syncRun.sync()
        syncRun.noteStored(outcome)
        syncRun.tellWarnings(of: outcome)
      }
      return true
    } catch {
      console.complain(
        "the vault was not synced with all its targets first, so what other devices saved since the last sync is not under the new key",
        try:
          .run("sync", note: "before you change the key").or(
            "go on: it comes along once these devices have the new key")
      )
      return false
    }
  }

  /// Lists what a key change leaves behind.
  private func tell(_ plan: RotationPlan, of store: Vault) async {
    if plan.isOlder {
      console.complain(
        "this copy of the vault is older than what this device remembers: what was saved since is not in it",
        try: .run("sync", "TARGET", note: "with a newer copy, before you change the key"))
    }
    for successor in plan.successors where !plan.isOlder {
      console.complain(
        successor.isContradicted
          ? "\(successor.replacement): this new key replaces both"
          : "the vault's key was changed already: \(successor.words)",
        try: successor.isContradicted
          ? "bring this new key to your other devices" : successor.retrieval)
    }
    if plan.furtherSuccessorCount > 0 {
      console.complain(
        plan.furtherSuccessorCount.furtherKeys,
        try: "go on: whoever made such a key cannot read what is saved under the new one")
    }
    if !plan.leftBehind.isEmpty {
      console.complain(
        "\(plan.leftBehind.count.files) cannot be sealed under the new key: \(plan.leftBehind.shown)",
        try: .run("verify", note: "it explains each one; they stay as they are"))
    }
    if plan.isPartial {
      console.complain(
        "the vault's folder has too many files, and some cannot be sealed under the new key",
        try: .run("verify", note: "it names those that are not the vault's: move them away first"))
    }
    if !plan.missingPhotos.isEmpty {
      let (photos, names) = (plan.missingPhotos, await store.cardNames)
      console.complain(
        "\(photos.counted) cannot be sealed under the new key, because \(photos.reason(names))",
        try: photos.advice)
    }
  }

  /// Makes the new key and its sheet, and then changes the key; the new one gets a passphrase if the old one had one.
  private func rotated(_ store: Vault) async throws -> (key: RotatedKey, sheet: String?) {
    let isWrapped = try store.locations.keyFile.map { file in
      try VaultError.naming(keyFile: file) { () throws(SealingError) in
        try KeyFile.read(file.string).isWrapped
      }
    }
    let passphrase: Passphrase? =
      isWrapped ?? false
      ? try options.passphrases(console).newPassphrase(for: "the new key") : nil
    let next = try await store.makeNextKey(passphrase: passphrase)
    console.noteStored()
    var sheet: SheetFile?
    do {
      sheet = try await writeSheet(of: next)
      let new = try await store.rotate()
      // The old key must not stay in the keyring.
      _ = try? Keyring.remove(store.keyID)
      return (new, sheet?.name)
    } catch {
      await store.discardNextKey()
      sheet?.withdraw()
      throw error
    }
  }

  /// Writes the recovery sheet of the new key, and asks for some of its groups.
  private func writeSheet(of next: RotatedKey) async throws -> SheetFile? {
    guard hasSheet else { return nil }
    let name = sheet ?? "cardvault-recovery-\(next.keyID.description.prefix(8)).pdf"
    guard
      let form = PictureRenderer.Output(
        rawValue: name.split(separator: ".").last?.lowercased() ?? "")
    else {
      throw Failure.usage(
        Self.refusal, because: "\(name) does not end in .pdf or .png",
        try: .use("--sheet", "sheet.pdf"))
    }
    let key = try VaultError.naming(keyFile: next.keyFile) { () throws(SealingError) in
      try KeyFile.read(next.keyFile.string)
    }
    var file = try await SheetFile(
      name, form, key, fingerprint: next.fingerprint, date: try .today(),
      option: "--sheet", MissingProtections(console))
    try file.place()
    guard console.isInteractive, !confirmation.yes else { return file }
    console.say(
      """
      The recovery sheet of the new key is in \(name). Print it, or open it, now.
      Type two of its groups, to show that you have it. The key is changed after that; if you stop here, delete the sheet.

      """)
    do {
      for _ in 0..<Self.typedGroups { try checkGroup(of: key) }
    } catch {
      file.withdraw()
      throw error
    }
    return file
  }

  /// How many groups of the sheet a person types back, to show that they have it and can read it.
  private static let typedGroups = 2
  private static let maxTries = 3

  private func checkGroup(of key: borrowing StoredKey) throws {
    let groups = try VaultError.ofKeys { () throws(SealingError) in try KeyText.groups(of: key) }
    let length = KeyText.groupLength
    let count = (groups.byteCount + 1) / (length + 1)
    let number = Int.random(in: 0..<count)
    for _ in 0..<Self.maxTries {
      guard let typed = console.answer(to: Question.sheetGroup, with: ["\(number + 1)"]) else {
        break
      }
      let bytes = Array(typed.lowercased().utf8.filter { $0 != 0x20 })
      let isRight = groups.withBytes { groups in
        bytes.count == length
          && bytes.indices.allSatisfy { groups[number * (length + 1) + $0] == bytes[$0] }
      }
      if isRight { return }
      console.say("That is not group \(number + 1), counted from the start of the first line.\n")
    }
    throw Failure(
      Self.refusal, because: "what was typed is not on its new recovery sheet",
      try:
        "run the same command again, which makes another key and sheet; the last sheet is of no use",
      status: .usage)
  }
}

extension RotationPlan {
  /// Whether everything of the vault can be sealed under the new key.
  fileprivate var isWhole: Bool {
    leftBehind.isEmpty && missingPhotos.isEmpty && !isPartial
  }
}
