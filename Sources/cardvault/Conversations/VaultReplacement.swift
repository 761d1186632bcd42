internal import Cards
internal import Glibc
internal import Sealing
internal import SystemPackage
internal import Terminal
internal import VaultFormat
internal import VaultStore
internal import VaultSync
internal import Wallet

/// Replaces a vault that was made by mistake with the one at a sync target, and brings its cards along.
///
/// The new vault is made whole beside the old one, cards included, before the two change places. So if this is
/// interrupted, the old vault is still in its folder, and the same command goes on. At the end the old vault is kept
/// beside the new one.
struct VaultReplacement {
  let syncRun: SyncRun

  /// Brings this vault's cards into the target's vault, and replaces it.
  func run() async throws {
    let console = syncRun.console
    let vault = try syncRun.vault.locations().vault
    guard try await isAnother() else { return }
    // Opened first: a passphrase may be needed, and nothing has changed yet.
    let old = try await syncRun.vault.open(with: syncRun.keys, console)
    let staged = Self.beside(vault, "joining")
    var joining = syncRun
    joining.vault = syncRun.vault.moved(to: staged)
    let outcome = try await joining.sync()
    let new = try await joining.vault.open(with: syncRun.keys, console)
    let count = await old.cardCount
    var brought = try await new.bring(cardsOf: old)
    let aside = Self.freeName(beside: vault)
    try Self.exchange(vault, staged)
    try Self.move(staged, to: aside)
    // What another program saved meanwhile is in the old vault.
    joining.vault = syncRun.vault.moved(to: aside)
    let late = try await syncRun.vault.open(with: syncRun.keys, console).bring(
      cardsOf: try await joining.vault.open(with: syncRun.keys, console))
    brought.added += late.added
    console.noteStored()
    if console.format.isForScripts {
      console.result(json: SyncReport(outcome))
    } else {
      console.result(lines: outcome.lines(isDryRun: false))
      console.suggest(outcome.suggestions)
      console.result(
        "Cards brought along: \(brought.added) of \(count)"
          + (brought.known > 0 ? "; \(brought.known) were here already" : ""))
      console.remark("The old vault is kept at \(aside.shown).")
      console.suggest(.run("sync", note: "it sends the cards"))
    }
    try syncRun.tellProblems(of: outcome)
  }

  /// Whether the vault here is not the one at the target; if it is, they are synced as usual.
  private func isAnother() async throws -> Bool {
    do {
      try await syncRun.run()
      return false
    } catch let failure as Failure where failure.status == .wrongKey {
      return true
    }
  }

  /// A name beside the vault: `vault.joining`.
  private static func beside(_ vault: FilePath, _ ending: String) -> FilePath {
    vault.removingLastComponent().appending("\(vault.lastComponent?.string ?? "vault").\(ending)")
  }

  /// An unused name beside the vault: `vault.old`, `vault.old-2`.
  private static func freeName(beside vault: FilePath) -> FilePath {
    var number = 1
    while true {
      let path = beside(vault, number == 1 ? "old" : "old-\(number)")
      if (try? path.stat(followTargetSymlink: false)) == nil { return path }
      number += 1
    }
  }

  /// Exchanges two folders: at every moment, each is a whole vault.
  private static func exchange(_ vault: FilePath, _ new: FilePath) throws {
    do throws(SystemFailure) {
      try WholeFile.exchange(vault.string, new.string)
    } catch {
      throw failure(vault, error)
    }
  }

  private static func move(_ path: FilePath, to new: FilePath) throws {
    guard unsafe rename(path.string, new.string) != 0 else { return }
    throw failure(path, SystemFailure(code: errno))
  }

  private static func failure(_ path: FilePath, _ error: SystemFailure) -> Failure {
    Failure(
      "the vault at \(path.shown) was not moved",
      because: Errno(rawValue: error.code).reason,
      try: .run("sync", "TARGET", note: "after moving it aside yourself"), status: .unexpected)
  }
}
