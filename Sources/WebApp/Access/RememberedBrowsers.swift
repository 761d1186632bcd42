internal import Cards
internal import FoundationEssentials
internal import Sealing
internal import Synchronization
internal import SystemPackage
internal import VaultFormat
internal import VaultStore

/// The browsers that sign in by themselves, until a person locks the vault or its key is changed.
///
/// Each has a key pair (Ed25519) whose private key its pages can use, but not read. It signs a nonce of the server together
/// with the address at which it was remembered and the id of the vault's key, so that a signature is of no use anywhere
/// else. The public keys are in this machine's state, in a file that is named after the vault's key.
final class RememberedBrowsers: Sendable {
  /// A browser that a person chose to remember.
  struct Browser: Codable, Sendable {
    /// 32 hexadecimal digits, which only the browser and this machine know.
    let id: String
    /// What its pages call it, such as “Firefox on Linux”.
    let name: String
    /// 64 hexadecimal digits, by which lists name it.
    let publicKey: String
    /// The only address at which it signs in: at another one, pages may be somebody else's.
    let origin: String
    /// When it was remembered, as ISO 8601: two of the same name are told apart by it.
    let remembered: String
    /// When it last signed in by itself, or was remembered, as ISO 8601.
    var lastUsed: String
  }

  /// What a browser is to sign.
  private struct Challenge {
    let browser: String
    let nonce = Secret()
    let end: ContinuousClock.Instant
  }

  /// The browsers of one key of the vault, as they are in their file.
  private struct Known {
    let keyID: KeyID
    var browsers: [Browser]
  }

  private struct State {
    var known: Known?
    var challenges: [Challenge] = []
  }

  /// More than a person has; the one that was not used for longest goes.
  static let maxCount = 16
  /// As many as tabs that a browser opens again at once.
  static let maxChallengeCount = 32
  /// A page signs at once.
  static let challengeLife = Duration.seconds(30)
  private static let maxNameLength = 60
  private static let byteLimit = 64 << 10

  private let folder: FilePath
  private let keyID: @Sendable () -> KeyID?
  private let now: @Sendable () -> ContinuousClock.Instant
  /// Locked also while the file is changed.
  private let state = Mutex(State())

  /// The browsers that are remembered in this machine's state.
  ///
  /// - Parameters:
  ///   - stateDirectory: Where that is.
  ///   - keyID: Returns the id of the vault's key, which stands for the vault; `nil` while nobody knows it.
  ///   - now: Returns the time that a nonce's age is measured by.
  init(
    in stateDirectory: FilePath, of keyID: @escaping @Sendable () -> KeyID?,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    folder = stateDirectory.appending("browsers")
    (self.keyID, self.now) = (keyID, now)
  }

  /// All of them, the first one first; `nil` while nobody knows which key the vault has, as its folder was never there.
  var all: [Browser]? { state.withLock { known(in: &$0)?.browsers } }

  /// Remembers a browser by its public key, 32 bytes, and by its address.
  ///
  /// - Throws: `VaultError` if that cannot be written.
  func remember(
    _ publicKey: [UInt8], named name: String, at origin: String
  ) throws -> Browser {
    var generator = SystemRandomNumberGenerator()
    let now = Vault.wallClock().description
    let browser = Browser(
      id: CardID(using: &generator).description,
      name: String(name.printable.prefix(Self.maxNameLength)), publicKey: publicKey.hexadecimal,
      origin: origin, remembered: now, lastUsed: now)
    try change { browsers in
      if browsers.count >= Self.maxCount,
        let oldest = browsers.indices.min(by: { browsers[$0].lastUsed < browsers[$1].lastUsed })
      {
        browsers.remove(at: oldest)
      }
      browsers.append(browser)
    }
    return browser
  }

  /// Forgets the browser that has a public key, and returns its id; `nil` if there is none.
  ///
  /// - Throws: `VaultError` if that cannot be written.
  func forget(_ publicKey: String) throws -> String? {
    let id = all?.first { $0.publicKey == publicKey }?.id
    try change { $0.removeAll { $0.publicKey == publicKey } }
    return id
  }

  /// Forgets all of them.
  ///
  /// - Throws: `VaultError` if that cannot be written.
  func forgetAll() throws { try change { $0 = [] } }

  /// Whether a browser may sign in at an address; `nil` while nobody knows which key the vault has.
  func isRemembered(_ id: String, at origin: String) -> Bool? {
    all.map { $0.contains { $0.id == id && $0.origin == origin } }
  }

  /// What a remembered browser is to sign within half a minute.
  func challenge(for id: String) -> String {
    state.withLock { state in
      let challenge = Challenge(browser: id, end: now() + Self.challengeLife)
      state.challenges = (state.challenges + [challenge]).suffix(Self.maxChallengeCount)
      return challenge.nonce.text
    }
  }

  /// Whether a remembered browser signed one of its nonces, which that uses up.
  ///
  /// - Parameters:
  ///   - signature: 128 hexadecimal digits.
  ///   - id: The browser's id.
  ///   - origin: The address at which its request came.
  /// - Returns: Whether it may sign in.
  func accepts(_ signature: String, of id: String, at origin: String) -> Bool {
    state.withLock { state in
      state.challenges.removeAll { $0.end < now() }
      guard var known = known(in: &state), let signature = [UInt8](hexadecimal: signature),
        let index = known.browsers.firstIndex(where: { $0.id == id && $0.origin == origin }),
        let publicKey = [UInt8](hexadecimal: known.browsers[index].publicKey)
      else { return false }
      let signed = state.challenges.firstIndex { challenge in
        challenge.browser == id
          && Signature.isValid(
            signature, of: Self.message(challenge.nonce.text, origin, known.keyID), by: publicKey)
      }
      guard let signed else { return false }
      state.challenges.remove(at: signed)
      known.browsers[index].lastUsed = Vault.wallClock().description
      state.known = known
      // Only for the list that a person sees.
      try? write(known)
      return true
    }
  }

  /// What is signed, which begins with words that nothing else asks to sign.
  static func message(_ nonce: String, _ origin: String, _ keyID: KeyID) -> [UInt8] {
    Array("cardvault sign-in\n\(origin)\n\(keyID)\n\(nonce)".utf8)
  }

  /// The browsers of the vault's key, which are read once for each key.
  private func known(in state: inout State) -> Known? {
    guard let keyID = keyID() else { return nil }
    if let known = state.known, known.keyID == keyID { return known }
    let known = Known(keyID: keyID, browsers: read(keyID))
    (state.known, state.challenges) = (known, [])
    return known
  }

  private func change(_ edit: (inout [Browser]) -> Void) throws {
    try state.withLock { state in
      guard var known = known(in: &state) else { return }
      let before = known.browsers
      edit(&known.browsers)
      if !before.isEmpty || !known.browsers.isEmpty { try write(known) }
      state.known = known
      state.challenges.removeAll { challenge in
        !known.browsers.contains { $0.id == challenge.browser }
      }
    }
  }

  private func read(_ keyID: KeyID) -> [Browser] {
    let bytes = try? Folder(folder).read(keyID.description, limit: Self.byteLimit)
    return bytes.flatMap { try? JSONDecoder().decode([Browser].self, from: Data($0)) } ?? []
  }

  private func write(_ known: Known) throws {
    try Folder.make(folder)
    try Folder(folder).write(
      Array(try JSONEncoder().encode(known.browsers)), to: known.keyID.description,
      existing: .replaced)
  }
}
