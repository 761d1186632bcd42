internal import ArgumentParser
internal import Sealing
internal import SystemPackage
internal import Terminal
internal import VaultFormat
internal import VaultStore
internal import Wallet

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

      If it is the new key of a vault that is here, this device moves to it, and what it saved under the old one comes \
      along. If two devices changed the key at once, restore the other one's key and sync: you are asked which one stays. \
      --keep answers for scripts.

      \(ExitStatus.help([.partlyDone, .wrongKey, .nothingFound, .conflict]))
      """)

  @Argument(
    help: "A photo or PDF of the sheet, a text file, or - to type the key.", completion: .file())
  var source: String

  @Option(
    help: .init(
      "If the vault has two keys, keep this one: restored or present.", valueName: "which"))
  var keep: KeptKey?

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run(in console: Console) async throws {
    let locations = try vault.locations()
    try VaultSurroundings.check(keyFile: locations.keyFile)
    let key = try await KeySource(argument: source, console: console).key()
    let keys = vault.keyProvider(console).remembering
    let fingerprint = try fingerprint(of: key, keys)
    let (path, isNew) = try restore(key, to: locations)
    if isNew { console.noteStored() }
    let (kept, moved) = try await settle(key.keyID, keys, console)
    // Opening the vault put it there, if it has a newer key.
    let retired = locations.retiredDirectory.appending(key.keyID.description)
    let isRetired = locations.keyFile == nil && (try? path.stat()) == nil
    if keep != nil, kept == nil {
      throw Failure(
        "the key is restored, but nothing was decided",
        because: "the vault here does not have two keys that were made at once",
        try: .run("key", "check", note: "it says which key the vault has").or(
          .run(
            "sync", note: "if another device also changed the key; then run the same command again")
        ),
        status: .conflict)
    }
    if console.format.isForScripts {
      let report = RestoreReport(
        file: (isRetired ? retired : path).absolute, fingerprint: fingerprint, isNew: isNew,
        isRetired: isRetired,
        isWrapped: key.isWrapped, kept: kept, keyID: key.keyID.description, moved: moved)
      console.result(json: report)
      return
    }
    let isIdle = kept == nil && moved == nil
    console.result(
      isNew
        ? "The key is restored."
        : "This key is already restored\(isIdle ? "; nothing was changed." : ".")")
    console.result("Key file     \((isRetired ? retired : path).shown)")
    console.result("Key id       \(key.keyID)")
    if let fingerprint {
      console.result("Fingerprint  \(fingerprint)")
      console.remark("Compare the key id and the fingerprint with the sheet.")
    } else {
      console.remark("Compare the key id with the sheet.")
      console.suggest(.run("key", "check"), for: "To compare the fingerprint, too")
    }
    if let moved { console.result("\(moved.movedWords)") }
    if let kept {
      console.result("The vault's key is the one with the fingerprint \(kept).")
      console.suggest(
        .run(
          "sync",
          note: "here and on your other devices; those with another key say which one to bring"))
    }
    if isRetired {
      console.remark("It is an older key of this vault, kept for older copies and bundles.")
    }
    if isRetired || moved != nil || kept != nil {
      let files = try? await vault.open(with: keys, console).health.retired
      if let files, !files.isEmpty { console.suggest(files.retiredSuggestion) }
    } else {
      sayNext(key.keyID, keys, console)
    }
  }

  /// Moves this device to the key, if a vault here uses it, and asks about rival keys.
  ///
  /// - Returns: The fingerprint of the key that was chosen, if there were rivals; and how many saves came along, if
  ///   this device moved.
  private func settle(
    _ id: KeyID, _ keys: @escaping KeyProvider, _ console: Console
  ) async throws -> (kept: String?, moved: Int?) {
    guard Vault.exists(at: try vault.locations().vault) else { return (nil, nil) }
    let opened: Vault
    do {
      opened = try await vault.open(with: keys, console)
    } catch {
      // The key is restored anyway.
      guard keep == nil else { throw error }
      return (nil, nil)
    }
    let known = await [opened.keyID] + opened.rivalKeys
    guard known.contains(id), known.count > 1 else {
      return (nil, opened.keyID == id ? await opened.movedCount : nil)
    }
    return try await RivalChoice(options: vault, keys: keys, console: console).decide(in: opened) {
      guard let keep else { return nil }
      return keep == .restored ? id : known.first { $0 != id } ?? id
    }
  }

  private func restore(
    _ key: borrowing StoredKey, to locations: VaultLocations
  ) throws -> (path: FilePath, isNew: Bool) {
    do throws(VaultError) {
      return try locations.restore(key)
    } catch .keyFile(.alreadyExists, let path) {
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
  private func fingerprint(of key: borrowing StoredKey, _ keys: KeyProvider) throws -> String? {
    switch key {
    case .plain(let root): root.fingerprint
    case .wrapped(let key): vault.passphraseDescriptor == nil ? nil : try keys(key).fingerprint
    }
  }

  /// Says the one thing to do next: what the device still lacks decides.
  private func sayNext(_ id: KeyID, _ keys: @escaping KeyProvider, _ console: Console) {
    guard let locations = try? vault.locations() else { return }
    let needed = try? Vault.keyFile(at: locations)
    if needed?.id == id {
      console.suggest(.run("list"))
    } else if (try? Vault.isAsked(for: id, at: locations)) == true {
      console.remark("It is the key that the vault at \(locations.vault.shown) asks for.")
      console.suggest(.run("sync"))
    } else if let needed, (try? needed.path.stat()) == nil {
      console.remark(
        "The vault at \(locations.vault.shown) needs another key, \(needed.id), which this device lacks."
      )
      console.suggest(.run("key", "restore", "PHOTO", note: "with the sheet of that key"))
    } else if Vault.exists(at: locations.vault) {
      console.remark("The vault at \(locations.vault.shown) does not use this key yet.")
      let known = (try? Vault.knownTargets(at: locations, keyProvider: keys)) ?? []
      let claiming = known.first { Vault.isClaimed(id, in: FilePath($0.target)) }
      console.suggest(
        claiming.map { Advice.run("sync", .text($0.name)) }
          ?? .run(
            "sync", "TARGET",
            note: "with the copy that this key opens; it says so if that is another vault"))
    } else {
      console.suggest(
        .run("sync", "TARGET").or("copy the vault's folder to \(locations.vault.shown)"))
    }
  }
}

/// Which of two keys stays the vault's.
enum KeptKey: String, ExpressibleByArgument {
  case restored, present
}

/// A restored key, for scripts.
private struct RestoreReport: Encodable {
  let file: String
  let fingerprint: String?
  let isNew: Bool
  let isRetired: Bool
  let isWrapped: Bool
  let kept: String?
  let keyID: String
  let moved: Int?
}
