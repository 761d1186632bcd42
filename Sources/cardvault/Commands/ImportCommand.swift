internal import ArgumentParser
internal import Cards
internal import ReaderLink
internal import VaultStore

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
    _ = try (fields.expires.map(FieldOptions.date), CardText.tags(fields.tag))
    let name = try name.map(CardText.name)
    let selection = try PictureFiles.all(paths)
    let pictures = selection.pictures
    if selection.passedOverCount > 0 {
      console.remark(
        "Skipped, as they do not end like photos: \(selection.passedOverCount) files")
    }
    let store = try await vault.openOrOfferToCreate(console)
    var importing = Importing(
      vault: store, console: console, fields: fields, name: name, keepsDuplicates: duplicate,
      today: try .today())
    let progress = Progress(total: pictures.count, console: console)
    try await PictureFiles.read(pictures.map(\.source), .init(), console) { index, outcome in
      progress.clear()
      try await importing.take(outcome, from: pictures[index].name)
      progress.show(done: index + 1)
    }
    progress.clear()
    try await importing.finish()
    importing.sayResult(format: common.format)
    if review ?? (name == nil && console.isInteractive), !importing.drafts.isEmpty {
      try await Reviewing(vault: store, console: console).review(importing.drafts)
    } else if !importing.drafts.isEmpty {
      console.remark("Next: cardvault review")
    }
    if let status = importing.status { throw ExitCode(status.rawValue) }
  }
}
