internal import Cards
internal import Sealing
internal import VaultFormat
internal import VaultStore
internal import Wallet

/// Locks and unlocks the vault, returns its state, and lets further tabs and remembered browsers in.
struct SessionRoutes: Sendable {
  /// Also run when locking.
  private let locking: IdleLock
  private let tries = UnlockTries()

  private var holder: VaultHolder { locking.holder }

  init(locking: IdleLock) { self.locking = locking }

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

  /// `state`: what every page shows.
  func state(_ call: Call) async throws -> Answer {
    let vault = try await holder.vault()
    return .json(
      await StateAnswer(
        vault, idleLimit: locking.limit, needsPassphrase: holder.needsPassphrase))
  }

  private struct Ticket: Encodable, Sendable { let ticket: String }

  /// `ticket`: what lets another tab of this browser in, once, within half a minute.
  func ticket(_ call: Call) async throws -> Answer {
    _ = try await holder.vault()
    let cookie = locking.sessions.cookie(of: call.request) ?? ""
    guard let ticket = locking.sessions.ticket(for: cookie) else { throw WebError.signedOut }
    return .json(Ticket(ticket: ticket))
  }

  /// The browsers that sign in by themselves, and whether the one that asks may become one.
  private struct Browsers: Encodable, Sendable {
    struct Browser: Encodable, Sendable {
      let id: String
      let name: String
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
        browsers: locking.browsers.all.map {
          Browsers.Browser(id: $0.id, name: $0.name, lastUsed: $0.lastUsed)
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
    let browser = try locking.browsers.remember(publicKey, named: asked.name)
    return .json(Remembered(id: browser.id, key: vault.keyID.description))
  }

  private struct Forgotten: Decodable { var id: String }

  /// `forget-browser`: asks that browser for a link or a code again, once its session is over.
  func forgetBrowser(_ call: Call) async throws -> Answer {
    _ = try await holder.vault()
    try locking.browsers.forget(try call.json(Forgotten.self).id)
    return .done
  }

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
      try await holder.open()
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
