package import ArgumentParser
package import Terminal
package import Wallet

/// The options that fill a card's fields, shared by `add`, `edit` and `import`.
package struct FieldOptions: ParsableArguments {
  /// Makes the options without values; the parser fills them in.
  package init() {}

  @Option(help: "A tag, or several with commas; repeatable.", completion: CardTags.used)
  package var tag: [String] = []

  @Option(
    help: .init(
      "The last day it is valid, such as 2026-12-31; “never” clears it.", valueName: "date"))
  package var expires: String?

  @Flag(inversion: .prefixedNo, help: "It can be used only once.")
  var oneTime: Bool?

  /// What was given.
  package var typed: TypedFields { TypedFields(tags: tag, expires: expires, isOneTime: oneTime) }
}

/// The options for all other fields, shared by `add` and `edit`.
package struct DetailOptions: ParsableArguments {
  /// Makes the options without values; the parser fills them in.
  package init() {}

  @Option(help: "The number printed on it, if it differs from the code.")
  package var number: String?

  @Option(help: .init("The name of its holder.", valueName: "name"))
  var holder: String?

  @Option(help: .init("Its PIN, or - to be asked for it without showing it.", valueName: "text"))
  package var pin: String?

  @Option(help: .init("A web address, such as where to check the balance.", valueName: "url"))
  package var web: String?

  @Option(help: .init("Its balance, such as 25.50 EUR or 300 points.", valueName: "amount"))
  package var balance: String?

  @Option(help: .init("The first day it is valid, such as 2026-01-01.", valueName: "date"))
  var validFrom: String?

  @Option(
    help: .init(
      "loyalty, membership, gift, coupon, ticket, library, book or other.", valueName: "kind"))
  package var kind: String?

  @Option(help: .init("#rrggbb, or a name such as red.", valueName: "colour"))
  var colour: String?

  @Option(help: .init("A note about anything else.", valueName: "text"))
  package var note: String?

  @Flag(inversion: .prefixedNo, help: "List it first.")
  package var favourite: Bool?

  @Flag(inversion: .prefixedNo, help: "Hide it from the list.")
  package var archived: Bool?

  /// Adds what was given to other fields, and asks for what is to be asked for.
  package func typed(besides fields: FieldOptions, _ console: Console) throws -> TypedFields {
    var typed = fields.typed
    typed.number = number
    typed.holder = holder
    typed.pin = pin == "-" ? try Self.hiddenPIN(console) : pin
    typed.webAddress = web
    typed.balance = balance
    typed.validFrom = validFrom
    typed.kind = kind
    typed.colour = colour
    typed.note = note
    typed.isFavourite = favourite
    typed.isArchived = archived
    return typed
  }

  /// Asks for a PIN; nothing typed clears none.
  private static func hiddenPIN(_ console: Console) throws -> String {
    let typed = try CodeInput.hidden(.pin, console)
    if !typed.isEmpty { return typed }
    throw Failure.usage(
      "nothing was changed", because: "no PIN was typed", try: "--pin \"\" to clear the PIN")
  }
}
