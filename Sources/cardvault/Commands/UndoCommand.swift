internal import ArgumentParser
internal import Cards
internal import TerminalIO
internal import VaultStore
internal import Wallet

struct UndoCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Undo the last change.",
    discussion: """
      Examples:
        cardvault undo
        cardvault undo gym

      Without CARD it undoes the last change that this device saved; with CARD, the last change of that card \
      from any device. Each further run goes one change further back. Removed cards come back, and joined \
      cards are separated. Later changes of other fields stay. A decision that kept the value shown cannot be \
      undone: without CARD, undo stops there; with CARD, it skips it.

      \(ExitStatus.help(ExitStatus.ofChange + [.nothingFound]))
      """)

  @Argument(help: "The card: the start of its id, its name or part of it.")
  var card: String?

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = common.console
    let store = try await vault.open()
    let (cards, removed) = (await store.cards, await store.removedCards)
    let formerIDs = await store.formerIDs
    var chosen: Card?
    if let card { chosen = try await store.cardOrRemoved(meant: card, console) }
    let outcome = try await store.undo(chosen?.id)
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
      for report in reports { console.result("Undone: \(report.words)") }
    }
  }
}

extension Failure {
  /// Why nothing was undone, on one card or on this device.
  fileprivate init(nothingTakenBack obstacle: TakenBack.Obstacle?, _ chosen: Card?) {
    let (reason, advice) =
      switch (obstacle, chosen) {
      case (.decision, _):
        (
          "the last change was a decision that kept the value shown, and without it the same value would be shown",
          "cardvault edit CARD, for another value; or cardvault undo CARD, which skips it"
        )
      case (.purged, _):
        (
          "the state before the last change was deleted by cardvault key rotate --finish",
          "cardvault undo CARD, for another card"
        )
      case (nil, let chosen?):
        (
          "“\(chosen.name)” has no change left to undo",
          "cardvault history \(chosen.shortID), to see all changes"
        )
      case (nil, nil):
        (
          "this device has no change left to undo",
          "cardvault undo CARD, for a change made on another device"
        )
      }
    self.init("nothing was undone", because: reason, try: advice, status: .nothingFound)
  }
}
