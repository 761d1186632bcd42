internal import Cards
internal import Sealing
internal import ServiceLifecycle
internal import VaultFormat
internal import VaultStore
internal import Wallet

/// Locks and unlocks the vault, returns its state, and lets further tabs and remembered browsers in.
struct SessionRoutes: Sendable {
  /// As long as hidden pages pause between two questions, and less than any proxy waits for an answer (60 s: nginx,
  /// `proxy_read_timeout`).
  private static let longestWait = Duration.seconds(10)
  /// With the time that answers take, what other programs save appears within a second.
  private static let pause = Duration.milliseconds(500)

  /// Also run when locking.
  private let locking: IdleLock
  private let guarding: RequestGuard
  private let tries = UnlockTries()
  /// One page of each browser waits, and for a while those that were left; beyond that, none does.
  private let waiting = Turns(atOnce: 16, maxWaiting: 0, orElse: WebError.busy)

  private var holder: VaultHolder { locking.holder }

  init(locking: IdleLock, guarding: RequestGuard) {
    (self.locking, self.guarding) = (locking, guarding)
  }

  /// Adds its calls.
  func add(to calls: CallGroup) {
    calls.get("state", state)
    calls.post("ticket", ticket)
    calls.get("browsers", browsers)
    calls.post("remember", remember)
    calls.post("forget-browser", forgetBrowser)
    calls.post("lock", isLock: true, lock)
    calls.post("unlock", unlock)
  }

  private struct Seen: Decodable {
    /// The stamp of what the page shows.
    var seen: String?
  }

  /// `state`: what every page shows; a page that is up to date gets it once something changes.
  func state(_ call: Call) async throws -> Answer {
    // What counts as use is answered at once, as it would put the automatic lock off while it waits.
    if let seen = try call.json(Seen.self).seen, !call.isByPerson {
      _ = try await waiting.runIfFree { try await wait(for: call, while: seen) }
    }
    let vault = try await holder.vault()
    return .json(
      await StateAnswer(
        vault, idleLimit: locking.limit, needsPassphrase: holder.needsPassphrase))
  }

  /// Waits until the vault shows something else than what a page has seen, or for as long as it may.
  ///
  /// - Throws: As `VaultHolder.vault`; `WebError.signedOut` once the session has ended.
  private func wait(for call: Call, while seen: String) async throws {
    let end = ContinuousClock.now + Self.longestWait
    while ContinuousClock.now < end {
      // Not held meanwhile: after a lock, its keys are wiped.
      _ = try await holder.vault()
      guard await holder.stamp == seen else { return }
      try? await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.pause) }
      if Task.isShuttingDownGracefully { return }
      try holder.checkNotLocked(since: call.lockings)
      try guarding.checkSession(call.request)
    }
  }

  private struct Ticket: Encodable, Sendable { let ticket: String }

  /// `ticket`: what lets another tab of this browser in, once, within half a minute.
  func ticket(_ call: Call) async throws -> Answer {
    _ = try await holder.vault()
    guard let ticket = locking.sessions.ticket(for: cookie(of: call)) else {
      throw WebError.signedOut
    }
    return .json(Ticket(ticket: ticket))
  }

  /// The browsers that sign in by themselves, and whether the one that asks may become one.
  private struct Browsers: Encodable, Sendable {
    struct Browser: Encodable, Sendable {
      let publicKey: String
      let name: String
      let remembered: String
      let lastUsed: String
    }

    let browsers: [Browser]
    let canRemember: Bool
  }

  /// `browsers`: those that are remembered.
  func browsers(_ call: Call) async throws -> Answer {
    _ = try await holder.vault()
    return .json(
      Browsers(
        browsers: (locking.browsers.all ?? []).map {
          Browsers.Browser(
            publicKey: $0.publicKey, name: $0.name, remembered: $0.remembered,
            lastUsed: $0.lastUsed)
        }, canRemember: !call.isFromHome))
  }

  private struct Remembering: Decodable {
    var name: String
    var publicKey: String
  }

  private struct Remembered: Encodable, Sendable {
    let id: String
    /// What it signs besides the address and the nonce: the id of the vault's key.
    let key: String
  }

  /// `remember`: lets this browser sign in by itself from now on.
  ///
  /// Not from the home network, where a person may have passed over a warning.
  func remember(_ call: Call) async throws -> Answer {
    let vault = try await holder.vault()
    let asked = try call.json(Remembering.self)
    guard !call.isFromHome else { throw WebError.wrongOrigin }
    guard let publicKey = [UInt8](hexadecimal: asked.publicKey),
      publicKey.count == Signature.publicKeyByteCount
    else { throw DecodingError.malformed("no public key") }
    let browser = try locking.browsers.remember(
      publicKey, named: asked.name, at: guarding.origin(of: call.request))
    locking.sessions.note(cookie(of: call), isOf: browser.id)
    return .json(Remembered(id: browser.id, key: vault.keyID.description))
  }

  private struct Forgotten: Decodable { var publicKey: String }

  /// `forget-browser`: signs that browser out, unless it is the one that asks, and asks it for a link or a code again.
  func forgetBrowser(_ call: Call) async throws -> Answer {
    _ = try await holder.vault()
    if let id = try locking.browsers.forget(try call.json(Forgotten.self).publicKey) {
      locking.sessions.close(id, except: cookie(of: call))
    }
    return .done
  }

  private func cookie(of call: Call) -> String { locking.sessions.cookie(of: call.request) ?? "" }

  /// `lock`: lets go of the vault and of everything that came from it, and forgets all browsers.
  func lock(_ call: Call) async throws -> Answer {
    try locking.lock()
    return .done
  }

  private struct Unlocking: Decodable { var passphrase: String? }

  /// `unlock`: opens the vault again, with the passphrase of its key if that has one.
  func unlock(_ call: Call) async throws -> Answer {
    let passphrase = try call.json(Unlocking.self).passphrase ?? ""
    // Another tab may have unlocked it.
    guard holder.isLocked else { return .done }
    guard holder.needsPassphrase else {
      try await holder.reopen()
      return .done
    }
    guard !passphrase.isEmpty else {
      return .refused(
        ErrorAnswer(
          error: "the vault stays locked", because: "its key has a passphrase",
          try: "type the passphrase"))
    }
    if let wait = tries.begin() {
      return .refused(
        ErrorAnswer(
          error: "too many wrong passphrases", because: "five can be tried in a minute",
          try: "wait \(max(1, wait.components.seconds)) seconds"))
    }
    do throws(VaultError) {
      try await open(with: Array(passphrase.utf8))
    } catch {
      holder.log.note(.failed(ErrorKind(error)))
      switch error {
      case .wrongPassphrase, .passphrase:
        return .refused(
          ErrorAnswer(
            error: "the vault stays locked",
            because: "this is not the passphrase of its key, or the key file was altered",
            try: "type it again"))
      default:
        if let away = WebError.away(error) { throw away }
        throw error
      }
    }
    tries.clear()
    return .done
  }

  /// Opens the vault.
  ///
  /// Argon2 may take a second; the vault's own thread is not needed for it.
  @concurrent
  private func open(with typed: [UInt8]) async throws(VaultError) {
    try await holder.open { (key) throws(VaultError) in
      let passphrase = try VaultError.ofKeys { () throws(SealingError) in
        try Passphrase(typed.span)
      }
      return try VaultError.ofKeys { () throws(SealingError) in try key.unwrap(passphrase) }
    }
  }
}
