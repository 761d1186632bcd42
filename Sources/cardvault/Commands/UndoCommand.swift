internal import ArgumentParser
internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

struct UndoCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Undo the last change, or any other.",
    discussion: """
      Examples:
        cardvault undo
        cardvault undo gym
        cardvault undo 3fa94c21

      Without an argument it undoes the last change that this device saved; with CARD, the last change of that \
      card from any device; with the id of a change, as cardvault history shows it, that change. Each further run goes one change further \
      back; cardvault redo goes forward again. Removed cards come back, and joined cards are separated. Later \
      changes of other fields stay. What would change nothing, because the same was changed again since or the \
      card was removed, is skipped, and named; after that, cardvault undo without an id removes none of these cards. On a terminal it says what it undoes, and asks first if that \
      changes more than \(StepOptions.maxUnasked) cards.

      \(ExitStatus.help(ExitStatus.ofChange + [.nothingFound, .conflict]))
      """)

  @Argument(
    help: .init("The id of a change in cardvault history, or a card.", valueName: "change|card"),
    completion: CardNames.withRemoved)
  var which: String?

  @OptionGroup var step: StepOptions
  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run(in console: Console) async throws {
    let store = try await vault.open(console)
    let next: UndoStep =
      if let which, let change = await store.change(which) { .change(change) } else {
        .last(of: try await card(in: store, console)?.id)
      }
    let change = try await store.next(next)
    guard try await step.isWanted(change, as: "Undoing", .undo, store, console) else { return }
    console.tell(try await store.reported(next, of: change))
    console.suggest(.run("redo"), for: "To take this back")
  }

  /// The card that was named, also a removed one; `nil` if none was.
  private func card(in store: Vault, _ console: Console) async throws -> Card? {
    guard let which else { return nil }
    do {
      return try await store.cardOrRemoved(meant: which, console)
    } catch let failure as Failure
      where failure.status == .nothingFound && (which.isChangeID || which.isShortNumber)
    {
      // Other digits are more likely a card's number.
      if (9...24).contains(which.count), which.allSatisfy(\.isNumber) { throw failure }
      throw Failure(noChange: which)
    }
  }
}

extension String {
  /// Whether it looks like a count of changes, or the number of one.
  fileprivate var isShortNumber: Bool { (1...3).contains(count) && allSatisfy(\.isNumber) }
}
