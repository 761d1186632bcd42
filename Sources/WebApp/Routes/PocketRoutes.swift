internal import Cards
internal import Sealing
internal import VaultStore
internal import VaultSync
internal import Wallet

/// Publishes a sealed page of cards for a phone, as `cardvault pocket` does.
struct PocketRoutes: Sendable {
  private let holder: VaultHolder
  private let turns = Turns(
    atOnce: 1, maxWaiting: 0,
    orElse: Failure(
      "nothing was published", because: "another pocket is being published",
      try: "wait until it is over", status: .inUse))

  init(holder: VaultHolder) { self.holder = holder }

  /// Adds its calls.
  func add(to calls: CallGroup) {
    calls.post("pocket", publish)
    calls.post("pocket-words", words)
  }

  private struct Publishing: Decodable {
    let target: String
    var tags: [String]?
    var withPINs: Bool?
    var newWords: Bool?
  }

  private struct Place: Decodable { let target: String }

  private struct Published: Encodable, Sendable {
    let line: String
    let undrawn: [String]
    let words: String?
  }

  private struct Told: Encodable, Sendable { let words: String }

  /// `pocket`: publishes cards in use.
  func publish(_ call: Call) async throws -> Answer {
    let asked = try call.json(Publishing.self)
    let request = try Self.request(at: asked.target)
    let vault = try await holder.vault()
    let today = try CalendarDate.today()
    let tags = try CardText.tags(asked.tags ?? [])
    let gathering = tags.isEmpty ? CardGathering.allInUse : .tagged(tags)
    guard case .cards(let cards) = gathering.chosen(from: await vault.cards, on: today) else {
      throw Failure(
        "nothing was published", because: "no card in use has this tag",
        try: "choose another tag", status: .nothingFound)
    }
    let (outcome, words) = try await turns.run {
      try await untilLocked(since: call.lockings) {
        let outcome = try await request.publish(
          cards, of: vault, with: PocketPage.files, withPINs: asked.withPINs ?? false,
          withNewWords: asked.newWords ?? false, today: today)
        return (outcome, outcome.isNew ? try await Self.told(request, vault) : nil)
      }
    }
    return .json(
      Published(line: "\(request.shown), \(outcome.words)", undrawn: outcome.undrawn, words: words))
  }

  /// `pocket-words`: the six words, which the page shows.
  func words(_ call: Call) async throws -> Answer {
    let request = try Self.request(at: try call.json(Place.self).target)
    let vault = try await holder.vault()
    let words = try await turns.run {
      try await untilLocked(since: call.lockings) { try await Self.told(request, vault) }
    }
    return .json(Told(words: words))
  }

  /// Works until the vault is locked, with an answer only if it was not.
  private func untilLocked<Value: Sendable>(
    since lockings: Int, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let result = try await holder.whileWanted({ [holder] in holder.lockings == lockings }, work)
    try holder.checkNotLocked(since: lockings)
    return result
  }

  private static func told(_ request: PocketRequest, _ vault: Vault) async throws -> String {
    let words = try await request.words(for: vault)
    return String(decoding: words.unguardedBytes, as: UTF8.self)
  }

  private static func request(at target: String) throws -> PocketRequest {
    try FieldRefusal.naming("target") {
      let request = try PocketRequest(at: target)
      // As it was typed: the request's folder is whole.
      if let typed = SyncTarget(target) { try SyncRoutes.check(typed) }
      return request
    }
  }
}
