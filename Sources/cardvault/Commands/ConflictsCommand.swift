internal import ArgumentParser
internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

struct ConflictsCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "conflicts",
    abstract: "List conflicts and duplicates that need your decision.",
    discussion: """
      Examples:
        cardvault conflicts
        cardvault conflicts --format json

      A conflict is a field that two devices changed before they synced: one value is shown, and both are kept. A \
      duplicate is a code that several cards have. Numbers are masked. Decide with cardvault resolve CARD. If two \
      devices replaced the same photo, the card has both: remove one with cardvault edit CARD --remove-photo N.

      \(ExitStatus.help(ExitStatus.ofVault + [.partlyDone]))
      """)

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = common.console
    let store = try await vault.open()
    if console.format.isForScripts {
      report(await DecisionsReport(of: store, on: try .today()), console)
    } else {
      await say(of: store, console)
    }
    if await store.warn(console) { throw ExitCode(ExitStatus.partlyDone.rawValue) }
  }

  private func report(_ report: DecisionsReport, _ console: Console) {
    guard console.format == .jsonl else { return console.result(json: report) }
    console.result(lines: report.conflicts.map(\.json) + report.duplicates.map(\.json))
    console.result(lines: report.photos.map(\.json))
  }

  private func say(of store: Vault, _ console: Console) async {
    let (conflicts, duplicates) = (await store.conflicts, await store.duplicates)
    let photos = await store.cards { !$0.sidesWithSeveralPhotos.isEmpty }
    let others = duplicates.map(Self.line) + photos.map(Self.line)
    guard console.format == .table else {
      return console.result(lines: conflicts.map(Self.line) + others)
    }
    console.result(table: table(conflicts, console))
    console.result(lines: others)
    console.suggest(photos.compactMap(\.photoDecision))
    if conflicts.isEmpty && others.isEmpty {
      console.result("There is nothing to decide.")
    } else if let first = conflicts.first?.sides.first?.card ?? duplicates.first?.cards.first {
      console.suggest(.run("resolve", .card(first)))
    }
  }

  private func table(_ conflicts: [FieldConflict], _ console: Console) -> [TerminalText] {
    guard !conflicts.isEmpty else { return [] }
    var table = TextTable(["CARD", "FIELD", "#", "VALUE", "WHEN", "WHERE", "ID"])
    for conflict in conflicts {
      for (index, side) in conflict.sides.enumerated() {
        let isFirst = index == 0
        table.append([
          isFirst ? side.card.name : "", isFirst ? FieldWords.title(of: conflict.field) : "",
          "\(index + 1)",
          (conflict.text(of: side) ?? "nothing") + (isFirst ? " (shown)" : ""),
          side.made.local, side.place,
          isFirst ? side.card.shortID : "",
        ])
      }
    }
    return table.lines(width: TTY.size?.columns, style: { console.bold($0) })
  }

  private static func line(_ conflict: FieldConflict) -> String {
    let name = conflict.sides.first?.card.name ?? ""
    let values = conflict.sides.map { conflict.text(of: $0) ?? "nothing" }
    return "\(name): \(FieldWords.title(of: conflict.field)): \(values.joined(separator: " / "))"
  }

  private static func line(_ card: Card) -> String {
    "“\(card.name)” has \(card.photoDecision?.purpose ?? "")"
  }

  private static func line(_ duplicate: DuplicateCode) -> String {
    let cards = duplicate.cards.map { "“\($0.name)” (\($0.shortID))" }
    return "Same code \(FieldWords.masked(duplicate.code)): \(cards.joined(separator: " and "))"
  }
}
