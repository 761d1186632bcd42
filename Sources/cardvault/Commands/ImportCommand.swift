internal import ArgumentParser
internal import Cards
internal import ReaderLink
internal import TerminalIO
internal import VaultStore
internal import Wallet
internal import Wording

struct ImportCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Turn photos and other wallets' files into cards.",
    discussion: """
      Examples:
        cardvault import ~/Photos/cards
        cardvault import gym.jpg --name "City gym" --tag sport
        cardvault import card.jpg --keep-photo
        cardvault import shelf.jpg --isbn
        cardvault import catima.zip

      Import photos, folders, PDFs, or - for standard input. Each code becomes a draft until you have reviewed \
      it. Each photo's cards are stored as soon as it is read (with --name: at the end), so Ctrl-C loses nothing. Photos are not kept unless you add --keep-photo; then the vault keeps a small sealed copy without \
      metadata, cropped to the card if its edges are certain.

      A code that is already in the vault changes nothing, but --name accepts a draft of it. A card that you \
      removed or discarded stays removed: cardvault restore CARD brings it back as it was, --name brings it back \
      under that name, and --duplicate makes a new card from its code.

      Files of other wallets are recognised by what is in them: Catima's zip, CSV and links, passes, Voucher Vault, FidMe, our JSON. On a terminal \
      you see first what is new, changed, known or not readable. Cards whose code is missing or looks wrong become drafts. One undo takes it all back.

      \(ExitStatus.help(ExitStatus.ofVault + [.partlyDone, .nothingFound, .conflict]))
      """)

  @Argument(help: "Photos, PDFs, folders or other wallets' files.", completion: .file())
  var paths: [String]

  @Option(help: "Name the one card that is found, and accept it as reviewed.")
  var name: String?

  @Option(help: .init("Only these kinds of barcode, as “qr,ean-13”.", valueName: "list"))
  var symbology: String?

  @Flag(help: "Only ISBNs: each becomes a card of the kind book.")
  var isbn = false

  @Flag(help: "Keep the photo of each new card, as its front.")
  var keepPhoto = false

  @OptionGroup var fields: FieldOptions

  @Flag(help: "Make a new card even if its code is in the vault already.")
  var duplicate = false

  @Flag(inversion: .prefixedNo, help: "Review the drafts now, or leave them for later.")
  var review: Bool?

  @Flag(help: "Review line by line, for screen readers, instead of on full screens.")
  var plain = false

  @Flag(help: "Import other wallets' files without asking.")
  var yes = false

  @Option(help: .init("Read an archive's password from here.", valueName: "number"))
  var passwordFD: Int32?

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = common.console
    // Mistakes are reported before any photo is read.
    try fields.typed.check()
    let name = try name.map(CardText.name)
    let symbologies = try symbology.map(CodeInput.symbologies) ?? []
    let selection = try FileArguments.selection(paths)
    if selection.skippedCount > 0 {
      console.remark(
        "Skipped \(selection.skippedCount.files): their names do not end like a photo's.")
    }
    let store = try await vault.openOrOfferToCreate(console)
    let isForPhotos = name != nil || symbology != nil || isbn || keepPhoto || duplicate
    var others = ForeignBatch(into: store, forPhotos: isForPhotos || fields.typed != TypedFields())
    let pictures = try await others.take(selection.pictures, surroundings(console))
    if !others.stored.isEmpty { Console.noteStored() }
    if !common.format.isForScripts { console.result(lines: others.stored.map(\.words)) }
    if others.hasFound, pictures.isEmpty {
      if common.format.isForScripts { console.result(json: ImportReport(others.stored)) }
      if others.hasDrafts { console.remark("Next: cardvault review") }
      if let failure = others.failure { throw console.ending(failure) }
      return
    }
    var importing = try Importing(
      into: store, console, fields: fields.typed, name: name, keepsDuplicates: duplicate,
      symbologies: symbologies, isForBooks: isbn, keepsPhotos: keepPhoto)
    try await importing.run(pictures)
    let summary = importing.summary
    if common.format.isForScripts {
      console.result(json: ImportReport(summary, besides: others.stored))
    } else {
      console.result("\(summary.words)")
    }
    if review ?? (name == nil && console.isInteractive), !summary.drafts.isEmpty {
      try await Reviewing(vault: store, console: console, isPlain: plain)
        .review(ReviewQueue(summary.drafts))
    } else {
      console.remarkOnExpiry(of: summary.stored)
      if !summary.drafts.isEmpty { console.remark("Next: cardvault review") }
    }
    if let failure = others.failure(besides: importing.failure) { throw console.ending(failure) }
  }

  /// How other wallets' files are asked about and reported.
  private func surroundings(_ console: Console) -> ForeignBatch.Surroundings {
    .init(
      password: {
        try passwordFD.map { try DescriptorLine.read(from: $0, atMost: 1_024) }
          ?? CodeInput.hidden("Password of the archive: ", console)
      },
      isWanted: { yes || !console.isInteractive || console.confirms("\($0.words). Import?") },
      tell: { event in
        guard event.isProblem else { return console.remark("\(event.words)") }
        console.complain(event.words, try: "export it again from the other wallet")
      }, onMissing: MissingProtections(console).tell)
  }
}
