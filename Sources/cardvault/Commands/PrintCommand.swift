internal import ArgumentParser
internal import Cards
internal import Drawing
internal import ReaderLink
internal import SystemPackage
internal import Terminal
internal import Wallet

struct PrintCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "print", abstract: "Print wallet-size cards to cut out.",
    discussion: """
      Examples:
        cardvault print bakery gym
        cardvault print --tag travel --output travel.pdf
        cardvault print --all

      Writes a PDF of A4 pages with ten cards each, as large as plastic cards (85.6 by 54 mm): the name, the code at \
      a size that scanners read from paper, and the number beneath. A card with several codes gets one for each. Codes \
      that do not fit are listed. PINs are never printed. Print at 100 %; a line at the foot of the page shows \
      whether the printer did. Only you can read the file, and no file is ever overwritten. It is not sealed: \
      anyone who gets a copy can use the cards.

      \(ExitStatus.help(ExitStatus.ofVault + [.partlyDone, .nothingFound, .conflict]))
      """)

  @OptionGroup var cards: CardsOptions

  @Option(
    name: .shortAndLong,
    help: .init("The new file, or - for standard output.", valueName: "file"), completion: .file())
  var output = "cards.pdf"

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  private static let refusal = "nothing was printed"

  func validate() throws {
    guard output == "-" || output.lowercased().hasSuffix(".pdf") else {
      throw ValidationError("the cards are written as a PDF: use --output cards.pdf")
    }
  }

  func run(in console: Console) async throws {
    if output == "-" {
      if TTY.isTerminal(.standardOutput) {
        throw Failure.usage(
          "a PDF cannot be shown in a terminal", because: "it is not text",
          try: .use("--output", "cards.pdf"))
      }
    } else {
      try NewFile.check(output, orElse: Self.refusal, option: "--output")
    }
    let store = try await vault.open(console)
    let today = try CalendarDate.today()
    let chosen = try await cards.chosen(from: store, orElse: Self.refusal, on: today, console)
    let drawings = CardDrawings(of: chosen, today: today, draw: WalletCard.init)
    guard !drawings.drawn.isEmpty else {
      throw console.nothingDrawn(drawings.leftOut, orElse: Self.refusal)
    }
    let sheet = WalletSheet(drawings.drawn.map(\.picture))
    let renderer = PictureRenderer(executable: try ReaderPool.readerBesideExecutable())
    let count = WorkMeter.begin(.rendering)
    defer { count.end() }
    let pdf = try await renderer.render(sheet, onMissing: MissingProtections(console).tell)
    count.end()
    let (cardCount, pageCount) = (drawings.drawn.count, sheet.pages.count)
    if output == "-" {
      console.result(file: pdf)
    } else {
      try NewFile.write(pdf, to: output)
      console.noteStored()
      if console.format.isForScripts {
        console.result(
          json: CarryingReport(
            cards: cardCount, files: [output], leftOut: drawings.leftOut,
            pages: pageCount))
      } else {
        let words = CarryingWords.pages(cardCount: cardCount, pageCount: pageCount)
        console.result("Written: \(output), \(words)")
      }
    }
    console.remark("Print it at 100 %, not fitted to the page.")
    console.remark("\(CarryingWords.notSealed)")
    try console.tell(of: drawings.leftOut)
  }
}
