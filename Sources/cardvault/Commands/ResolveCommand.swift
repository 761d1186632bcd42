internal import ArgumentParser
internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

struct ResolveCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Resolve conflicts between devices, and join duplicate cards.",
    discussion: """
      Examples:
        cardvault resolve
        cardvault resolve gym
        cardvault resolve gym --keep name=2
        cardvault resolve gym --join-with "old gym"

      Without CARD, it lists what needs your decision. A conflict is a field that two devices changed before \
      they synced: one value is shown, and both are kept. A duplicate is a code that several cards have. Numbers \
      are masked. If two devices replaced the same photo, the card has both: remove one with cardvault edit CARD \
      --remove-photo N.

      With CARD, you are asked on a terminal which value to keep of each field, and whether to join cards with the \
      same code. In scripts, use the options. Later changes to either of two joined cards, on any device, apply to \
      the joined card. cardvault undo undoes both kinds of decision, except one that kept the value already shown.

      \(ExitStatus.help(ExitStatus.ofChange + [.nothingFound]))
      """)

  @Argument(help: .card, completion: CardNames.ofAll)
  var card: String?

  @Option(
    help: .init(
      "Keep value N of this field, numbered as cardvault resolve lists them; repeatable.",
      valueName: "field=n"))
  var keep: [String] = []

  @Flag(help: "Keep the value shown in all other conflicts.")
  var keepShown = false

  @Option(help: .init("Join this other card into the first.", valueName: "card"))
  var joinWith: String?

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run(in console: Console) async throws {
    let store = try await vault.open(console)
    if card == nil, keep.isEmpty, !keepShown, joinWith == nil {
      return try await list(decisionsIn: store, console)
    }
    let found = try await store.cards(
      meant: [card ?? ""] + [joinWith].compactMap(\.self), console)
    let (chosen, other) = (found[0], found.dropFirst().first)
    var questions = DecisionQuestions(vault: store, console: console, card: chosen)
    if keep.isEmpty && !keepShown && joinWith == nil {
      guard await questions.isNeeded else {
        let photos = chosen.photoDecision
        sayResult(
          questions.report,
          nothing: "“\(chosen.name)” has \(photos?.purpose ?? "nothing to resolve").", console)
        return console.suggest(photos)
      }
      guard console.isInteractive else {
        throw Failure.usage(
          "nothing was resolved", because: "there is no terminal to ask on",
          try: .run("resolve", note: "it shows the choices").or(
            .option("use --keep FIELD=N, --keep-shown or --join-with CARD")))
      }
      try await questions.ask()
    } else {
      // All options are checked before anything is changed.
      let choices = try choices(await store.conflicts(of: chosen.id))
      if joinWith != nil, other == nil {
        throw Failure.usage(
          "a card cannot be joined with itself",
          because: "both arguments mean “\(chosen.name)”",
          try: .run("resolve"))
      }
      try await questions.decide(choices)
      if let other { try await questions.join(other) }
    }
    sayResult(questions.report, nothing: "Nothing was resolved.", console)
  }

  private func choices(
    _ conflicts: [FieldConflict]
  ) throws -> [(conflict: FieldConflict, side: FieldConflict.ConcurrentValue)] {
    var numbers: [String: Int] = [:]
    for words in keep {
      let parts = words.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let number = Int(parts[1]) else {
        throw Failure.usage(
          "--keep “\(words)” names no value", because: "it does not have the form FIELD=N",
          try: .option("write it like --keep name=2"))
      }
      guard let conflict = conflicts.first(where: { $0.isNamed(parts[0]) }) else {
        throw Failure.usage(
          "“\(parts[0])” is not a field in conflict",
          because: conflicts.isEmpty
            ? "no field of this card was changed on two devices before they synced"
            : "the fields in conflict are: " + conflicts.map(\.field).joined(separator: ", "),
          try: .run("resolve"))
      }
      guard number > 0, conflict.sides.indices.contains(number - 1) else {
        throw Failure.usage(
          "\(conflict.field) has no value \(number)",
          because: "it has \(conflict.sides.count) values", try: .run("resolve"))
      }
      guard numbers[conflict.field] ?? number == number else {
        throw Failure.usage(
          "\(conflict.field) cannot keep two values",
          because: "--keep names it twice", try: .option("use --keep once for each field"))
      }
      numbers[conflict.field] = number
    }
    return conflicts.compactMap { conflict in
      guard let number = numbers[conflict.field] ?? (keepShown ? 1 : nil) else { return nil }
      return (conflict, conflict.sides[number - 1])
    }
  }

  private func sayResult(_ report: ResolutionReport, nothing: String, _ console: Console) {
    if common.format.isForScripts {
      console.result(json: report)
    } else if report.decided.isEmpty && report.joined.isEmpty {
      console.result("\(nothing)")
    }
  }
}

/// The list of what needs a decision.
extension ResolveCommand {
  private func list(decisionsIn store: Vault, _ console: Console) async throws {
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

extension FieldConflict {
  /// Whether a person means this field.
  fileprivate func isNamed(_ words: String) -> Bool {
    [field, FieldWords.title(of: field)].contains { $0.lowercased() == words.lowercased() }
  }
}
