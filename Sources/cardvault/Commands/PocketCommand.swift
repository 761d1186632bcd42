internal import ArgumentParser
internal import Cards
internal import FoundationEssentials
internal import Glibc
internal import ReaderLink
internal import Sealing
internal import Terminal
internal import VaultStore
internal import Wallet

struct PocketCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "pocket", abstract: "Publish a sealed page of cards for a phone.",
    discussion: """
      Examples:
        cardvault pocket ~/public/cards
        cardvault pocket --tag shopping rclone:site:cards
        cardvault pocket git:git@example.org:me/cards.git
        cardvault pocket --words ~/public/cards
        cardvault pocket --new-words ~/public/cards

      TARGET is a folder, rclone:REMOTE:PATH or git:URL from which a host of static files serves the page. It must be \
      empty, or hold a pocket. In a repository, the branch becomes one commit without a history. Open the page on a phone, \
      once with a network, and type the six words that this command shows. From then on it works without a network.

      The cards are sealed: whoever reads or copies the host learns neither names nor numbers nor how many there are. \
      The seal does not protect from a host that changes the page itself. Publish to an address that no other page \
      shares, such as https://cards.example.org: below the path of another site, the page keeps no key on the phone.

      The cards are all in use, or those with a tag. PINs stay here, unless you ask for them; photos always do. \
      Publish again after changes: words and choice stay the same, unless you use --all, --tag or --with-pins, and open \
      pages show the new cards when they have a network. \
      Phones refuse an older page than the newest they have seen.

      If a phone is lost, use --new-words. Copies of the old file stay readable with the old words.

      \(ExitStatus.help(ExitStatus.ofVault + [.nothingFound, .conflict]))
      """)

  @Argument(help: "A folder, rclone:REMOTE:PATH or git:URL.", completion: .directory)
  var target: String

  @Option(
    help: "Only cards with this tag; with several (a,b or repeated), cards that have all of them.",
    completion: CardTags.used)
  var tag: [String] = []

  @Flag(help: "All cards in use again, after others.")
  var all = false

  @Flag(help: "Publish PINs, too.")
  var withPins = false

  @Option(
    help: .init(
      "Print a link that holds the words: anyone who gets it can see the cards. The value is the page's address.",
      valueName: "url"))
  var linkWithKey: String?

  @Flag(help: "Make a new key with new words, such as after a phone was lost.")
  var newWords = false

  @Flag(help: "Only show the six words again.")
  var words = false

  @Flag(help: "Only compare what is there with what this device published.")
  var check = false

  @Flag(help: "Take the pocket off the target.")
  var remove = false

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if [words, check, remove].count(where: \.self) > 1 {
      throw ValidationError("--words, --check and --remove cannot be used together")
    }
    if all, !tag.isEmpty { throw ValidationError("--all and --tag cannot be used together") }
    if words || check || remove, hasChoice || newWords || linkWithKey != nil {
      throw ValidationError("--words, --check and --remove publish nothing: use them alone")
    }
    if let linkWithKey, !Self.isAddress(linkWithKey) {
      throw ValidationError(
        "--link-with-key needs the page's address with https, such as https://cards.example.org/")
    }
  }

  private var hasChoice: Bool { all || !tag.isEmpty || withPins }

  func run(in console: Console) async throws {
    let request = try PocketRequest(at: target)
    if check { return try await compare(request, console) }
    if remove { return try await takeOff(request, console) }
    let store = try await vault.open(console)
    if words {
      let words = try await request.words(for: store)
      return show(words, console)
    }
    let page = try await Self.page()
    let today = try CalendarDate.today()
    let choice =
      hasChoice
      ? PocketChoice(tags: try CardText.tags(tag), withPINs: withPins)
      : try await request.choice(for: store, withNewWords: newWords)
    let cards = try await CardsOptions.inUse(tagged: choice.tags).chosen(
      from: store, orElse: "nothing was published", on: today, console)
    let outcome = try await request.publish(
      cards, chosen: choice, of: store, with: page, withNewWords: newWords, today: today)
    try await tell(
      of: outcome, request, store,
      console.noteStored(
        "published", shownBy: .run("pocket", "--words", request.word, note: "to see the words")))
  }

  private func tell(
    of outcome: PocketOutcome, _ request: PocketRequest, _ store: Vault, _ console: Console
  ) async throws {
    if common.format.isForScripts {
      let isShown = outcome.isNew || linkWithKey != nil
      let words = isShown ? try await request.words(for: store).shownText : nil
      let link = linkWithKey.flatMap { address in words.map { Self.link(address, $0) } }
      console.result(json: PocketReport(outcome, words: words, link: link))
    } else {
      console.result("Published: \(request.shown), \(outcome.words)")
      if outcome.isNew {
        console.result(unchanged: "\nThe six words that open it on a phone:\n\n  ")
        try await request.words(for: store).show(on: STDOUT_FILENO)
        console.result(unchanged: "\n\n")
      }
      if let linkWithKey {
        console.result("\(Self.link(linkWithKey, try await request.words(for: store).shownText))")
      }
    }
    if linkWithKey != nil { console.remark("\(PocketOutcome.linkLeaves)") }
    if !outcome.undrawn.isEmpty {
      console.remark(
        "Without a code that can be scanned: \(outcome.undrawn.map { "“\($0.printable)”" }.joined(separator: ", "))"
      )
    }
    if outcome.isNew { for line in PocketOutcome.advice { console.remark("\(line)") } }
    if newWords { console.remark("\(PocketOutcome.oldCopies)") }
  }

  private static func link(_ address: String, _ words: String) -> String {
    "\(address)#\(words.replacing(" ", with: "-"))"
  }

  private func show(_ words: consuming Passphrase, _ console: Console) {
    if common.format.isForScripts {
      return console.result(json: PocketWordsReport(words: words.shownText))
    }
    words.show(on: STDOUT_FILENO)
    console.result(unchanged: "\n")
  }

  private func compare(_ request: PocketRequest, _ console: Console) async throws {
    let report = try await request.check(at: try vault.locations())
    let differing = report.differing
    if common.format.isForScripts {
      console.result(json: report)
    } else if differing.isEmpty {
      console.result("\(request.shown) has what was published.")
    }
    if !report.unknown.isEmpty {
      console.remark(
        "Also there, but not of the pocket: \(report.unknown.map(\.printable).joined(separator: ", "))"
      )
    }
    guard differing.isEmpty else {
      throw Failure(
        "\(request.shown) has something else than what was published",
        because: "these files differ or are missing: \(differing.joined(separator: ", "))",
        try: .run("pocket", request.word, note: "to publish again, once you know who changed them")
          .or("ask the host"), status: .damaged)
    }
  }

  private func takeOff(_ request: PocketRequest, _ console: Console) async throws {
    guard try await request.remove(at: try vault.locations()) else {
      throw Failure(
        "nothing was removed at \(request.shown)", because: "it holds no pocket",
        try: "check the target", status: .nothingFound)
    }
    if common.format.isForScripts {
      return console.result(json: PocketRemovalReport(removed: true))
    }
    console.result("Removed: the pocket at \(request.shown).")
    console.remark("Phones that opened it keep their cards until they forget them there.")
  }

  /// The page's files, from the program that has the web app's.
  private static func page() async throws -> [String: [UInt8]] {
    let noPage = Failure(
      "nothing was published",
      because:
        "cardvault-web, which has the page, is not in the same folder as cardvault, or it failed",
      try: InstalledProgram.installation.advice, status: .unexpected)
    guard
      let lines = await InstalledProgram.answer(
        of: "cardvault-web", to: ["--pocket"], byteLimit: 1 << 20)
    else { throw noPage }
    var files: [String: [UInt8]] = [:]
    for line in lines where !line.isEmpty {
      let parts = line.split(separator: " ").map(String.init)
      guard parts.count == 2, let bytes = Data(base64Encoded: parts[1]) else { throw noPage }
      files[parts[0]] = Array(bytes)
    }
    return files
  }

  private static func isAddress(_ text: String) -> Bool {
    // In clear text, somebody on the way could change the page and take the words.
    let isSecure = ["https://", "http://localhost/", "http://localhost:"].contains {
      text.hasPrefix($0)
    }
    return isSecure && !text.contains("#") && text == text.printable
  }
}

extension Passphrase {
  /// The words outside guarded memory, for a script or a link.
  fileprivate var shownText: String { String(decoding: unguardedBytes, as: UTF8.self) }
}

/// The words of a pocket as JSON.
struct PocketWordsReport: Encodable {
  let words: String
}

/// A pocket that was taken off its target, as JSON.
struct PocketRemovalReport: Encodable {
  let removed: Bool
}
