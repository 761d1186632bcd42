internal import ArgumentParser
internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

struct SpendCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "spend", abstract: "Subtract an amount from a card's balance.",
    discussion: """
      Examples:
        cardvault spend bookshop 12.50
        cardvault spend "fuel points" 300

      Amounts that two devices spend separately are added up when they sync. To undo it: cardvault undo.

      \(ExitStatus.help(ExitStatus.ofChange + [.nothingFound]))
      """)

  @Argument(help: .pickedCard, completion: CardNames.ofAll)
  var card: String?

  @Argument(help: "How much: 12.50, 12.50EUR, 300points.")
  var amount: String?

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if card == nil { throw ValidationError("no amount is given") }
  }

  func run() async throws {
    let console = common.console
    let amount = try typedAmount()
    let words = self.amount == nil ? "" : card ?? ""
    let store = try await vault.open()
    let chosen = try await store.card(meant: words, isAtTill: true, console)
    let left = try await store.spend(amount, on: chosen)
    Console.noteStored()
    console.tell(ChangeReport(spentFrom: chosen, left: left))
  }

  /// The amount, which is required: a single word is the amount.
  private func typedAmount() throws -> TypedAmount {
    guard let card, amount == nil else { return try TypedAmount(amount ?? "") }
    if let amount = try? TypedAmount(card) { return amount }
    throw Failure.usage(
      "nothing was spent", because: "“\(card)” is not an amount, and none follows it",
      try: .run("spend", .operand(card), "AMOUNT", note: "what you paid, such as 12.50"))
  }
}
