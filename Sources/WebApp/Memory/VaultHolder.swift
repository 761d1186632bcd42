internal import Sealing
internal import ServiceLifecycle
internal import Synchronization
internal import SystemPackage
internal import VaultFormat
internal import VaultStore
internal import VaultSync
internal import Wallet

/// The one open vault of a server, until it is locked.
final class VaultHolder: Sendable {
  private struct State {
    var vault: Vault?
    var openings = 0
    var lockings = 0
    /// Whether there was no vault when the server started, and none was opened since.
    var isMissing = false
    /// The id of the vault's key, as of the last opening; which vault it is that may be locked now.
    var keyID: KeyID?
    /// Whether another program changed the key, and a passphrase is needed for the new one.
    var isKeyChanged = false
    /// Whether the key needed a passphrase when its file was last read.
    var isWrapped = false
    /// How many calls by people are being answered.
    var running = 0
    var lastUsed: ContinuousClock.Instant

    mutating func lock() {
      vault = nil
      isKeyChanged = false
      lockings += 1
    }
  }

  let locations: VaultLocations
  /// The log of this server.
  let log: CommandLog
  /// Returns the roots of keys that were unlocked on this machine (`cardvault unlock`).
  let fromKeyring: @Sendable (WrappedKey) throws(VaultError) -> sending RootKey
  private let state: Mutex<State>
  private let now: @Sendable () -> ContinuousClock.Instant
  /// One change at a time, without a refresh in between: a change is compared with what it was decided on.
  private let changes = Turns(
    atOnce: 1, maxWaiting: 64,
    orElse: Failure(
      "nothing was changed", because: "too many other changes are waiting",
      try: "try again in a moment",
      status: .inUse))

  /// Holds no open vault yet; `now` returns the time that idleness is measured by.
  init(
    at locations: VaultLocations, log: CommandLog,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.locations = locations
    self.log = log
    fromKeyring = { (key) throws(VaultError) in
      guard let root = try? Keyring.load(key.keyID) else { throw .passphraseNeeded }
      log.note(.keyFromKeyring)
      return root
    }
    self.now = now
    state = Mutex(State(lastUsed: now()))
  }

  var isLocked: Bool { state.withLock { $0.vault == nil } }

  /// Whether there is no vault, and was none since the server started: one can be created.
  ///
  /// A vault whose folder went away later is not missing: its folder is expected back.
  var isMissing: Bool { state.withLock { $0.isMissing } && !Vault.exists(at: locations.vault) }

  /// The id of the vault's key, which stands for the vault, also while that is locked or its folder is away; `nil` if the
  /// folder was never there.
  var keyID: KeyID? { state.withLock { $0.keyID } }

  /// Whether the vault's key has a passphrase; as last known if its file cannot be read.
  var needsPassphrase: Bool {
    guard let path = try? Vault.keyFile(at: locations).path,
      let key = try? KeyFile.read(path.string)
    else { return state.withLock { $0.isWrapped } }
    let isWrapped = key.isWrapped
    state.withLock { $0.isWrapped = isWrapped }
    return isWrapped
  }

  /// Opens the vault as the server starts, unless a page has to ask for its passphrase, or to create or bring it.
  ///
  /// - Throws: `VaultError` if it cannot be opened for any other reason.
  func start() async throws(VaultError) {
    do throws(VaultError) {
      try await open()
    } catch {
      switch error {
      case .passphraseNeeded:
        noteKey()
        state.withLock { $0.isWrapped = true }
        log.note(.locked)
      case .noVault: state.withLock { $0.isMissing = true }
      default: throw error
      }
    }
  }

  /// Looks which key a vault has that was not there before.
  func lookForKey() { if keyID == nil { noteKey() } }

  /// Notes which key a vault has that is not open.
  private func noteKey() {
    let id = try? Vault.keyFile(at: locations).id
    state.withLock { $0.keyID = id }
  }

  /// Opens the vault; a wrapped key must have been unlocked on this machine.
  func open() async throws(VaultError) { try await open(keyProvider: fromKeyring) }

  /// Opens the vault again for a page; throws as `open` does, and `WebError.vaultAway`.
  func reopen() async throws {
    do throws(VaultError) {
      try await open()
    } catch {
      if let away = WebError.away(error) { throw away }
      throw error
    }
  }

  /// Opens the vault; throws `.passphraseNeeded` and the like also for a newer key that replaced the one it opens.
  ///
  /// `unlock` returns the root of a wrapped key.
  func open(keyProvider unlock: KeyProvider) async throws(VaultError) {
    let before = lockings
    var refusal: VaultError?
    let vault = try Vault.open(at: locations) { key throws(VaultError) in
      do throws(VaultError) { return try unlock(key) } catch {
        refusal = error
        throw error
      }
    }
    // A replaced key opens what was saved before it was replaced, and nothing can be changed there. That is all there is
    // to see if the new key's file and header are not on this machine.
    if let refusal, let successor = await vault.currentSuccessor, successor.isOnThisMachine {
      throw refusal
    }
    await hold(vault, since: before)
  }

  /// Holds a vault that was opened or created, unless it was locked meanwhile.
  func hold(_ vault: Vault, since lockings: Int) async {
    await vault.remember()
    let keyID = vault.keyID
    state.withLock {
      // A lock during the key derivation counts.
      guard $0.lockings == lockings else { return }
      $0.vault = vault
      $0.keyID = keyID
      $0.isMissing = false
      $0.openings += 1
      $0.isKeyChanged = false
      $0.lastUsed = now()
    }
    if log.isWanted {
      let cardCount = await vault.cardCount
      log.note(.opened(cards: cardCount))
    }
  }

