internal import ArgumentParser
internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

struct AddCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a card by typing it in.",
    discussion: """
      Examples:
        cardvault add
        cardvault add --name Gym --code 4006381333931
        cardvault add --name "Gift card" --code - --pin - --balance "25 EUR"
        cardvault add --name Library --number 633174001

      On a terminal, without --name, you are asked for the code and then fill in a form, as in a review; without \
      --code, you are asked for it. You are told which kind of barcode it was taken for, and why. --code - and \
      --pin - ask without showing what you type, and keep it out of the shell's history. For a card without a \
      barcode, press Enter or use --number. Type an unreadable digit as ?: the check digit determines it.

      Without --symbology, the length and check digit decide between EAN-13, UPC-A and EAN-8; everything else is \
      Code 128. If that is not clear, such as with a wrong check digit, an ISBN-10 or a web address, you are asked; \
      without a terminal, the number is refused, and a web address becomes a draft with a QR Code.

      \(ExitStatus.help(ExitStatus.ofChange + [.nothingFound, .conflict]))
      """)

  @Option(help: "Its name.")
  var name: String?

  @Option(help: .init("The code, or - to be asked for it.", valueName: "text"))
  var code: String?

  @Option(help: .init("The kind of barcode.", valueName: "kind"))
  var symbology: String?

  @OptionGroup var photos: PhotoOptions
  @OptionGroup var fields: FieldOptions
  @OptionGroup var details: DetailOptions

  @Flag(help: "Add the card even if its code is in the vault already.")
  var duplicate = false

  @Flag(help: "Fill in the form line by line, for screen readers, instead of on a full screen.")
  var plain = false

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  /// The command for a name that was typed without its option; `nil` for other mistakes, when `words` is what was
  /// typed.
  static func advice(insteadOf words: CommandWords) -> Advice? {
    guard words.command.type == self, !words.arguments.contains("--name") else { return nil }
    let typed = words.arguments.prefix { !$0.hasPrefix("-") }.joined(separator: " ")
    guard !typed.isEmpty else { return nil }
    // A card's number is not repeated.
    let name: Command.Word = typed.contains(where: \.isNumber) ? "NAME" : .text(typed)
    return .run("add", "--name", name, "--code", "-")
  }

  func run(in console: Console) async throws {
    guard name != nil || console.canAsk else { throw ValidationError("--name is missing") }
    // A wrong name is reported before anything is asked.
    let blank = try Card(typed: name ?? Self.unnamed, code: nil)
    var card = blank
    if symbology != nil, code == nil, !console.canAsk {
      throw Failure.usage(
        "--symbology needs --code", because: "it is the kind of that code",
        try: .option("add --code as well"))
    }
    let store = try await vault.open(console)
    let typed: CodeInput.Typed?
    if let code {
      let new = try CodeInput.new(code, symbologyName: symbology, console)
      try await check(new.barcode, in: store, console)
      typed = new
    } else {
      typed = try await askedCode(in: store, console)
    }
    if let (barcode, isAssumed) = typed {
      card.codes = [barcode]
      if isAssumed { card.review = .doubtfulDraft }
    }
    try details.typed(alongside: fields, console).apply(to: &card)
    try await photos.apply(to: &card, in: store, console)
    // Nothing was typed yet that could be lost.
    let isEmpty = name == nil && card == blank
    if name == nil {
      // Until it is accepted in the form, it is a draft, so that nothing typed is lost.
      card.review = .draft
      card.suggestName(among: await store.cards, today: try .today())
    }
    try await store.saving([card], console)
    try? await store.add([.typed])
    if name == nil {
      guard let filled = try await filled(card, isEmpty: isEmpty, in: store, console) else {
        return console.tell(ChangeReport(added: [], words: "Nothing was added."))
      }
      card = filled
    }
    tell(of: card, console)
  }

  /// The name of a card until its name is typed.
  private static let unnamed = "Card"

  /// Lets the person fill in the form; `nil` if there is no card then: an empty one that was left at once is removed.
  private func filled(
    _ card: Card, isEmpty: Bool, in store: Vault, _ console: Console
  ) async throws -> Card? {
    let session = ReviewSession(vault: store, console: console, isPlain: plain)
    let result: Result<Card?, any Error>
    do { result = .success(try await session.fill(in: card)) } catch { result = .failure(error) }
    if isEmpty, let left = await store.card(card.id), left.isDraft, left.name == card.name,
      left.codes.isEmpty, left.printedNumber.isEmpty,
      (left.tags, left.expires, left.isOneTime) == (card.tags, card.expires, card.isOneTime)
    {
      try await store.remove([card.id])
      return try result.map { _ in nil }.get()
    }
    if case .failure = result, let left = await store.card(card.id), left.isDraft {
      console.remark("Added as a draft: \(left.name)")
    }
    return try result.get()
  }

  /// Asks for the code where no option tells that there is none, until no other card has it.
  private func askedCode(in store: Vault, _ console: Console) async throws -> CodeInput.Typed? {
    guard console.canAsk, details.number == nil else { return nil }
    while let typed = try CodeInput.asked(symbologyName: symbology, console) {
      do {
        try await check(typed.barcode, in: store, console)
        return typed
      } catch let failure as Failure where failure.status == .conflict {
        console.complain(
          failure.line, try: .prose("type another code").or(failure.advice))
      }
    }
    return nil
  }

  private func check(_ barcode: Barcode, in store: Vault, _ console: Console) async throws {
    do throws(WalletError) {
      try await store.check(barcode)
    } catch {
      guard case .codeTaken(let name) = error else { throw error }
      let failure = error.failure
      guard duplicate else {
        throw Failure(
          failure.what, because: failure.because,
          try: .option("use --duplicate to add it anyway"), status: .conflict)
      }
      console.remark("Note: “\(name)” has the same code.")
    }
  }

  private func tell(of card: Card, _ console: Console) {
    if common.format.isForScripts {
      console.result(json: ImportOutcome(added: card))
    } else {
      let details = [card].balanceReport + card.photos.count.photosKept
      console.result("Added\(card.isDraft ? " as a draft" : ""): \(card.name)\(details)")
    }
    if card.isDraft {
      if let doubt = card.doubtWords { console.remark("\(doubt)") }
      console.suggest(.run("review", .card(card)))
    }
    console.remarkOnExpiry(of: [card])
  }
}
