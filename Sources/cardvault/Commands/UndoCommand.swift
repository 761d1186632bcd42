internal import ArgumentParser
internal import Cards
internal import VaultStore

struct UndoCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Take back the last change.",
    discussion: """
      Without CARD, it takes back what this device stored last; with it, the last change of that card, \
      whoever made it. Again goes one change further back. A card that was removed comes back. Later \
      changes of other fields stay.

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
    let now = try await Failure.translating { () throws(VaultError) in
      try await store.undo(chosen?.id)
    }
    if !now.isEmpty { Console.noteStored() }
    guard !now.isEmpty else {
      throw Failure(
        "nothing was taken back",
        because: chosen.map { "no change of “\($0.name.printable)” is left to take back" }
          ?? "nothing that this device stored is left to take back",
        try: chosen.map { "cardvault history \($0.shortID), to see them all" }
          ?? "cardvault undo CARD, for a change made on another device", status: .nothingFound)
    }
    let reports = now.keys.sorted().map { id in
      UndoReport(
        id, present: cards.first { $0.id == id }, removed: removed.first { $0.id == id },
        now: now[id] ?? nil, wasPart: formerIDs.values.contains { $0.contains(id) })
    }
    if common.format.isForScripts {
      console.result(["takenBack": reports].json)
    } else {
      for report in reports { console.result("Taken back: \(report.words)") }
    }
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

  /// - Parameters:
  ///   - id: the card.
  ///   - present: the card before, if it was there.
  ///   - removed: the card before, if it had been removed.
  ///   - now: the card as it is; `nil` when it is gone.
  ///   - wasPart: whether it was part of another card before.
  init(_ id: CardID, present: Card?, removed: Card?, now: Card?, wasPart: Bool) {
    self.id = id.description
    name = (now ?? present ?? removed)?.name ?? ""
    changes = now.map { now in present.map { CardDifference.between(now, $0) } ?? [] } ?? []
    self.removed = now == nil
    broughtBack = present == nil && now != nil && !wasPart
    parted = now != nil && wasPart
  }

  var words: String {
    let what =
      removed
      ? "it was added, and is removed again"
      : parted
        ? "it was joined into another card, and is one of its own again"
        : broughtBack
          ? "it was removed, and is there again"
          // What another card had brought may make no difference.
          : changes.isEmpty
            ? "another card is parted from it" : changes.map(\.words).joined(separator: ", ")
    return "\(name): \(what)".printable
  }
}
