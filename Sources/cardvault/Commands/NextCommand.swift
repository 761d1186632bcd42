internal import ArgumentParser
internal import Cards
internal import Terminal
internal import VaultFormat
internal import VaultStore
internal import Wallet

/// `cardvault` without a command: `cardvault NAME` shows a card; alone, it explains how to begin, or lists the cards
/// and then what could be done next.
struct NextCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "next", abstract: ShowCommand.configuration.abstract,
    usage: "cardvault [<card> ...] [<option> ...]",
    discussion: ShowCommand.configuration.discussion, shouldDisplay: false)

  @OptionGroup var show: ShowCommand

  var common: CommonOptions { show.common }
  var format: Console.Format { show.format }

  func run(in console: Console) async throws {
    let vault = show.vault
    guard show.isBare else {
      let store = try await vault.open(console)
      try await check(show.card, in: store)
      return try await show.run(on: store, console)
    }
    guard let store = try await vault.openIfThere(console) else {
      if console.format.isForScripts { throw VaultError.noVault(try vault.locations().vault) }
      let start: [(Advice, String)] = [
        (.run("import", "FILE"), "start with photos, or what another wallet exports"),
        (.run("init"), "or create an empty vault"),
      ]
      if VaultOptions.hasKeyHere {
        console.result("There is no vault here, but this device has a vault's key.")
        console.list(
          [
            (.run("sync", "TARGET"), "bring that vault back from where it was synced"),
            (.run("merge", "BUNDLE"), "or from a backup"),
          ] + start + [(.run("--help"), "all commands")])
      } else {
        console.result("There is no vault yet.")
        console.list(
          start + [
            (.run("key", "restore", "PHOTO"), "or restore a key from its sheet; then sync"),
            (.run("--help"), "all commands"),
          ])
      }
      return
    }
    var list = try await ListCommand.asyncParse([])
    list.vault = vault
    list.common = common
    var status: ExitCode?
    do { try await list.run(on: store, console) } catch let code as ExitCode { status = code }
    try await hint(at: store, console)
    // Here, a vault with only archived cards is not a failure.
    if let status, status.rawValue != ExitStatus.nothingFound.rawValue { throw status }
  }

  /// Refuses a word that other programs have for one of our commands, unless a card has just that name.
  private func check(_ words: [String], in store: Vault) async throws {
    guard let command = CommandWords.foreign(words), let word = words.first else { return }
    let search = CardSearch(cards: await store.cards)
    let name = words.joined(separator: " ")
    guard !search.hasCard(named: name) else { return }
    let cards = search.cards(meantBy: name).prefix(3).map { card in
      Advice.run("show", .card(card), note: card.name.printable)
    }
    throw Failure.usage(
      "there is no command “\(word)”",
      because: "cardvault has another word for that, and no card has this name",
      try: ([command] + cards).joined ?? command)
  }

  private func hint(at store: Vault, _ console: Console) async throws {
    let today = try CalendarDate.today()
    let cards = await store.cards
    let drafts = cards.count(where: \.isDraft)
    let last = today.adding(days: DaySpan.month.days)
    let expiring = cards.count { $0.expires(from: today, through: last) }
    if drafts + expiring > 0 { console.remark("") }
    if drafts > 0 {
      console.suggest(
        .run("review"), for: "\(drafts) \(drafts == 1 ? "draft" : "drafts") to review")
    }
    if expiring > 0 {
      console.suggest(
        .run("list", "--expiring", "30d"),
        for: "\(expiring) \(expiring == 1 ? "card expires" : "cards expire") within 30 days")
    }
  }
}
