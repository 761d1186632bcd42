internal import ArgumentParser
internal import Cards
internal import VaultStore

struct UndoCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Take back the last change.",
    discussion: """
      Without CARD, it takes back what this device stored last; with it, the last change of that card, \
      whoever made it. Again goes one change further back. A card that was removed comes back, and cards \
      that were joined part. Later changes of other fields stay. A decision that kept the value shown \
      cannot be taken back: without CARD it ends there, and with it goes on before it.

      \(ExitStatus.help(ExitStatus.ofChange + [.nothingFound]))
      """)

  @Argument(help: "The card: an id, a name or part of one.")
  var card: String?

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = common.console
    let store = try await vault.open()
    let (cards, removed) = (await store.cards, await store.removedCards)
    let formerIDs = await store.formerIDs
    let selection = CardSelection(
      cards: cards, removed: removed, formerIDs: formerIDs, console: console)
    let chosen = try card.map { try selection.card($0) }
    let outcome = try await Failure.translating { () throws(VaultError) in
      try await store.undo(chosen?.id)
    }
    let now = outcome.cards
    if now.isEmpty { throw Failure(nothingTakenBack: outcome.obstacle, chosen) }
    Console.noteStored()
    let wholes = await store.formerIDs
    let former = { (id: CardID, wholes: [CardID: [CardID]]) in
      wholes.map { Set($0.value + [$0.key]) }.first { $0.contains(id) }
    }
    let reports = now.keys.sorted().map { id in
      UndoReport(
        id, present: cards.first { $0.id == id }, removed: removed.first { $0.id == id },
        now: now[id] ?? nil, wasPart: formerIDs.values.contains { $0.contains(id) },
        isAsJoined: former(id, wholes).map { $0 == former(id, formerIDs) } ?? false)
    }
    if common.format.isForScripts {
      console.result(json: ["takenBack": reports])
    } else {
      for report in reports { console.result("Taken back: \(report.words)") }
    }
  }
}

extension Failure {
  /// Why nothing was taken back, of a card or of all that this device stored.
  fileprivate init(nothingTakenBack obstacle: TakenBack.Obstacle?, _ chosen: Card?) {
    let (reason, advice) =
      switch (obstacle, chosen) {
      case (.decision, _):
        (
          "the last change was a decision that kept the value shown: without it, that would show, too",
          "cardvault edit CARD, for another value; or cardvault undo CARD, which goes on before it"
        )
      case (.purged, _):
        (
          "what was before the last change went with cardvault key rotate --finish",
          "cardvault undo CARD, for another card"
        )
      case (nil, let chosen?):
        (
          "no change of “\(chosen.name)” is left to take back",
          "cardvault history \(chosen.shortID), to see them all"
        )
      case (nil, nil):
        (
          "nothing that this device stored is left to take back",
          "cardvault undo CARD, for a change made on another device"
        )
      }
    self.init("nothing was taken back", because: reason, try: advice, status: .nothingFound)
  }
}

/// What taking a change back did to one card, for scripts and people.
struct UndoReport: Encodable {
  let id: String
  let name: String
  /// What the change had done, and is no more.
  let changes: [CardDifference]
  /// Whether the card went, as it was added by the change.
  let removed: Bool
  /// Whether the card came back, as it was removed by the change.
  let broughtBack: Bool
  /// Whether it is a card of its own again, as the change joined it into another.
  let parted: Bool
  /// Whether another device joined the same cards, too, so that they stay one.
  private let isStillJoined: Bool

  private enum CodingKeys: CodingKey { case id, name, changes, removed, broughtBack, parted }

  /// - Parameters:
  ///   - id: the card.
  ///   - present: the card before, if it was there.
  ///   - removed: the card before, if it had been removed.
  ///   - now: the card as it is; `nil` when it is gone.
  ///   - wasPart: whether it was part of another card before.
  ///   - isAsJoined: whether it is made of several cards, and of the same as before.
  init(
    _ id: CardID, present: Card?, removed: Card?, now: Card?, wasPart: Bool, isAsJoined: Bool
  ) {
    self.id = id.description
    name = (now ?? present ?? removed)?.name ?? ""
    changes = now.map { now in present.map { CardDifference.between(now, $0) } ?? [] } ?? []
    self.removed = now == nil
    broughtBack = present == nil && now != nil && !wasPart
    parted = now != nil && wasPart && !isAsJoined
    isStillJoined = isAsJoined && changes.isEmpty
  }

  var words: String {
    let what =
      removed
      ? "it was added, and is removed again"
      : parted
        ? "it was joined into another card, and is one of its own again"
        : broughtBack
          ? "it was removed, and is there again"
          : isStillJoined
            ? "another device joined it, too, and that stays"
            // What another card had brought may make no difference.
            : changes.isEmpty
              ? "another card is parted from it" : changes.map(\.words).joined(separator: ", ")
    return "\(name): \(what)"
  }
}
