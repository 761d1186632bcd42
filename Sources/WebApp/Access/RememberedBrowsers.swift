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
/// with the address that it sees and the id of the vault's key, so that a signature is of no use anywhere else. The public
/// keys are in this machine's state, in a file that is named after the vault's key.
final class RememberedBrowsers: Sendable {
  /// A browser that a person chose to remember.
  struct Browser: Codable, Sendable {
    /// 32 hexadecimal digits, which only the browser and this machine know.
    let id: String
    /// What its pages call it, such as “Firefox on Linux”.
    let name: String
    /// 64 hexadecimal digits.
    let publicKey: String
    /// When it was remembered, as ISO 8601.
    let added: String
    /// When it last signed in by itself, or was remembered.
    var lastUsed: String
  }

  /// What a browser is to sign.
  private struct Challenge {
    let browser: String
    let nonce = Secret()
    let end: ContinuousClock.Instant
  }

  /// More than a person has; the one that was not used for longest goes.
  private static let maxCount = 16
  /// As many as tabs that a browser opens again at once.
  private static let maxChallengeCount = 32
  /// A page signs at once.
  private static let challengeLife = Duration.seconds(30)
  private static let maxNameLength = 60
  private static let byteLimit = 64 << 10

  private let locations: VaultLocations
  /// Locked also while the file is changed.
  private let challenges = Mutex<[Challenge]>([])

  /// The browsers that are remembered for the vault that is at these locations.
  init(at locations: VaultLocations) { self.locations = locations }

  /// All of them, the first one first.
  var all: [Browser] { challenges.withLock { _ in keyID.map(read) ?? [] } }

  /// The id of the vault's key, which stands for the vault; `nil` if there is none.
  var keyID: KeyID? { try? Vault.keyFile(at: locations).id }

  /// Remembers a browser by its public key, 32 bytes.
  ///
  /// - Throws: `VaultError` if that cannot be written.
  func remember(_ publicKey: [UInt8], named name: String) throws -> Browser {
    var generator = SystemRandomNumberGenerator()
    let now = Vault.wallClock().description
    let browser = Browser(
      id: CardID(using: &generator).description,
      name: String(name.printable.prefix(Self.maxNameLength)), publicKey: publicKey.hexadecimal,
      added: now,
      lastUsed: now)
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

  /// Forgets a browser.
  ///
  /// - Throws: `VaultError` if that cannot be written.
  func forget(_ id: String) throws { try change { $0.removeAll { $0.id == id } } }

  /// Forgets all of them.
  ///
  /// - Throws: `VaultError` if that cannot be written.
  func forgetAll() throws { try change { $0 = [] } }

  /// What a browser is to sign within half a minute; `nil` if it is not remembered.
  func challenge(for id: String) -> String? {
    challenges.withLock { challenges in
      guard let keyID, read(keyID).contains(where: { $0.id == id }) else { return nil }
      let challenge = Challenge(browser: id, end: .now + Self.challengeLife)
      challenges = (challenges + [challenge]).suffix(Self.maxChallengeCount)
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
    challenges.withLock { challenges in
      challenges.removeAll { $0.end < .now }
      guard let keyID, let signature = [UInt8](hexadecimal: signature) else { return false }
      var browsers = read(keyID)
      guard let index = browsers.firstIndex(where: { $0.id == id }),
        let publicKey = [UInt8](hexadecimal: browsers[index].publicKey)
      else { return false }
      let signed = challenges.firstIndex { challenge in
        challenge.browser == id
          && Signature.isValid(
            signature, of: Self.message(challenge.nonce.text, origin, keyID), by: publicKey)
      }
      guard let signed else { return false }
      challenges.remove(at: signed)
      browsers[index].lastUsed = Vault.wallClock().description
      // Only for the list that a person sees.
      try? write(browsers, keyID)
      return true
    }
  }

  /// What is signed, which begins with words that nothing else asks to sign.
  private static func message(_ nonce: String, _ origin: String, _ keyID: KeyID) -> [UInt8] {
    Array("cardvault sign-in\n\(origin)\n\(keyID)\n\(nonce)".utf8)
  }

  private func change(_ edit: (inout [Browser]) -> Void) throws {
    try challenges.withLock { challenges in
      guard let keyID else { return }
      let before = read(keyID)
      var browsers = before
      edit(&browsers)
      challenges.removeAll { challenge in !browsers.contains { $0.id == challenge.browser } }
      if !before.isEmpty || !browsers.isEmpty { try write(browsers, keyID) }
    }
  }

  private var folder: FilePath { locations.stateDirectory.appending("browsers") }

  private func read(_ keyID: KeyID) -> [Browser] {
    let bytes = try? Folder(folder).read(keyID.description, limit: Self.byteLimit)
    return bytes.flatMap { try? JSONDecoder().decode([Browser].self, from: Data($0)) } ?? []
  }

  private func write(_ browsers: [Browser], _ keyID: KeyID) throws {
    try Folder.make(folder)
    try Folder(folder).write(
      Array(try JSONEncoder().encode(browsers)), to: keyID.description, existing: .replaced)
  }
}
