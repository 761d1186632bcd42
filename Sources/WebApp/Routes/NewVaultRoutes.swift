internal import Cards
internal import NIOCore
internal import ReaderLink
internal import Sealing
internal import Synchronization
internal import SystemPackage
internal import VaultFormat
internal import VaultStore
internal import VaultSync
internal import Wallet

/// Makes the vault that this machine lacks: a new one, or one that is elsewhere, whose key comes first.
struct NewVaultRoutes: Sendable {
  private static let refusal = "no key was restored"

  private let holder: VaultHolder
  private let turns = Turns(
    atOnce: 1, maxWaiting: 1,
    orElse: Failure(
      "this did not begin", because: "other pages are making the vault",
      try: "wait until they are done", status: .inUse))
  /// The number of what was last asked for, which ends an attempt to fetch the vault: that may wait for a wrong address.
  private let attempts = Attempts()

  init(holder: VaultHolder) { self.holder = holder }

  /// Adds its calls, which are refused as soon as there is a vault.
  func add(to calls: CallGroup) {
    calls.get("new-vault", place)
    calls.post("create-vault", create)
    calls.upload("restore-key", restoreKey)
    calls.post("join-vault", join)
    calls.post("cancel-join", cancelJoin)
  }

  private struct Place: Encodable, Sendable {
    /// Where the vault will be.
    let folder: String
    /// The ids of the keys that are on this machine.
    let keys: [String]
    /// Whether one of them has a passphrase.
    let needsPassphrase: Bool
  }

  /// `new-vault`: what a person has to know before they decide.
  func place(_ call: Call) async throws -> Answer {
    try await checkMissing()
    let locations = holder.locations
    let keys = locations.keyIDs
    let isWrapped = keys.contains {
      (try? KeyFile.read(locations.keyFile(of: $0).string))?.isWrapped ?? false
    }
    return .json(
      Place(
        folder: locations.vault.shown, keys: keys.map(\.description), needsPassphrase: isWrapped))
  }

  private struct Creating: Decodable { var passphrase: String? }

  /// `create-vault`: a new key and its vault.
  func create(_ call: Call) async throws -> Answer {
    let typed = Array((try call.json(Creating.self).passphrase ?? "").utf8)
    try await checkMissing()
    _ = attempts.begin()
    let made = try await turns.run { try await Self.made(at: holder.locations, typed) }
    await holder.hold(made, since: call.lockings)
    return .done
  }

  /// Argon2 may take a second.
  @concurrent
  private static func made(at locations: VaultLocations, _ typed: [UInt8]) async throws -> Vault {
    try VaultSurroundings.check(new: locations)
    if typed.isEmpty { return try Vault.create(at: locations) }
    do throws(VaultError) {
      let passphrase = try VaultError.ofKeys { () throws(SealingError) in
        try Passphrase(typed.span)
      }
      return try Vault.create(at: locations, passphrase: passphrase)
    } catch {
      guard case .passphrase = error else { throw error }
      throw FieldRefusal(field: "passphrase", cause: error)
    }
  }

  /// `restore-key`: the key from a photo or document of its sheet, or from text; only its reader opens a photo.
  func restoreKey(_ call: Call) async throws -> Answer {
    try await checkMissing()
    _ = attempts.begin()
    return try await turns.run {
      let file = try UnnamedFile.inMemory(
        orElse: Self.refusal, try: .run("key", "restore", "PHOTO"))
      let descriptor = FileDescriptor(rawValue: file.descriptor)
      try await call.readFile(upTo: ReadRequest.maxByteCount) { piece in
        _ = try descriptor.writeAll(piece.readableBytesView)
      }
      _ = try descriptor.seek(offset: 0, from: .start)
      let key = try await StoredKey.restored(from: descriptor, named: "the file") { _ in }
      _ = consume file
      try VaultSurroundings.check(keyFile: holder.locations.keyFile)
      _ = try holder.locations.restore(key)
      return .done
    }
  }

  private struct Joining: Decodable {
    var target: String
    var passphrase: String?
  }

  /// `join-vault`: the vault from a copy elsewhere, whose key is on this machine.
  func join(_ call: Call) async throws -> Answer {
    let asked = try call.json(Joining.self)
    try await checkMissing()
    let request = try SyncRoutes.request(with: asked.target, as: "", among: [])
    let typed = Array((asked.passphrase ?? "").utf8)
    let number = attempts.begin()
    let (isUnlocked, attempts) = (holder.wanting(since: call.lockings), attempts)
    let isWanted = { isUnlocked() && attempts.isLast(number) } as @Sendable () -> Bool
    let problem = Mutex<VaultError?>(nil)
    return try await turns.run {
      do {
        try await holder.whileWanted(isWanted) { [holder] in
          let keys = UnlockedKeys { (key) throws(VaultError) in
            do throws(VaultError) { return try holder.root(of: key, typed) } catch {
              problem.withLock { $0 = error }
              throw error
            }
          }
          _ = try await request.run(
            at: holder.locations,
            keyProvider: { (key) throws(VaultError) in try keys.root(of: key) }, log: holder.log,
            isWanted: isWanted)
          try await holder.open { (key) throws(VaultError) in try keys.root(of: key) }
        }
      } catch  where !attempts.isLast(number) {
        throw Failure(
          "no vault was fetched", because: "it was cancelled, or asked for again",
          try: "try again", status: .inUse)
      } catch let failure as Failure {
        throw Self.onPage(failure, after: problem.withLock { $0 })
      }
      return .done
    }
  }

  /// A refusal in the page's own words, as its fields are beside it and it has no terminal; others stay as they are.
  ///
  /// `problem` is the last one of the key.
  private static func onPage(_ failure: Failure, after problem: VaultError?) -> any Error {
    let what = "no vault was fetched"
    switch (failure.status, problem) {
    case (.wrongKey, .passphraseNeeded?):
      return FieldRefusal(
        field: "passphrase",
        cause: Failure(
          what, because: "the key has a passphrase", try: "type it", status: .wrongKey))
    case (.wrongKey, .wrongPassphrase?):
      return FieldRefusal(
        field: "passphrase",
        cause: Failure(
          what, because: "that is not the passphrase of the key", try: "type it again",
          status: .wrongKey))
    case (.wrongKey, _):
      return Failure(
        what, because: "the vault there has a key that is not on this machine",
        try: "restore another key, below, from the recovery sheet of that vault",
        status: .wrongKey)
    case (.noVault, _):
      return FieldRefusal(
        field: "target",
        cause: Failure(
          what, because: "no vault is there", try: "check the address", status: .noVault))
    default: return failure
    }
  }

  /// `cancel-join`: ends an attempt to fetch the vault.
  func cancelJoin(_ call: Call) async throws -> Answer {
    _ = attempts.begin()
    return .done
  }

  /// Refuses if there is a vault, also a locked one.
  private func checkMissing() async throws {
    guard !holder.isMissing else { return }
    _ = try await holder.vault()
    throw VaultError.vaultExists(holder.locations.vault)
  }
}

/// Counts attempts, of which the last one counts.
private final class Attempts: Sendable {
  private let count = Atomic(0)

  /// Begins another one, and returns its number.
  func begin() -> Int { count.add(1, ordering: .relaxed).newValue }

  /// Whether none was begun since.
  func isLast(_ number: Int) -> Bool { count.load(ordering: .relaxed) == number }
}
