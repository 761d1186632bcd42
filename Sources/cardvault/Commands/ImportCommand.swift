internal import ArgumentParser
internal import Cards
internal import ReaderLink
internal import TerminalIO
internal import VaultStore
internal import Wallet

struct ImportCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Turn photos into cards.",
    discussion: """
      Photos, folders, PDFs, or - for standard input. Each code becomes a draft until you have looked at \
      it; each photo's cards are stored as soon as it is read (with --name: at the end), so Ctrl-C loses \
      nothing. The photos are not kept.

      A code that is in the vault already changes nothing. A card that you removed or discarded stays so: \
      cardvault restore CARD brings it back as it was, --name as well and under that name, and \
      --duplicate makes a new card of its code.

      \(ExitStatus.help(ExitStatus.ofVault + [.partlyDone, .nothingFound, .conflict]))
      """)

  @Argument(help: "Photos, PDFs or folders.", completion: .file())
  var paths: [String]

  @Option(help: "Name the one card that is found, and accept it as reviewed.")
  var name: String?

  @OptionGroup var fields: FieldOptions

  @Flag(help: "Store a code again that is in the vault already, as a card of its own.")
  var duplicate = false

  @Flag(inversion: .prefixedNo, help: "Go on into review, or leave drafts for later.")
  var review: Bool?

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = common.console
    // What makes no sense is said before any photo is read.
    try fields.typed.check()
    let name = try name.map(CardText.name)
    let selection = try FileArguments.selection(paths)
    if selection.skippedCount > 0 {
      console.remark(
        "Skipped, as they do not end like photos: \(selection.skippedCount) files")
    }
    let store = try await vault.openOrOfferToCreate(console)
    var importing = try Importing(
      into: store, console, fields: fields.typed, name: name, keepsDuplicates: duplicate)
    try await importing.run(selection.pictures)
    let summary = importing.summary
    if common.format.isForScripts {
      console.result(json: ImportReport(summary))
    } else {
      console.result("\(summary.words)")
    }
    if review ?? (name == nil && console.isInteractive), !summary.drafts.isEmpty {
      try await Reviewing(vault: store, console: console).review(summary.drafts)
    } else if !summary.drafts.isEmpty {
      console.remark("Next: cardvault review")
    }
    if let status = importing.status { throw ExitCode(status.rawValue) }
  }
}
