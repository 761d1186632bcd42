internal import ArgumentParser
internal import Cards
internal import ReaderLink
internal import SystemPackage
internal import Terminal
internal import VaultStore
internal import Wallet

struct FindCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "find", abstract: "Find the card with a given code.",
    discussion: """
      Examples:
        cardvault find 5901234123457
        cardvault find 4006 3813 33931
        cardvault find -                  ask for the number without showing it
        cardvault find --photo card.jpg

      Finds a card by its whole code or printed number, or by the end of it: at least four characters, or all that \
      the list shows.

      \(ExitStatus.help(ExitStatus.ofVault + [.nothingFound]))
      """)

  @Argument(help: "The number, or - to be asked for it.")
  var code: [String] = []

  @Option(help: .init("A photo of the code.", valueName: "file"), completion: .file())
  var photo: String?

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard code.isEmpty != (photo == nil) else {
      throw ValidationError("it needs either a code or --photo, and not both")
    }
  }

  func run(in console: Console) async throws {
    let store = try await vault.open(console)
    let isWarned = await store.warn(console)
    let found: [Card]
    var removed: RemovedMatch?
    var unread: Failure?
    var isShort = false
    if let photo {
      (found, removed) = try await store.cards(
        onPhoto: FileArguments.source(photo), onMissing: MissingProtections(console).tell,
        onOutcome: { outcome in
          if outcome.codes.isEmpty {
            unread = Failure(nothingFoundOn: photo, outcome)
          } else {
            console.remark(on: outcome, photo, isOnlyOne: true)
          }
        })
    } else {
      let typed =
        code == ["-"] ? try CodeInput.hidden(.code, console) : code.joined(separator: " ")
      found = await store.cards(withNumber: typed)
      isShort = typed.isTooShortForEnding
      removed = found.isEmpty ? await store.removed(withNumber: typed) : nil
    }
    console.list(ListOutcome(found, await CardMoment(of: store, on: try .today())))
    guard found.isEmpty else { return }
    if let unread { throw unread }
    let what = "no card has this code"
    if let removed {
      throw Failure(
        what, because: removed.words, try: removed.advice, status: .nothingFound)
    }
    if isShort {
      throw Failure(
        what,
        because:
          "the end of a number needs at least \(Card.minEndingLength) characters, or all that the list shows",
        try: .prose("type more of the number").or(
          .run("list", "NAME", note: "to search by name")),
        status: .nothingFound)
    }
    if isWarned { throw Failure.perhapsLost(what) }
    throw Failure(
      what, because: "no code or printed number in the vault matches",
      try: .listAll, status: .nothingFound)
  }
}

extension Failure {
  /// A photo from which no code could be read.
  fileprivate init(nothingFoundOn photo: String, _ outcome: PictureOutcome) {
    let (reason, advice): (String, Advice) =
      if outcome.holdsKey {
        (
          "\(photo): \(KeyOnPicture.reason)",
          .run("key", "restore", .path(FilePath(photo)), note: "to restore the key")
        )
      } else if let failure = outcome.failure {
        ("\(photo): \(failure.reason)", failure.adviceForOne)
      } else {
        (
          "no code could be read from \(photo)",
          .prose("use a sharper or closer photo").or(.run("find", "-", note: "to type the number"))
        )
      }
    self.init("no card was found", because: reason, try: advice, status: .nothingFound)
  }
}