  /// Answers a call by a person, which delays the automatic lock until it is over.
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
  /// `lockings` is how often the vault had been locked when the change was asked for. Throws as `vault` and
  /// `checkNotLocked` do.
  func changing<Value>(
    since lockings: Int, _ work: () async throws -> Value
  ) async throws -> Value {
    try await changes.run {
      // It may have been locked while this waited for its turn.
      try checkNotLocked(since: lockings)
      _ = try await refreshed()
      return try await work()
    }
  }

  /// The vault, refreshed with what other programs wrote unless a change is being made.
  ///
  /// It is the same one until another program changes its key. Throws `WebError.locked` and `.vaultAway`, and
  /// `VaultError`.
  func vault() async throws -> Vault {
    // Another program has made the vault that was missing when the server started.
    if state.withLock({ $0.isMissing }), Vault.exists(at: locations.vault),
      !needsPassphrase
    {
      try await open()
    }
    if let fresh = try await changes.runIfFree({ try await refreshed() }) { return fresh }
    return try held()
  }

  /// Checks that the vault is open, without a refresh: for what happens many times a second.
  func checkOpen() throws(WebError) { _ = try held() }

  /// Checks that the vault is open, or that there is none yet, for what needs none.
  func checkOpenOrMissing() throws(WebError) {
    do throws(WebError) { try checkOpen() } catch { if error != .noVault { throw error } }
  }

  /// How often the vault was locked, which tells work that it was begun before a lock.
  var lockings: Int { state.withLock { $0.lockings } }

  /// Whether work that was begun then is still wanted: until the vault is locked.
  func wanting(since lockings: Int) -> @Sendable () -> Bool {
    { [self] in self.lockings == lockings }
  }

  /// Checks that the vault has not been locked since work was begun, even if it is open again; `change` is what became of
  /// the work's change.
  ///
  /// A key that another program changed is no lock: nobody asked for the work to end.
  func checkNotLocked(since lockings: Int, change: ChangeFate? = nil) throws(WebError) {
    guard self.lockings == lockings else { throw .locked(isKeyChanged: false, change: change) }
  }

  /// Checks that the vault is open, and has not been locked since work was begun.
  func checkOpen(since lockings: Int) throws(WebError) {
    try checkNotLocked(since: lockings)
    try checkOpen()
  }

  private func held() throws(WebError) -> Vault {
    let (vault, isKeyChanged) = state.withLock { ($0.vault, $0.isKeyChanged) }
    guard let vault else { throw isMissing ? .noVault : .locked(isKeyChanged: isKeyChanged) }
    return vault
  }

  private func refreshed() async throws -> Vault {
    let old = try held()
    let fresh: Vault
    do throws(VaultError) {
      fresh = try await old.refreshed(keyProvider: fromKeyring)
    } catch {
      if let away = WebError.away(error) { throw away }
      guard case .passphraseNeeded = error else { throw error }
      noteKey()
      state.withLock { state in
        guard state.vault === old else { return }
        state.vault = nil
        state.isKeyChanged = true
      }
      log.note(.locked)
      throw WebError.locked(isKeyChanged: true)
    }
    if fresh !== old {
      state.withLock { state in
        guard state.vault === old else { return }
        (state.vault, state.keyID) = (fresh, fresh.keyID)
        state.openings += 1
      }
    }
    // It may have been locked meanwhile.
    return try held()
  }

  /// Changes whenever the vault shows something else.
  var stamp: String {
    get async {
      let (vault, openings) = state.withLock { ($0.vault, $0.openings) }
      return "\(openings).\(await vault?.showingCount ?? 0)"
    }
  }

  /// Runs work that uses keys of its own; once it is not wanted any more, as after a lock, or at the server's end, it is
  /// cancelled, and the programs that it has started end, with all that these have started.
  ///
  /// - Parameters:
  ///   - isWanted: Whether to go on.
  ///   - work: The work.
  /// - Returns: Its result.
  /// - Throws: `WebError.locked` if it was not wanted any more, or what the work throws.
  func whileWanted<Value: Sendable>(
    _ isWanted: @escaping @Sendable () -> Bool, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask {
        try await TransferPrograms.$areDetached.withValue(true) {
          try await cancelWhenGracefulShutdown(work)
        }
      }
      group.addTask {
        while isWanted() { try await Task.sleep(for: .milliseconds(100)) }
        return nil
      }
      defer { group.cancelAll() }
      guard let first = try await group.next(), let result = first else {
        throw WebError.locked(isKeyChanged: false)
      }
      return result
    }
  }

  /// Lets go of the vault; its keys are wiped when the last request that uses them ends.
  func lock() { state.withLock { $0.lock() } }

  /// Locks the vault if nobody has used it for a while; `true` if it did.
  ///
  /// A vault that waits for the passphrase of a changed key is locked too: its data is still in memory and on pages.
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

extension VaultHolder {
  /// The root of a key that is unlocked on this machine, or that a typed passphrase opens.
  ///
  /// - Throws: `VaultError.passphraseNeeded` without one, `.wrongPassphrase` if it is another one's.
  func root(of key: WrappedKey, _ typed: [UInt8]) throws(VaultError) -> sending RootKey {
    do throws(VaultError) {
      return try fromKeyring(key)
    } catch {
      guard !typed.isEmpty, error == .passphraseNeeded else { throw error }
    }
    return try VaultError.ofKeys { () throws(SealingError) in
      try key.unwrap(try Passphrase(typed.span))
    }
  }
}
