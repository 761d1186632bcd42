internal import Cards
internal import NIOCore
internal import Sealing
internal import SystemPackage
internal import VaultFormat
internal import VaultStore
internal import Wallet

/// Merges a bundle that a person uploads, as `cardvault merge` does.
struct MergeRoutes: Sendable {
  private static let refusal = "nothing was merged"
  /// As many as a page can export.
  private static let byteLimit = 512 << 20

  private let holder: VaultHolder
  private let turns = Turns(
    atOnce: 1, maxWaiting: 0,
    orElse: Failure(
      MergeRoutes.refusal, because: "another bundle is being merged",
      try: "wait until it is done, then merge this one", status: .inUse))

  init(holder: VaultHolder) { self.holder = holder }

  /// Adds its calls.
  func add(to calls: CallGroup) { calls.upload("merge", says: .unsure, merge) }

  struct Merged: Encodable, Sendable {
    let words: String
    let remarks: [String]
  }

  /// `merge`: merges the cards of a bundle, which stays sealed until then.
  func merge(_ call: Call) async throws -> Answer {
    // A locked vault accepts nothing; without one, a bundle of one's own brings it.
    if !holder.isMissing { _ = try await holder.vault() }
    return try await turns.run {
      let folder = try PrivateFolder.make(orElse: Self.refusal)
      let path = folder.path.appending("bundle")
      var passphrase = try await Self.takeIn(call, to: path)
      // Wiped once it is no longer needed.
      defer { for index in passphrase.indices { passphrase[index] = 0 } }
      let answer =
        try await holder.isMissing
        ? merge(path, passphrase, for: call)
        : holder.changing(since: call.lockings) { try await merge(path, passphrase, for: call) }
      _ = consume folder
      return answer
    }
  }

  /// Writes an uploaded bundle to a file.
  ///
  /// - Returns: The passphrase that precedes it, as typed.
  private static func takeIn(_ call: Call, to path: FilePath) async throws -> [UInt8] {
    let file = try FileDescriptor.open(
      path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
      permissions: .ownerReadWrite)
    defer { try? file.close() }
    var passphrase: [UInt8] = []
    // Reserved, so that growing leaves no copies in memory.
    passphrase.reserveCapacity(Passphrase.longestByteCount)
    var isBundle = false
    try await call.readFile(upTo: byteLimit) { piece in
      var rest = piece.readableBytesView
      if !isBundle {
        let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
        guard passphrase.count + rest[..<end].count <= Passphrase.longestByteCount else {
          throw FieldRefusal(field: "passphrase", cause: VaultError.passphrase(.tooLong))
        }
        passphrase += rest[..<end]
        guard end < rest.endIndex else { return }
        isBundle = true
        rest = rest[(end + 1)...]
      }
      do {
        _ = try file.writeAll(rest)
      } catch let error as Errno {
        throw Failure(
          refusal, because: "no temporary file can be written: \(error.reason)",
          try: .prose("free some space").or(.run("merge", "FILE")), status: .unexpected)
      }
    }
    return passphrase
  }

  private func merge(
    _ path: FilePath, _ passphrase: [UInt8], for call: Call
  ) async throws -> Answer {
    let isMade = holder.isMissing
    let outcome: MergeOutcome
    do {
      outcome =
        try await isMade
        ? restore(path, passphrase) : merge(path, passphrase, since: call.lockings)
    } catch let error as VaultError {
      switch error {
      case .passphraseNeeded:
        let isForBundle = try BundleFile(at: path).wrappedKey != nil
        return .json(["needsPassphrase": isForBundle ? "bundle" : "key"])
      case .wrongPassphrase, .bundle(.wrongPassphrase):
        throw FieldRefusal(field: "passphrase", cause: error)
      default: throw error
      }
    }
    let merged = Merged(
      words: outcome.words,
      remarks: outcome.remarks(naming: try await holder.vault().cardNames))
    return .json(PageValue(MergeReport(outcome, isMade: isMade ? true : nil), beside: merged))
  }

  /// Merges a bundle.
  ///
  /// Argon2 may take a second; the vault's own thread is not needed for it. Nothing is written before it is done.
  @concurrent
  private func merge(
    _ path: FilePath, _ typed: [UInt8], since lockings: Int
  ) async throws -> MergeOutcome {
    let vault = try await holder.vault()
    await vault.beginCommand()
    return try await vault.merge(BundleFile(at: path)) { (key) throws(VaultError) in
      // The bundle may bring a key that is unlocked here, or belong to a vault whose key is.
      let root = try holder.root(of: key, typed)
      // It was locked meanwhile: without a key, nothing is merged.
      guard holder.lockings == lockings else { throw .passphraseNeeded }
      return root
    }
  }

  /// Makes the vault that a bundle comes from, whole or not at all, and opens it.
  @concurrent
  private func restore(_ path: FilePath, _ typed: [UInt8]) async throws -> MergeOutcome {
    let unlocked = UnlockedKeys { (key) throws(VaultError) in try holder.root(of: key, typed) }
    let keys: KeyProvider = { (key) throws(VaultError) in try unlocked.root(of: key) }
    func made(at locations: VaultLocations) async throws -> MergeOutcome {
      try Vault.restore(from: BundleFile(at: path), at: locations, keyProvider: keys)
      return try await Vault.open(at: locations, keyProvider: keys)
        .merge(BundleFile(at: path), keyProvider: keys)
    }
    var locations = holder.locations
    let outcome: MergeOutcome
    if let staged = try StagedVault(for: locations.vault) {
      locations.vault = staged.path
      outcome = try await made(at: locations)
      try staged.moveToPlace()
    } else {
      outcome = try await made(at: locations)
    }
    try await holder.open(keyProvider: keys)
    return outcome
  }
}
