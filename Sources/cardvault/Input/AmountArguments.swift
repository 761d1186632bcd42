internal import ArgumentParser
internal import Wallet

/// A card and an amount, which `spend` and `top-up` take; a single word is the amount, and the person picks the card.
struct AmountArguments: ParsableArguments {
  @Argument(help: .pickedCard, completion: CardNames.ofAll)
  var card: String?

  @Argument(help: "How much: 12.50, 12.50EUR, 300points.")
  var amount: String?

  func validate() throws {
    if card == nil { throw ValidationError("no amount is given") }
  }

  /// The words that mean the card; empty if it is to be picked.
  var cardWords: String { amount == nil ? "" : card ?? "" }

  /// The amount, which is required.
  func typed(for command: Command.Word) throws -> TypedAmount {
    guard let card, amount == nil else { return try TypedAmount(amount ?? "") }
    if let amount = try? TypedAmount(card) { return amount }
    throw Failure.usage(
      "the balance was not changed", because: "“\(card)” is not an amount, and none follows it",
      try: .run(command, .operand(card), "AMOUNT", note: "such as 12.50"))
  }
}
