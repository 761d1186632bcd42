internal import Cards
internal import SystemPackage
internal import Terminal
internal import VaultStore
internal import Wallet

/// Resolves one card's conflicts and duplicates; each answer is saved at once, and no lock is held while asking.
struct DecisionQuestions {
  private let resolution: CardResolution
  private let console: Console
  private let card: Card
  /// What was decided so far.
  private(set) var report: ResolutionReport

  init(vault: Vault, console: Console, card: Card) {
    resolution = CardResolution(of: card.id, in: vault)
    self.console = console
    self.card = card
    report = ResolutionReport(id: card.id.description)
  }

  var isNeeded: Bool { get async { await resolution.isNeeded } }

  mutating func ask() async throws {
    for conflict in await resolution.vault.conflicts(of: card.id) {
      guard let side = choice(conflict) else { continue }
      try await decide([(conflict, side)])
    }
    for other in await resolution.vault.duplicates(of: card.id) {
      // An earlier join may have removed it.
      guard let (kept, other) = await resolution.pair(with: other.id) else { continue }
      try await askToJoin(kept, other)
    }
  }

  mutating func decide(
    _ choices: [(conflict: FieldConflict, side: FieldConflict.ConcurrentValue)]
  ) async throws {
    try await resolution.decide(choices)
    if !choices.isEmpty { console.noteStored() }
    for choice in choices {
      report.decided.append(choice.conflict.field)
      say("Kept: \(choice.conflict.words(of: choice.side))")
    }
  }

  /// Joins another card into this one.
  mutating func join(_ other: Card) async throws {
    guard let (kept, _) = await resolution.pair(with: other.id) else { return }
    let join = CardJoin(other, into: kept)
    report.words = join.balanceWords
    if let words = join.balanceWords { console.remark("\(words)") }
    try await store(join)
  }

  private mutating func store(_ join: CardJoin) async throws {
    guard try await resolution.join(join) != nil else { return }
    console.noteStored()
    report.joined.append(join.going.id.description)
    say("Joined: “\(join.going.name)” into “\(join.joined.name)”")
  }

  /// The side that the person chooses; `nil` to decide later.
  private func choice(_ conflict: FieldConflict) -> FieldConflict.ConcurrentValue? {
    console.say(
      "\n“\(card.name)”: \(FieldWords.title(of: conflict.field)) was changed on two devices\n"
    )
    for (index, side) in conflict.sides.enumerated() {
      console.say(
        "  \(index + 1)  \(console.bold("\(conflict.text(of: side) ?? "nothing")", on: .standardError))"
          + "  \(side.made.local), \(side.place)\(index == 0 ? ", shown now" : "")\n")
    }
    guard let number = number(.keptValue, upTo: conflict.sides.count) else { return nil }
    return conflict.sides[number - 1]
  }

  private mutating func askToJoin(_ kept: Card, _ other: Card) async throws {
    console.say(
      "\n“\(kept.name)” and “\(other.name)” have the same code.\n"
        + "Join them into one? It gets the codes and tags of both.\n")
    let cards = [kept, other]
    for (index, card) in cards.enumerated() {
      console.say("  \(index + 1)  \(card.shortID)  \(card.summary)\n")
    }
    guard let number = number(.keptCard, upTo: 2) else { return }
    var join = CardJoin(cards[2 - number], into: cards[number - 1])
    if let balance = join.balances.first, let others = join.balances.last {
      console.say(
        "The two balances are not added together:\n"
          + "  1  \(balance.shown)\n  2  \(others.shown)\n")
      guard let number = self.number(.rightBalance, upTo: 2) else { return }
      join.keep(number == 1 ? balance : others)
    }
    try await store(join)
  }

  /// A number from 1; `nil` for an empty answer or the end of input.
  private func number(_ question: Question, upTo count: Int) -> Int? {
    while let answer = console.answer(to: question, with: ["\(count)"]) {
      if answer.isEmpty { return nil }
      if let number = Int(answer), (1...count).contains(number) { return number }
      console.say("Type a number from 1 to \(count).\n")
    }
    return nil
  }

  private func say(_ words: String) {
    if !console.format.isForScripts { console.result("\(words)") }
  }
}
