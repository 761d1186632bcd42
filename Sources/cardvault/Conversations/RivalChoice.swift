internal import Sealing
internal import Terminal
internal import VaultStore
internal import Wallet

/// Asks which of two keys stays the vault's, after two devices changed the key at once.
struct RivalChoice {
  let options: VaultOptions
  /// Where the roots of wrapped keys come from, each asked for once.
  let keys: KeyProvider
  let console: Console

  /// Decides, by an option's `answer` or the person's, and moves this device to the key that was chosen.
  ///
  /// - Returns: The fingerprint of the key that was chosen, and how many saves came along, if this device moved.
  @discardableResult
  func decide(
    in vault: Vault, _ answer: () -> KeyID? = { nil }
  ) async throws -> (kept: String?, moved: Int?) {
    let chosen: KeyID
    if let given = answer() {
      chosen = given
    } else {
      guard console.isInteractive else {
        throw Failure.usage(
          "the vault has two keys", because: "two devices changed its key at once",
          try: .run(
            "key", "restore", "PHOTO", "--keep", "restored",
            note: "with the sheet of the key to keep")
        )
      }
      chosen = try await asked(among: await [vault.keyID] + vault.rivalKeys, of: vault)
    }
    try await vault.decide(for: chosen)
    console.noteStored()
    let fingerprint = await vault.fingerprint(of: chosen)
    let moved = try await options.open(with: keys, console)
    return (fingerprint, chosen == vault.keyID ? nil : await moved.movedCount)
  }

  private func asked(among keys: [KeyID], of vault: Vault) async throws -> KeyID {
    // The suggestion is the same on both devices, so two people who press Enter agree.
    let suggested = await vault.suggestedKey
    console.say(
      "Two devices changed the vault's key at once. One of the keys stays, the other is retired:\n")
    for key in [suggested] + keys.filter({ $0 != suggested }) {
      let words = await vault.fingerprint(of: key) ?? key.description
      let isOwn = key == vault.keyID
      console.say("  \(words)\(isOwn ? ", which this device uses" : "")\n")
    }
    let isWanted = console.confirms(
      Question.rivalKey, with: [await vault.fingerprint(of: suggested) ?? suggested.description])
    return isWanted ? suggested : keys.first { $0 != suggested } ?? suggested
  }
}
