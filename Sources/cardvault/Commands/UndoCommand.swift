internal import ArgumentParser
internal import Cards
internal import TerminalIO
internal import VaultStore
internal import Wallet

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
