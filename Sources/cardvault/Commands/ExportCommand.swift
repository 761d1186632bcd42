internal import ArgumentParser
internal import Cards
internal import Sealing
internal import SystemPackage
internal import Terminal
internal import VaultFormat
internal import VaultStore
internal import Wallet

struct ExportCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write all or selected cards to a sealed file, or to a file for another program.",
    discussion: """
      Examples:
        cardvault export backup.bundle
        cardvault export gym.bundle --cards gym --passphrase
        cardvault export - | ssh nas 'cat > backup.bundle'
        cardvault merge backup.bundle
        cardvault export --to catima cards.zip --password
        cardvault export --to pass gym.pkpass --cards gym
        cardvault export --to link - --cards gym

      Without --to, the file is called a bundle; cardvault merge FILE reads it. An existing file is never overwritten.

      Without --passphrase the bundle is for you: cards with their history and photos, sealed with the vault's \
      key and useless without it. Keep it as a backup (together with the key, it restores the vault), or copy \
      it to another of your devices. With --cards it contains every save that changed one of these cards.

      With --passphrase it is for someone else: the cards as they are now, and their photos. It contains no \
      key of yours, no history and no removed cards, and the time of use only for one-time cards. Do not send \
      the passphrase together with the file.

      With --to the file is for another program, and it is NOT SEALED: anyone who gets it can read and use the \
      cards. Fields that the other program cannot hold are listed.
        catima  Catima's zip archive, with photos; --password encrypts it
        csv     a table for spreadsheets, with PINs
        json    everything that a card holds, with PINs and photos; import reads it
        ics     a calendar of last days, with an alarm a week before each; no numbers
        pass    a pass for a phone's wallet; a .pkpasses for several cards, up to 1000
        link    a link that Catima opens, for one card; on a terminal, its QR code

      In the table, a field that a spreadsheet would take for a formula begins with an apostrophe, which cardvault import \
      removes. iPhones accept only signed passes: --sign-with names one PEM file with your pass certificate, its \
      issuers' and its key, not encrypted.

      \(ExitStatus.help(ExitStatus.ofVault + [.partlyDone, .nothingFound, .conflict]))
      """)

  @Option(help: .init("For another program, not sealed.", valueName: "form"))
  var to: ExportForm?

  @Argument(help: "The new file, or - for standard output.", completion: .file())
  var file: String

  @Option(
    help: .init(
      "Only cards that match: a name, the start of an id, or words as in list; repeatable.",
      valueName: "query"), completion: CardNames.ofAll)
  var cards: [String] = []

  @Flag(
    help: """
      For someone else: ask for a passphrase that opens the file. With --passphrase-fd it is the next line \
      there, after the passphrase of the vault's key if that has one.
      """)
  var passphrase = false

  @Flag(
    help: """
      Ask for a password that encrypts Catima's archive. With --passphrase-fd it is the next line there, as \
      with --passphrase.
      """)
  var password = false

  @Option(
    help: .init(
      "Encrypt Catima's archive with a password from this file descriptor.", valueName: "number"),
    transform: StandardStreams.typedDescriptor)
  var passwordFD: Int32?

  @Option(
    help: .init("Sign passes with this certificate and its key.", valueName: "file"),
    completion: .file())
  var signWith: String?

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if password || passwordFD != nil, to != .catima {
      throw ValidationError(
        "\(password ? "--password" : "--password-fd") is only for --to catima")
    }
    if signWith != nil, to != .pass { throw ValidationError("--sign-with is only for --to pass") }
    if passphrase, to != nil {
      throw ValidationError("--passphrase is for a sealed file, which --to does not write")
    }
  }

  func run(in console: Console) async throws {
    if let to { return try await ForeignFileExport(self, as: to, console).run() }
    if file == "-" {
      let streamed = try StreamedFile()
      let isWhole = try await write(to: streamed.path, console) { try streamed.send() }
      if !isWhole { throw ExitCode(ExitStatus.partlyDone.rawValue) }
    } else {
      let path = try NewFile.check(file, orElse: "no bundle was written")
      guard try await write(to: path, console) else {
        throw ExitCode(ExitStatus.partlyDone.rawValue)
      }
    }
  }

  /// Writes the bundle to a path, and reports it once it is there; returns whether nothing of the vault is missing or
  /// damaged.
  ///
  /// - Throws: `Failure`, also after it was written, if photos of its cards are missing.
  private func write(
    to path: FilePath, _ console: Console, andThen deliver: () throws -> Void = {}
  ) async throws -> Bool {
    let store = try await vault.open(console)
    let chosen =
      cards.isEmpty
      ? nil : try await store.cards(matchingAny: cards)
    let ids = chosen?.map(\.id)
    let summary =
      passphrase
      ? try await Self.export(
        ids, of: store, to: path,
        passphrase: try vault.passphrases(console).newPassphrase(for: "the bundle")
      )
      : try await Self.export(ids, of: store, to: path)
    try deliver()
    tell(of: summary, chosen, console)
    let isWhole = !(await store.warn(console))
    let missing = summary.missingPhotos
    guard missing.isEmpty else {
      throw Failure(
        "the bundle lacks \(missing.counted)", because: missing.reason(await store.cardNames),
        try: missing.advice, status: .partlyDone)
    }
    return isWhole
  }

  private func tell(of summary: BundleSummary, _ chosen: [Card]?, _ console: Console) {
    // Standard output is the bundle's.
    if file == "-" {
      let report = ExportReport(summary)
      return common.format.isForScripts
        ? console.say("\(report.json)\n") : console.remark("Written: \(summary.words)")
    }
    console.noteStored()
    if common.format.isForScripts {
      console.result(json: ExportReport(summary))
    } else {
      console.result("Written: \(file), \(summary.words)")
      if let chosen { console.remark("Cards: \(Self.names(chosen))") }
      console.remark(
        passphrase
          ? "Only its passphrase opens it. Merged into another vault, its cards become drafts."
          : "Only this vault's key opens it: keep the key somewhere else.")
    }
  }

  private static func names(_ cards: [Card]) -> String {
    let rest = cards.count - 12
    return cards.prefix(12).map(\.name).joined(separator: ", ")
      + (rest > 0 ? " and \(rest) more" : "")
  }

  private static func export(
    _ ids: [CardID]?, of store: Vault, to path: FilePath
  ) async throws -> BundleSummary {
    do throws(VaultError) { return try await store.export(ids, to: path) } catch {
      throw failure(error, path)
    }
  }

  private static func export(
    _ ids: [CardID]?, of store: Vault, to path: FilePath, passphrase: consuming sending Passphrase
  ) async throws -> BundleSummary {
    do throws(VaultError) {
      return try await store.export(ids, to: path, passphrase: passphrase)
    } catch {
      throw failure(error, path)
    }
  }

  private static func failure(_ error: VaultError, _ path: FilePath) -> Failure {
    let what = "no bundle was written"
    switch error {
    case .tooLarge(let byteCount):
      return Failure(
        what,
        because:
          "it would have \(byteCount >> 20) MB, and the limit is \(BundleFile.byteLimit >> 20)",
        try: .option("select fewer with --cards").or(
          "copy the vault's folder, which is sealed as well"),
        status: .unexpected)
    case .noSpace(path), .readOnly(path), .permission(path), .io(_, path):
      return Failure(writing: path, error.errno ?? .ioError, orElse: what)
    default: return error.failure
    }
  }
}

extension ExportForm: ExpressibleByArgument {}
