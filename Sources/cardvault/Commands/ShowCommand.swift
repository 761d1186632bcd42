internal import ArgumentParser
internal import Cards
internal import Drawing
internal import SystemPackage
internal import TerminalIO
internal import VaultStore

struct ShowCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a card's barcode, ready to be scanned.",
    discussion: """
      Nothing is written to the vault. SVG, PNG and PDF hold one code each: with several, pick one with \
      --code-number.

      \(ExitStatus.help(ExitStatus.ofVault + [.nothingFound, .conflict]))
      """)

  @Argument(help: "The card: an id, a name or part of one.")
  var card: String

  @Option(
    name: .customLong("as"),
    help: .init("terminal, svg, png, pdf, text or json.", valueName: "form"))
  var form: CardForm?

  @Option(
    name: .shortAndLong,
    help: .init("Write it to this new file instead.", valueName: "file"), completion: .file())
  var output: String?

  @Option(help: .init("Which of the card's codes, from 1.", valueName: "n"))
  var codeNumber: Int?

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = common.console
    let store = try await vault.open()
    _ = await store.warn(console)
    let chosen = try await store.card(meant: card, console)
    if let words = await store.decisions(on: chosen) { console.remark("\(words)") }
    let wanted =
      try form ?? CardForm(output: output) ?? (common.format == .json ? .json : .terminal)
    let rendering = CardRendering(
      card: chosen, codeNumber: codeNumber, conflicts: await store.conflictCount(of: chosen.id),
      console: console)
    let output = output == "-" ? nil : output
    if wanted.isBinary, output == nil, Terminal.isTerminal(.standardOutput) {
      throw Failure.usage(
        "a \(wanted.rawValue) is not for the terminal", because: "it is no text",
        try: "--output card.\(wanted.rawValue)")
    }
    await store.keepCardsUntilExit()
    let (content, refusal) = try await rendering.content(
      as: wanted, isWindow: output == nil && Terminal.isTerminal(.standardOutput))
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
}

extension CardForm: ExpressibleByArgument {}
