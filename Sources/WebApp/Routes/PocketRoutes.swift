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
      "this did not begin", because: "a pocket is being published",
      try: "wait until it is over", status: .inUse))

  init(holder: VaultHolder) { self.holder = holder }

  /// Adds its calls.
  func add(to calls: CallGroup) {
    calls.post("pocket", publish)
    calls.post("pocket-words", words)
    calls.post("pocket-choice", choice)
  }

  private struct Publishing: Decodable {
    let target: String
    /// Absent for the same choice as before.
    var choice: Choice?
    var newWords: Bool?
  }

  private struct Choice: Decodable {
    let tags: [String]
    let withPINs: Bool
  }

  private struct Place: Decodable { let target: String }

  private struct Published: Encodable, Sendable {
    let line: String
    let undrawn: [String]
    let words: String?
  }

  private struct Told: Encodable, Sendable { let words: String }

  private struct Before: Encodable, Sendable { let choice: String? }

  /// `pocket`: publishes cards in use.
  func publish(_ call: Call) async throws -> Answer {
    let asked = try call.json(Publishing.self)
    let request = try Self.request(at: asked.target)
    let vault = try await holder.vault()
    let today = try CalendarDate.today()
    let withNewWords = asked.newWords ?? false
    let chosen = try asked.choice.map {
      PocketChoice(tags: try CardText.tags($0.tags), withPINs: $0.withPINs)
    }
    let (outcome, words) = try await turns.run {
      try await holder.whileWanted(holder.wanting(since: call.lockings)) {
        let choice: PocketChoice
        if let chosen {
          choice = chosen
        } else {
          choice = try await request.choice(for: vault, withNewWords: withNewWords)
        }
        guard
          case .cards(let cards) = choice.gathering.chosen(from: await vault.cards, on: today)
        else {
          throw Failure(
            "nothing was published",
            because: choice.tags.isEmpty ? "no card is in use" : "no card in use has this tag",
            try: "choose other cards", status: .nothingFound)
        }
        let outcome = try await request.publish(
          cards, chosen: choice, of: vault, with: PocketPage.files, withNewWords: withNewWords,
          today: today)
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
      try await holder.whileWanted(holder.wanting(since: call.lockings)) {
        try await Self.told(request, vault)
      }
    }
    return .json(Told(words: words))
  }

  /// `pocket-choice`: which cards the pocket is for that was published before.
  func choice(_ call: Call) async throws -> Answer {
    let request = try Self.request(at: try call.json(Place.self).target)
    let vault = try await holder.vault()
    let before = try await turns.run {
      try await holder.whileWanted(holder.wanting(since: call.lockings)) {
        try await request.choiceBefore(of: vault)
      }
    }
    return .json(Before(choice: before?.line))
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
