internal import ArgumentParser
internal import Cards
internal import Sealing
internal import SystemPackage
internal import TerminalIO
internal import VaultBundles
internal import VaultFormat
internal import VaultStore
internal import Wallet
internal import Wording

struct ExportCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the vault, or selected cards, to one sealed file.",
    discussion: """
      Examples:
        cardvault export backup.bundle
        cardvault export gym.bundle --cards gym --passphrase
        cardvault export - | ssh nas 'cat > backup.bundle'
        cardvault merge backup.bundle

      The file is called a bundle; cardvault merge FILE reads it. An existing file is never overwritten.

      Without --passphrase the bundle is for you: cards with their history and photos, sealed with the vault's \
      key and useless without it. Keep it as a backup (together with the key, it restores the vault), or copy \
      it to another of your devices. With --cards it contains every save that changed one of these cards.

      With --passphrase it is for someone else: the cards as they are now, and their photos. It contains no \
      key of yours, no history and no removed cards, and the time of use only for one-time cards. Do not send \
      the passphrase together with the file.

      \(ExitStatus.help(ExitStatus.ofVault + [.partlyDone, .nothingFound, .conflict]))
      """)

  @Argument(help: "The new file, or - for standard output.", completion: .file())
  var file: String

  @Option(
    help: .init(
      "Only cards that match: a name, the start of an id, or words as in list; repeatable.",
      valueName: "query"))
  var cards: [String] = []

  @Flag(
    help: """
      For someone else: ask for a passphrase that opens the file. With --passphrase-fd it is the next line \
      there, after the passphrase of the vault's key if that has one.
      """)
  var passphrase = false

  @OptionGroup var claims: ClaimOptions
  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = common.console
    if file == "-" {
      let streamed = try StreamedFile()
      let isWhole = try await write(to: streamed.path, console) { try streamed.send() }
      if !isWhole { throw ExitCode(ExitStatus.partlyDone.rawValue) }
    } else {
      let path = try NewFile.path(file, orElse: "no bundle was written")
      guard try await write(to: path, console) else {
        throw ExitCode(ExitStatus.partlyDone.rawValue)
      }
    }
  }

  /// Writes the bundle to a path, and reports it once it is where it was asked for.
  ///
  /// - Returns: Whether nothing of the vault is missing or damaged.
  /// - Throws: `Failure`, also after it was written, if photos of its cards are missing.
  private func write(
    to path: FilePath, _ console: Console, andThen deliver: () throws -> Void = {}
  ) async throws -> Bool {
    let store = try await vault.open()
    let all = await store.cards
    let chosen = cards.isEmpty ? nil : try chosen(from: all)
    let ids = chosen?.map(\.id)
    // A bundle for someone else holds the cards' current state; one for oneself reseals saves.
    let found =
      passphrase
      ? []
      : try await store.claimedSegments()
    let takenIn = try await claims.takenIn(
      of: found, in: store, orElse: "no bundle was written", console)
    let summary =
      passphrase
      ? try await Self.export(
        ids, of: store, to: path, passphrase: try vault.passphrases.newPassphrase(for: "the bundle")
      )
      : try await Self.export(ids, of: store, to: path, takingIn: takenIn)
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
        ? console.ask("\(report.json)\n") : console.remark("Written: \(summary.words)")
    }
    Console.noteStored()
    if common.format.isForScripts {
      console.result(json: ExportReport(summary))
    } else {
      console.result("Written: \(file), \(summary.words)")
      if let chosen { console.remark("Cards: \(Self.names(chosen))") }
      console.remark(
        passphrase
          ? "It opens only with its passphrase. cardvault merge imports its cards as drafts."
          : "It opens only with this vault's key: keep the key somewhere else.")
    }
  }

  /// The selected cards, each once, sorted by name.
  private func chosen(from all: [Card]) throws -> [Card] {
    let search = CardSearch(cards: all)
    var wanted: Set<CardID> = []
    for query in cards {
      let found = search.cards(matching: query)
      guard !found.isEmpty else {
        throw Failure(
          "no bundle was written", because: "no card matches “\(query)”",
          try: "cardvault list --all", status: .nothingFound)
      }
      wanted.formUnion(found.map(\.id))
    }
    return all.filter { wanted.contains($0.id) }
  }

  private static func names(_ cards: [Card]) -> String {
    let rest = cards.count - 12
    return cards.prefix(12).map(\.name).joined(separator: ", ")
      + (rest > 0 ? " and \(rest) more" : "")
  }

  private static func export(
    _ ids: [CardID]?, of store: Vault, to path: FilePath, takingIn takenIn: Set<ContentHash>
  ) async throws -> BundleSummary {
    do throws(VaultError) { return try await store.export(ids, to: path, takingIn: takenIn) } catch
    {
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
        try: "select fewer with --cards; or copy the vault's folder, which is sealed as well",
        status: .unexpected)
    case .io(.fileExists, path):
      return Failure(
        what, because: "a file named \(path.shown) already exists", try: "use another name",
        status: .conflict)
    case .io(let errno, path):
      return Failure(
        what, because: "the system reported for \(path.shown): \(errno.description)",
        try: "use another folder", status: .unexpected)
    default: return Failure(error)
    }
  }
}
