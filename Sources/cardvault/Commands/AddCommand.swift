internal import ArgumentParser
internal import Cards
internal import TerminalIO
internal import VaultStore
internal import Wallet

struct AddCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Type a card in by hand.",
    discussion: """
      --code - asks for the number without showing it, so that it does not stay in the shell's history. \
      A card without a barcode is a card too: leave --code out. One digit that nobody can read may be \
      typed as ?: where the code has a check digit, that tells it. Without --symbology, a number's length and \
      check digit tell whether it is an EAN-13, UPC-A or EAN-8, and anything else is Code 128; where that \
      is not clear, as with a wrong check digit or an ISBN-10, it asks, or refuses without a terminal.

      \(ExitStatus.help(ExitStatus.ofChange + [.conflict]))
      """)

  @Option(help: "What you call it.")
  var name: String

  @Option(help: .init("The code, or - to be asked for it.", valueName: "text"))
  var code: String?

  @Option(help: .init("The kind of barcode.", valueName: "kind"))
  var symbology: String?

  @Option(help: .init("The number printed on it, where it differs from the code."))
  var number: String?

  @Option(help: "Anything else.")
  var note: String?

  @OptionGroup var fields: FieldOptions

  @Flag(help: "Store a code again that is in the vault already, as a card of its own.")
  var duplicate = false

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = common.console
    let name = try CardText.name(name)
    if symbology != nil, code == nil {
      throw Failure.usage(
        "--symbology alone says nothing", because: "it says of which kind --code is",
        try: "--code as well")
    }
    let store = try await vault.open()
    let barcode = try code.map {
      try CodeInput.barcode($0, symbologyName: symbology, console: console)
    }
    if let barcode {
      do throws(WalletError) {
        try await store.check(barcode)
      } catch {
        guard case .codeTaken = error else { throw error }
        let failure = Failure(error)
        guard duplicate else {
          throw Failure(
            failure.what, because: failure.because, try: "--duplicate to store it again",
            status: .conflict)
        }
        console.remark("Stored again: \(failure.because).")
      }
    }
    var generator = SystemRandomNumberGenerator()
    var card = Card(
      id: CardID(using: &generator), name: name, codes: barcode.map { [$0] } ?? [])
    card.origin = "by hand"
    card.printedNumber = try CardText.note(number ?? "")
    card.note = try CardText.note(note ?? "")
    try fields.typed.apply(to: &card)
    try await store.saving([card])
    if common.format == .json {
      console.result(json: ImportReport(added: card))
    } else {
      console.result("Added: \(card.name.printable)")
    }
  }
}
