internal import Cards
internal import SystemPackage
internal import VaultStore

/// Decides what waits on one card; each answer is stored at once, and nothing is locked while a person thinks.
struct Resolving {
  let vault: Vault
  let console: Console
  let card: Card
  private(set) var report: ResolutionReport

  init(vault: Vault, console: Console, card: Card) {
    self.vault = vault
    self.console = console
    self.card = card
    report = ResolutionReport(id: card.id.description)
  }

  /// Whether anything waits.
  var isNeeded: Bool {
    get async throws {
      guard await vault.conflicts(of: card.id).isEmpty else { return true }
      return await !vault.duplicates(of: card.id).isEmpty
    }
  }

  /// Asks for everything that waits.
  mutating func ask() async throws {
    for conflict in await vault.conflicts(of: card.id) {
      guard let side = choice(conflict) else { continue }
      try await decide([(conflict, side)])
    }
    for other in await vault.duplicates(of: card.id) {
      // It may have gone with one before.
      guard let kept = await vault.card(card.id), let other = await vault.card(other.id),
        kept.id != other.id
      else { continue }
      guard try await askToJoin(kept, other) else { continue }
    }
  }

  /// Stores decisions.
  mutating func decide(
    _ choices: [(conflict: FieldConflict, side: FieldConflict.Side)]
  ) async throws {
    try await Failure.translating { () throws(VaultError) in try await vault.decide(choices) }
    for choice in choices {
      report.decided.append(choice.conflict.field)
      say(
        "Decided: \(FieldWords.title(of: choice.conflict.field)) "
          + FieldWords.text(of: choice.side, in: choice.conflict))
    }
  }

  /// Joins another card into this one.
  mutating func join(_ other: Card) async throws {
    guard let kept = await vault.card(card.id) else { return }
    var joined = kept.joined(with: other)
    if let balance = kept.balance, let others = other.balance, balance != others {
      joined.balance = chosen(balance, others)
    }
    try await join(other, as: joined)
  }

  private mutating func join(_ other: Card, as joined: Card) async throws {
    let made = try await Failure.translating { () throws(VaultError) in
      try await vault.join(other.id, into: joined)
    }
    guard made != nil else { return }
    report.joined.append(other.id.description)
    say("Joined: “\(other.name)” into “\(joined.name)”")
  }

  /// The side that a person chooses; `nil` to leave it for later.
  private func choice(_ conflict: FieldConflict) -> FieldConflict.Side? {
    console.ask(
      "\n“\(card.name)”: \(FieldWords.title(of: conflict.field)) was changed on two devices\n"
    )
    for (index, side) in conflict.sides.enumerated() {
      let place = side.isOwn ? "this device" : "device \(side.shortDevice)"
      console.ask(
        "  \(index + 1)  \(console.bold("\(FieldWords.text(of: side, in: conflict))", on: .standardError))"
          + "  \(side.made.local), \(place)\(index == 0 ? ", shown now" : "")\n")
    }
    guard let number = number("Which one stays?", upTo: conflict.sides.count, orElse: "later")
    else {
      return nil
    }
    return conflict.sides[number - 1]
  }

  /// - Returns: Whether they were joined.
  private mutating func askToJoin(_ kept: Card, _ other: Card) async throws -> Bool {
    console.ask(
      "\n“\(kept.name)” and “\(other.name)” hold the same code.\n"
        + "Which one stays, with the codes and tags of both?\n")
    let cards = [kept, other]
    for (index, card) in cards.enumerated() {
      let words = CardDifference.between(nil, card).filter { $0.field != "origin" }.map(\.words)
      console.ask("  \(index + 1)  \(card.shortID)  \(words.joined(separator: ", "))\n")
    }
    guard let number = number("Which one stays?", upTo: 2, orElse: "keep both") else {
      return false
    }
    let (staying, going) = (cards[number - 1], cards[2 - number])
    var joined = staying.joined(with: going)
    if let balance = staying.balance, let others = going.balance, balance != others {
      console.ask(
        "Both have a balance, and they are not added up:\n"
          + "  1  \(balance.shown)\n  2  \(others.shown)\n")
      guard let number = self.number("Which one is right?", upTo: 2, orElse: "keep both cards")
      else { return false }
      joined.balance = number == 1 ? balance : others
    }
    try await join(going, as: joined)
    return true
  }

  /// The balance that a card keeps that nobody is asked for.
  private func chosen(_ balance: Balance, _ other: Balance) -> Balance {
    console.remark(
      "Both had a balance. They are not added up: \(balance.shown) stays, \(other.shown) does not.")
    return balance
  }

  /// A number from 1; `nil` for an empty answer or the end of input.
  private func number(_ question: String, upTo count: Int, orElse skip: String) -> Int? {
    while let answer = console.answer(to: "\(question) 1 to \(count), [Enter] \(skip) > ") {
      if answer.isEmpty { return nil }
      if let number = Int(answer), (1...count).contains(number) { return number }
      console.ask("a number from 1 to \(count), please\n")
    }
    return nil
  }

  private func say(_ words: String) {
    if !console.format.isForScripts { console.result("\(words)") }
  }
}

extension Vault {
  /// Other cards that hold a code of this one, by name.
  func duplicates(of id: CardID) -> [Card] {
    var known: Set<CardID> = [id]
    return duplicates.filter { $0.cards.contains { $0.id == id } }.flatMap(\.cards)
      .filter { known.insert($0.id).inserted }
  }

  /// What waits on a card, in one line; `nil` for nothing.
  func decisions(on card: Card) -> String? {
    var words: [String] = []
    let count = conflictCount(of: card.id)
    if count > 0 {
      words.append(
        count == 1
          ? "One field was changed on two devices" : "\(count) fields were changed on two devices")
    }
    let others = duplicates(of: card.id).map { "“\($0.name)”" }
    if !others.isEmpty { words.append("The same code is on " + others.joined(separator: ", ")) }
    return words.isEmpty
      ? nil : words.joined(separator: ". ") + ": cardvault resolve \(card.shortID)"
  }
}
