internal import ArgumentParser
internal import Cards
internal import ReaderLink
internal import SystemPackage
internal import Terminal
internal import VaultFormat
internal import VaultStore
internal import Wallet
internal import WalletFiles

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
        cardvault import cards.csv --columns "Store=name,Card no=code,Until=expires"

      Import photos, folders, PDFs, a zip of them, or - for standard input. Each code becomes a draft until you have reviewed \
      it. Each photo's cards are stored as soon as it is read (with --name: at the end), so Ctrl-C loses nothing. Photos are not kept unless you add --keep-photo; then the vault keeps a small sealed copy without \
      metadata, cropped to the card if its edges are certain.

      A code that is already in the vault changes nothing, but --name accepts a draft of it. A card that you \
      removed or discarded stays removed: cardvault restore CARD brings it back as it was, --name brings it back \
      under that name, and --duplicate makes a new card from its code.

      Files of other wallets are recognised by their content: Catima's zip, CSV and links, passes, Voucher Vault, FidMe, Cardabase, our JSON. On a terminal \
      you see first what is new, changed, already there or not readable, and can choose from it. Cards whose code looks wrong or is of an unknown kind become drafts, and the review follows. \
      The photos of a card's front and back are imported, too; logos of passes only with --keep-photo. --tag, --expires and --one-time change only cards that are new. Folders may contain such files, too, and cardvault undo \
      undoes the whole import. You have three tries at the password of an archive or a PDF; scripts write it as one line to --password-fd. If it is wrong or \
      missing and nothing else was imported, the exit code is 12.

      Any other CSV file, or JSON with a list of objects, becomes cards too. On a terminal you confirm what its columns \
      mean; scripts use --columns, which names each column or gives its number. What you confirm is remembered for the next file with these \
      columns. Columns of no other meaning are kept in the note. If a name has changed in the file since, you are told; --rename takes the new one. \
      A card becomes a draft if the file does not state the kind of its barcode. Fields: \(TableField.allCases.map(\.rawValue).joined(separator: ", ")).

      \(ExitStatus.help(ExitStatus.ofVault + [.partlyDone, .nothingFound, .conflict]))
      """)

  @Argument(help: "Photos, PDFs, folders or other wallets' files.", completion: .file())
  var paths: [String]

  @Option(help: "Name the one card that is found, and accept it as reviewed.")
  var name: String?

  @Option(help: .init("Only these kinds of barcode: qr,ean-13.", valueName: "list"))
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

  @Flag(help: "Ask line by line, for screen readers, instead of on full screens.")
  var plain = false

  @Flag(help: "Import other wallets' files without asking.")
  var yes = false

  @Flag(help: "Take names that changed in another wallet's file.")
  var rename = false

  @Option(
    help: .init("What a table's columns mean, such as “Store=name,2=code”.", valueName: "list"))
  var columns: String?

  @Option(
    help: .init(
      "Read the password of an archive or PDF from this file descriptor.", valueName: "number"),
    transform: StandardStreams.typedDescriptor)
  var passwordFD: Int32?

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard paths.contains("-") else { return }
    for (option, descriptor) in [
      ("--password-fd", passwordFD), ("--passphrase-fd", vault.passphraseDescriptor),
    ] where descriptor == 0 {
      throw ValidationError("- and \(option) 0 both read standard input: use \(option) 3")
    }
  }

  func run(in console: Console) async throws {
    // Mistakes are reported before any photo is read.
    let request = try ImportRequest(
      name: name, fields: try fields.typed(console),
      symbologies: try symbology.map(CodeInput.symbologies) ?? [], isForBooks: isbn,
      keepsPhotos: keepPhoto, keepsDuplicates: duplicate, takesNames: rename)
    let selection = try FileArguments.selection(paths)
    let store = try await vault.openOrOfferToCreate(console)
    let remarks = ImportRemarks(console, request)
    var files = ForeignBatch(into: store, request)
    let pictures: [PictureSelection.Picture]
    do {
      pictures = try await files.take(
        selection.pictures, inFolders: selection.others, callbacks(console, remarks))
    } catch WalletError.vault(.inUse(let path)) {
      throw Failure.nothingImported(intoVaultInUseAt: path)
    }
    remarks.flush()
    let skippedCount = selection.skippedCount + files.skippedCount
    if skippedCount > 0 {
      console.remark("Skipped \(skippedCount.files): neither photos nor another wallet's.")
    }
    if files.isDeclined, !common.format.isForScripts {
      return console.result("Nothing was imported.")
    }
    if !files.outcome.wallets.isEmpty {
      console.noteStored()
      if !common.format.isForScripts { console.result("\(files.outcome.words)") }
    }
    if pictures.isEmpty, !files.hasFound, let folder = paths.first {
      throw WalletError.noPictures(folderName: folder)
    }
    var photos = ImportBatch(into: store, request, today: try .today())
    let hasPhotos = !pictures.isEmpty || !files.photoArchives.isEmpty
    if hasPhotos {
      try await photos.read(
        pictures, in: files.photoArchives,
        password: { file, isAgain in try password(of: file, isAgain: isAgain, console) },
        onMissing: MissingProtections(console).tell,
        onRead: { console.log.note(LogEvent($0)) }, tell: remarks.tell)
      remarks.flush()
      if !common.format.isForScripts {
        console.result("\(photos.outcome.words)")
      }
    }
    let outcome = ImportOutcome([files.outcome, photos.outcome])
    if common.format.isForScripts { console.result(json: outcome) }
    if let trust = files.outcome.trust {
      console.suggest(trust, for: "Keep the old app until each card has worked once")
    }
    if !rename, yes || !console.isInteractive, !paths.contains("-"),
      outcome.items.contains(where: \.isRenamedThere)
    {
      let again: Advice =
        columns == nil && passwordFD == nil
        ? .run(["import"] + paths.map { .path(FilePath($0)) } + ["--rename"])
        : "run the same command with --rename"
      console.suggest(again, for: "To take the new names")
    }
    let drafts = ReviewQueue(outcome.drafts)
    if review ?? (name == nil && console.isInteractive), !drafts.ids.isEmpty {
      let isReviewed = try await ReviewSession(vault: store, console: console, isPlain: plain)
        .review(drafts, after: outcome)
      if isReviewed, !outcome.savedCards.isEmpty {
        console.suggest(
          .run("undo", note: "a second time for the import"), for: "To undo the review")
      }
    } else {
      console.remarkOnExpiry(of: photos.outcome.savedCards)
      if !drafts.ids.isEmpty { console.suggest(.run("review")) }
    }
    let failure = Failure(
      importing: hasPhotos ? photos.outcome : nil, alongside: files.outcome, for: request)
    if let failure { throw console.ending(failure) }
  }

  /// What the import of other wallets' files asks and reports.
  private func callbacks(
    _ console: Console, _ remarks: ImportRemarks
  ) -> ForeignBatch.Callbacks {
    var callbacks = ForeignBatch.Callbacks(
      password: { file, isAgain in
        try WorkMeter.paused { try password(of: file, isAgain: isAgain, console) }
      },
      choice: { plan, pictureCount in
        // If nobody is asked, cards are reported once they are stored.
        if yes || !console.isInteractive { return ForeignChoice() }
        remarks.flush()
        let questions = RowQuestions(console, isPlain: plain)
        return WorkMeter.paused { questions.choice(of: plan, beside: pictureCount) }
      },
      tell: { item in WorkMeter.paused { remarks.tell(item) } },
      onMissing: MissingProtections(console).tell)
    callbacks.columns.written = columns
    callbacks.columns.remark = { words in WorkMeter.paused { console.remark("\(words)") } }
    if console.isInteractive {
      callbacks.columns.confirm = { file, table, guess in
        WorkMeter.paused { ColumnQuestions(console, isPlain: plain).confirm(file, table, guess) }
      }
      if !yes {
        callbacks.columns.chooseRows = { file, cards in
          WorkMeter.paused { ColumnQuestions(console, isPlain: plain).chooseRows(file, cards) }
        }
      }
    }
    return callbacks
  }

  /// The password of an archive: what a script hands over, or what a person types; standard input is never taken for
  /// it, as it may be a file to import.
  private func password(
    of file: String, isAgain: Bool, _ console: Console
  ) throws -> String? {
    if let passwordFD {
      return isAgain ? nil : try PassphraseInput.archivePassword(from: passwordFD)
    }
    guard console.isInteractive else { return nil }
    let typed = try CodeInput.hidden(
      isAgain ? .archivePasswordAgain : .archivePassword, with: [file], console)
    return typed.isEmpty ? nil : typed
  }
}
