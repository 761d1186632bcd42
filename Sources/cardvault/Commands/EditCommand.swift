internal import ArgumentParser
internal import Cards
internal import TerminalIO
internal import VaultStore
internal import Wallet

struct EditCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change a card.",
    discussion: ExitStatus.help(ExitStatus.ofChange + [.nothingFound, .conflict]))

  @Argument(help: "The card: an id, a name or part of one.")
  var card: String

  @Option(help: "What you call it from now on.")
  var name: String?

  @Option(
    help: .init("A tag to take away, or several with commas; may be given again.", valueName: "tag")
  )
  var untag: [String] = []

  @Option(help: "Anything else; empty clears it.")
  var note: String?

  @Option(help: "The number printed on it; empty clears it.")
  var number: String?

  @Option(help: .init("The code, or - to be asked for it.", valueName: "text"))
  var code: String?

  @Option(help: .init("The kind of barcode.", valueName: "kind"))
  var symbology: String?

  @Flag(help: "Accept a draft.")
  var accept = false

  @OptionGroup var fields: FieldOptions
  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = common.console
    let store = try await vault.open()
    let original = try await store.card(meant: card, console)
    var edited = original
    if let name { edited.name = try CardText.name(name) }
    // Also such as a comma or blanks got into, when they came from elsewhere.
    let unwanted = untag + (try CardText.tags(untag))
    edited.tags.removeAll { unwanted.contains($0) }
    if let note { edited.note = try CardText.note(note) }
    if let number { edited.printedNumber = try CardText.note(number) }
    if let code {
      let barcode = try CodeInput.barcode(
        code, symbologyName: symbology, replacing: edited.codes.first, console: console)
      try await store.check(barcode, for: edited.id)
      edited.codes = [barcode] + edited.codes.dropFirst()
    } else if symbology != nil {
      throw Failure.usage(
        "--symbology alone changes nothing", because: "it says of which kind --code is",
        try: "--code as well")
    }
    try fields.typed.apply(to: &edited)
    if accept { edited.review = .accepted }
    if edited != original { try await store.saving([edited]) }
    if common.format.isForScripts {
      console.result(json: ChangeReport(changed: edited == original ? [] : [edited.id.description]))
    } else {
      console.result(
        edited == original ? "Nothing to change." : "Changed: \(edited.name.printable)")
    }
  }
}
