internal import Sealing
internal import Synchronization
internal import SystemPackage
internal import VaultFormat
internal import VaultStore
internal import Wallet

/// The one open vault of a server, until it is locked.
final class VaultHolder: Sendable {
  private struct State {
    var vault: Vault?
    /// How often a vault was opened.
    var openings = 0
    /// How often it was locked.
    var lockings = 0
    /// Whether another program changed the key, and a passphrase is needed for the new one.
    var isKeyChanged = false
    /// Whether the key needed a passphrase when its file was last read.
    var isWrapped = false
    /// How many calls of people are being answered.
    var running = 0
    var lastUsed: ContinuousClock.Instant

    mutating func lock() {
      vault = nil
      isKeyChanged = false
      lockings += 1
    }
  }

  /// Where everything is.
  let locations: VaultLocations
  private let state: Mutex<State>
  private let now: @Sendable () -> ContinuousClock.Instant
  /// One change at a time, and no refresh in between: what a change was decided on is what it is compared with.
  private let changes = Turns(
    atOnce: 1, longestLine: 64,
    orElse: Failure(
      "nothing was changed", because: "too many other changes are waiting",
      try: "try again in a moment",
      status: .inUse))

  /// A holder of a vault that is not open yet.
  ///
  /// - Parameters:
  ///   - locations: Where everything is.
  ///   - now: Returns the time that idleness is measured by.
  init(
    at locations: VaultLocations,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.locations = locations
    self.now = now
    state = Mutex(State(lastUsed: now()))
  }

  /// Whether the vault is locked.
  var isLocked: Bool { state.withLock { $0.vault == nil } }

  /// Whether a passphrase opens the vault's key, rather than nothing but its file; as far as is known if the file
  /// cannot be read now.
  var needsPassphrase: Bool {
    guard let place = try? Vault.keyFile(at: locations).path,
      let key = try? KeyFile.read(place.string)
    else { return state.withLock { $0.isWrapped } }
    let isWrapped = key.isWrapped
    state.withLock { $0.isWrapped = isWrapped }
    return isWrapped
  }

  /// Opens the vault.
  ///
  /// - Parameter unlock: the root of a wrapped key; by default, one that was unlocked on this machine.
  /// - Throws: `VaultError`, such as `.passphraseNeeded`; and what `unlock` throws for the key that replaced the one
  ///   that it opens.
  func open(keyProvider unlock: KeyProvider = fromKeyring) async throws(VaultError) {
    let before = lockings
    var refusal: VaultError?
    let vault = try Vault.open(at: locations) { key throws(VaultError) in
      do throws(VaultError) { return try unlock(key) } catch {
        refusal = error
        throw error
      }
    }
    // A replaced key opens what was saved before, where nothing can be changed any more. Without the new key's file and
    // header here, that is all there is to see.
    if let refusal, let successor = await vault.currentSuccessor, successor.isOnThisMachine {
      throw refusal
    }
    await vault.remember()
    state.withLock {
      // A lock during the key derivation counts.
      guard $0.lockings == before else { return }
      $0.vault = vault
      $0.openings += 1
      $0.isKeyChanged = false
      $0.lastUsed = now()
    }
    if CommandLog.isWanted {
      let cardCount = await vault.cardCount
      CommandLog.note(.opened(cards: cardCount))
    }
  }

  /// Answers a call of a person, which puts the automatic lock off until it is over.
  ///
  /// - Throws: What `work` throws.
  func answering<Value>(_ work: () async throws -> Value) async throws -> Value {
    state.withLock { $0.running += 1 }
    defer {
      state.withLock {
        $0.running -= 1
        $0.lastUsed = now()
      }
    }
    return try await work()
  }

  /// Makes a change while no other call changes or refreshes the vault.
  ///
  /// - Parameters:
  ///   - lockings: How often the vault had been locked when the change was asked for.
  ///   - work: Makes the change.
  /// - Returns: What `work` returns.
  /// - Throws: What `work` throws, and as `vault` and `checkNotLocked`.
  func changing<Value>(
    since lockings: Int, _ work: () async throws -> Value
  ) async throws -> Value {
    try await changes.run {
      // While it waited for its turn, or was read.
      try checkNotLocked(since: lockings)
      _ = try await refreshed()
      return try await work()
    }
  }

