internal import ArgumentParser
internal import Cards
internal import Drawing
internal import SystemPackage
internal import Terminal
internal import VaultStore
internal import Wallet

struct ShowCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a card's barcode, ready to be scanned.",
    discussion: """
      Examples:
        cardvault show bakery
        cardvault bakery                       the same
        cardvault show bakery --output card.png
        cardvault show gift --pin --copy       copy the PIN
        cardvault show gym --photo --output gym.jpg

      Without CARD, pick one from a list; a script gets the list as an error. Showing a card changes nothing; \
      cardvault use records that you used it. A code that does not fit the terminal, or that could come out inverted \
      without colours, is not drawn: the number is shown. The exit code is then 3, except after a full screen, where \
      the window can be made larger. In a pipe, a code is drawn for a \
      dark background; --color makes it readable on any background. --copy works over ssh, too, in terminals that support OSC 52. SVG, PNG and PDF hold one code each; if the card has \
      several, choose one with --code-number.

      \(ExitStatus.help(ExitStatus.ofVault + [.partlyDone, .nothingFound, .conflict]))
      """)

  @Argument(help: .card, completion: CardNames.ofAll)
  var card: [String] = []

  @Option(
    name: .customLong("as"),
    help: .init("The form to show it in.", valueName: "form"))
  var form: CardForm?

  @Option(
    name: .shortAndLong,
    help: .init("Write it to this new file instead.", valueName: "file"), completion: .file())
  var output: String?

  @Option(help: .init("Which of the card's codes, counted from 1.", valueName: "n"))
  var codeNumber: Int?

  @Option(
    help: "Show the cards with this tag; arrow keys move between them.", completion: CardTags.used)
  var tag: String?

  @Flag(help: "Show the PIN, too.")
  var pin = false

  @Flag(help: "Copy the number (with --pin, the PIN) to the clipboard instead of showing the card.")
  var copy = false

  @Flag(help: "Write the kept photo of its front instead of the code.")
  var photo = false

  @Flag(help: "Write the kept photo of its back.")
  var photoBack = false

  @Option(help: .init("Write one of its photos, counted from 1.", valueName: "n"))
  var photoNumber: Int?

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if let codeNumber, codeNumber < 1 { throw ValidationError("--code-number counts from 1") }
    let photos = [photo, photoBack, photoNumber != nil].count { $0 }
    if photos > 1
      || photos == 1 && (form != nil || copy || pin || codeNumber != nil || common.format != .table)
    {
      throw ValidationError(
        "--photo, --photo-back and --photo-number show one photo and nothing else")
    }
  }

  /// Whether nothing says which card, or how to show it.
  var isBare: Bool {
    card.isEmpty && tag == nil && form == nil && output == nil && codeNumber == nil
      && photoNumber == nil && !pin && !copy && !photo && !photoBack
  }

  /// A card as JSON is for a program, which gets errors in the same form.
  var format: Console.Format { form == .json ? .json : common.format }

  func run(in console: Console) async throws {
    try await run(on: try await vault.open(console), console)
  }

  /// Shows a card of a vault that is open.
  func run(on store: Vault, _ console: Console) async throws {
    let (chosen, neighbours) = try await chosen(from: store, console)
    if let codeNumber, !chosen.codes.indices.contains(codeNumber - 1) {
      throw Failure.usage(
        "there is no code \(codeNumber)", because: "“\(chosen.name)” has \(chosen.codes.count)",
        try: .run("show", .card(chosen)))
    }
    if copy { return try copyNumber(of: chosen, console) }
    if let wantedPhoto {
      return try await PhotoOutput(store, console).write(wantedPhoto, of: chosen, to: output)
    }
    console.suggest([await store.decisions(on: chosen), chosen.photoDecision].compactMap(\.self))
    let wanted =
      try form ?? CardForm(output: output) ?? (console.format.isForScripts ? .json : .terminal)
    let rendering = CardRendering(
      card: chosen, codeNumber: codeNumber, vault: store, showsPIN: pin, console: console)
    let output = output == "-" ? nil : output
    if isForScreen, var screen = console.fullScreen() {
      let pager = CardPager(vault: store, cards: neighbours, console: console)
      return try await pager.show(chosen, codeNumber: codeNumber, showsPIN: pin, on: &screen)
    }
    if wanted.isBinary, output == nil, TTY.isTerminal(.standardOutput) {
      throw Failure.usage(
        "a \(wanted.rawValue) cannot be shown in a terminal", because: "it is not text",
        try: .use("--output", .text("card.\(wanted.rawValue)")))
    }
    let (content, refusal) = try await rendering.content(
      as: wanted, isWindow: output == nil && TTY.isTerminal(.standardOutput))
    if let output {
      if let refusal { throw refusal }
      try NewFile.write(content.bytes, to: output)
      console.remark("Written: \(output)")
      return
    }
    switch content {
    case .text(let text): console.result(text: text)
    case .file(let bytes): console.result(file: bytes)
    }
    if let refusal { throw refusal }
  }

  private var wantedPhoto: PhotoOutput.Choice? {
    if let photoNumber { return .number(photoNumber) }
    return photo ? .side(.front) : photoBack ? .side(.back) : nil
  }

  /// Whether it is shown where arrow keys lead to other cards.
  private var isForScreen: Bool {
    form == nil && output ?? "-" == "-" && !copy && wantedPhoto == nil
      && !common.format.isForScripts && TTY.isTerminal(.standardOutput)
  }

  /// The card that is meant, and those that arrow keys lead to.
  private func chosen(from store: Vault, _ console: Console) async throws -> (Card, [Card]) {
    let today = try CalendarDate.today()
    let words = card.joined(separator: " ")
    let tags = try tag.map { try CardText.tags([$0]) } ?? []
    let listed = ListRequest(tags: tags).chosen(among: await store.cards, on: today)
    if words.isEmpty, let first = listed.first, tag != nil, listed.count == 1 || isForScreen {
      return (first, listed)
    }
    let chosen = try await store.card(
      meant: words, among: tag == nil ? nil : listed, isAtTill: true, isShown: true, console)
    return (chosen, listed.contains { $0.id == chosen.id } ? listed : [chosen] + listed)
  }

  /// Copies the number or the PIN by way of the terminal.
  private func copyNumber(of card: Card, _ console: Console) throws {
    let what = pin ? "PIN" : "number"
    if !pin, card.hasPartialCode {
      throw Failure(
        "nothing was copied", because: "digits of the number are missing",
        try: .run("review", .card(card)), status: .conflict)
    }
    let text = pin ? card.pin : card.shownNumber(codeNumber)
    guard !text.isEmpty else {
      throw Failure(
        "nothing was copied", because: "“\(card.name)” has no \(what)",
        // A PIN must not be in the shell's history.
        try: pin
          ? .run("edit", .card(card), "--pin", "-")
          : .run("edit", .card(card), "--number", "NUMBER"),
        status: .nothingFound)
    }
    guard console.copies(text) else {
      throw Failure.usage(
        "nothing was copied", because: "there is no terminal to copy with",
        try: .run(["show", .card(card), "--as", "text"] + (pin ? ["--pin"] : [])))
    }
    console.remark(
      "Copied the \(what) of \(card.name). If it is not there, the terminal lacks OSC 52.")
  }
}

extension CardForm: ExpressibleByArgument {}
