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
        cardvault add --name Gym --code 4006381333931
        cardvault add --name "Gift card" --code - --pin - --balance "25 EUR"
        cardvault add --name Library --number 633174001

      --code - and --pin - ask without showing what you type, and keep it out of the shell's history. For a \
      card without a barcode, leave --code out. Type an unreadable digit as ?: the check digit determines it. \
      Without --symbology, the length and check digit decide between EAN-13, UPC-A and EAN-8; everything else \
      is Code 128. If that is not clear, such as with a wrong check digit or an ISBN-10, you are asked; without \
      a terminal, the number is refused.

      \(ExitStatus.help(ExitStatus.ofChange + [.nothingFound, .conflict]))
      """)

  @Option(help: "Its name.")
  var name: String

  @Option(help: .init("The code, or - to be asked for it.", valueName: "text"))
  var code: String?

  @Option(help: .init("The kind of barcode.", valueName: "kind"))
  var symbology: String?

  @OptionGroup var photos: PhotoOptions
  @OptionGroup var fields: FieldOptions
  @OptionGroup var details: DetailOptions

  @Flag(help: "Add the card even if its code is in the vault already.")
  var duplicate = false

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  /// The command for a name that was typed without its option; `nil` for other mistakes, when `words` is what was
  /// typed behind `cardvault`.
  static func advice(insteadOf words: ArraySlice<String>) -> Advice? {
    guard words.first == configuration.commandName, !words.contains("--name") else { return nil }
    let typed = words.dropFirst().prefix { !$0.hasPrefix("-") }.joined(separator: " ")
    guard !typed.isEmpty else { return nil }
    // A card's number is not repeated.
    let name: Command.Word = typed.contains(where: \.isNumber) ? "NAME" : .text(typed)
    return .run("add", "--name", name, "--code", "-")
  }

  func run() async throws {
    let console = common.console
    // A wrong name is reported before anything is asked.
    var card = try Card(typed: name, code: nil)
    if symbology != nil, code == nil {
      throw Failure.usage(
        "--symbology needs --code", because: "it is the kind of that code",
        try: .option("add --code as well"))
    }
    let store = try await vault.open()
    let barcode = try code.map {
      try CodeInput.barcode($0, symbologyName: symbology, console: console)
    }
    if let barcode {
      do throws(WalletError) {
        try await store.check(barcode)
      } catch {
        guard case .codeTaken(let name) = error else { throw error }
        let failure = error.failure
        guard duplicate else {
          throw Failure(
            failure.what, because: failure.because,
            try: .option("use --duplicate to add it anyway"),
            status: .conflict)
        }
        console.remark("Note: “\(name)” has the same code.")
      }
      card.codes = [barcode]
    }
    try details.typed(alongside: fields, console).apply(to: &card)
    try await photos.apply(to: &card, in: store, console)
    try await store.saving([card])
    try? await store.add([.typed])
    if common.format.isForScripts {
      console.result(json: ImportOutcome(added: card))
    } else {
      let details = [card].balanceReport + card.photos.count.photosKept
      console.result("Added: \(card.name)\(details)")
    }
    console.remarkOnExpiry(of: [card])
  }
}
