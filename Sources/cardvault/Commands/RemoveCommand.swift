internal import ArgumentParser
internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

struct RemoveCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove cards from the vault.",
    discussion: """
      Examples:
        cardvault remove gym
        cardvault remove gym "old zoo"
        cardvault undo

      On a terminal it asks first, once for all of them. cardvault undo brings them back, and so does cardvault \
      restore, even later: their history stays in the vault, sealed. For a vault without it, write the cards to keep to a \
      bundle (cardvault export FILE --cards CARD), create a new vault (cardvault init --vault FOLDER), and \
      merge the bundle into that (cardvault merge FILE --vault FOLDER).

      \(ExitStatus.help(ExitStatus.ofChange + [.nothingFound]))
      """)

  @Argument(help: .pickedCards, completion: CardNames.ofAll)
  var cards: [String] = []

  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run(in console: Console) async throws {
    let store = try await vault.open(console)
    let chosen = try await store.cards(meant: cards, console)
    let names = chosen.map { "“\($0.name)”" }.joined(separator: ", ")
    let isOne = chosen.count == 1
    let isWanted = try confirmation.isGiven(
      .removal, with: [names], orElse: "\(names) \(isOne ? "was" : "were") not removed", console)
    guard isWanted else { return console.tell(ChangeReport(removed: [], words: "Kept.")) }
    // Whoever was asked saw the cards, and perhaps took their time.
    if !confirmation.yes { try await store.checkSeen(chosen.map(\.id)) }
    try await store.removing(chosen.map(\.id), console)
    console.tell(
      ChangeReport(
        removed: chosen.map(\.id), words: "Removed: \(chosen.map(\.name).joined(separator: ", "))"))
    if !console.format.isForScripts {
      console.remark(
        isOne ? "Its history stays in the vault." : "Their histories stay in the vault.")
      console.suggest(
        .run("undo").or(.run(["restore"] + chosen.map { .card($0) })),
        for: "To bring \(isOne ? "it" : "them") back")
    }
  }
}