  /// The vault, with what other programs wrote since unless a change is being made.
  ///
  /// - Returns: The vault; the same one until another program changes its key.
  /// - Throws: `LockedError`, `VaultAwayError`, and `VaultError` as `refreshed`.
  func vault() async throws -> Vault {
    if let fresh = try await changes.runIfFree({ try await refreshed() }) { return fresh }
    return try held()
  }

  /// Checks that the vault is open, without looking for what other programs wrote: for what happens many times a second.
  ///
  /// - Throws: `LockedError`.
  func checkOpen() throws(LockedError) { _ = try held() }

  /// How often the vault was locked: by that, work finds out that it was begun before a lock.
  var lockings: Int { state.withLock { $0.lockings } }

  /// Checks that the vault was not locked since work was begun.
  ///
  /// It may be open again by now, but not for that work. A key that another program changed is no lock: nobody asked for
  /// the work to end.
  ///
  /// - Parameters:
  ///   - lockings: How often it had been locked then.
  ///   - change: What is known of the change that the work made; `nil` if it made none.
  /// - Throws: `LockedError`.
  func checkNotLocked(
    since lockings: Int, change: LockedError.Change? = nil
  ) throws(LockedError) {
    guard self.lockings == lockings else {
      throw LockedError(isKeyChanged: false, change: change)
    }
  }

  /// Checks that the vault is open, and was not locked since work was begun.
  ///
  /// - Parameter lockings: How often it had been locked then.
  /// - Throws: `LockedError`.
  func checkOpen(since lockings: Int) throws(LockedError) {
    try checkNotLocked(since: lockings)
    try checkOpen()
  }

  private func held() throws(LockedError) -> Vault {
    let (vault, isKeyChanged) = state.withLock { ($0.vault, $0.isKeyChanged) }
    guard let vault else { throw LockedError(isKeyChanged: isKeyChanged) }
    return vault
  }

  private func refreshed() async throws -> Vault {
    let old = try held()
    let fresh: Vault
    do throws(VaultError) {
      fresh = try await old.refreshed(keyProvider: fromKeyring)
    } catch {
      if let away = VaultAwayError(error) { throw away }
      guard case .passphraseNeeded = error else { throw error }
      state.withLock { state in
        guard state.vault === old else { return }
        state.vault = nil
        state.isKeyChanged = true
      }
      CommandLog.note(.locked)
      throw LockedError(isKeyChanged: true)
    }
    if fresh !== old {
      state.withLock { state in
        guard state.vault === old else { return }
        state.vault = fresh
        state.openings += 1
      }
    }
    // It may have been locked meanwhile.
    return try held()
  }

  /// Changes when what the vault shows does.
  var stamp: String {
    get async {
      let (vault, openings) = state.withLock { ($0.vault, $0.openings) }
      return "\(openings).\(await vault?.showingCount ?? 0)"
    }
  }

  /// Lets go of the vault: its keys are wiped when the last request that uses them ends.
  ///
  /// Its step that has begun is not cut short: a git that was killed, for instance, looks like a broken clone.
  func lock() { state.withLock { $0.lock() } }

  /// Locks the vault if nobody used it for a while, also one that waits for the passphrase of a changed key: what came
  /// from it is still here and on the pages.
  ///
  /// - Returns: whether it was locked by this.
  func lock(idleFor limit: Duration) -> Bool {
    state.withLock { state in
      guard state.vault != nil || state.isKeyChanged, state.running == 0,
        now() - state.lastUsed >= limit
      else { return false }
      state.lock()
      return true
    }
  }
}

/// Roots of keys that were unlocked on this machine (`cardvault unlock`).
let fromKeyring: @Sendable (WrappedKey) throws(VaultError) -> sending RootKey = {
  (key) throws(VaultError) in
  guard let root = try? Keyring.load(key.keyID) else { throw .passphraseNeeded }
  CommandLog.note(.keyFromKeyring)
  return root
}
