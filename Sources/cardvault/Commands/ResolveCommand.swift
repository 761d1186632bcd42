internal import ArgumentParser
internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

struct ResolveCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve", abstract: "Resolve a card's conflicts, and join duplicate cards.",
    discussion: """
      Examples:
        cardvault resolve gym
        cardvault resolve gym --keep name=2
        cardvault resolve gym --join-with "old gym"

      On a terminal you are asked which value to keep of each field that two devices changed, and whether to join \
      cards with the same code. In scripts, use the options. Later changes to either of two \
      joined cards, on any device, apply to the joined card. cardvault undo undoes both kinds of decision, \
      except one that kept the value already shown.

      \(ExitStatus.help(ExitStatus.ofChange + [.nothingFound]))
      """)

  @Argument(help: .pickedCard, completion: CardNames.ofAll)
  var card: String?

  @Option(
    help: .init(
      "Keep value N of this field, numbered as in cardvault conflicts; repeatable.",
      valueName: "field=n"))
  var keep: [String] = []

  @Flag(help: "Keep the value shown in all other conflicts.")
  var keepShown = false

  @Option(help: .init("Join this other card into the first.", valueName: "card"))
  var joinWith: String?

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = common.console
    let store = try await vault.open()
    let found = try await store.cards(
      meant: [card ?? ""] + [joinWith].compactMap(\.self), console)
    let (chosen, other) = (found[0], found.dropFirst().first)
    var questions = DecisionQuestions(vault: store, console: console, card: chosen)
    if keep.isEmpty && !keepShown && joinWith == nil {
      guard await questions.isNeeded else {
        let photos = chosen.photoDecision
        sayResult(
          questions.report,
          nothing: "“\(chosen.name)” has \(photos?.purpose ?? "nothing to resolve").")
        return console.suggest(photos)
      }
      guard console.isInteractive else {
        throw Failure.usage(
          "nothing was resolved", because: "there is no terminal to ask on",
          try: .run("conflicts", note: "it shows the choices").or(
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
          try: .run("conflicts"))
      }
      try await questions.decide(choices)
      if let other { try await questions.join(other) }
    }
    sayResult(questions.report, nothing: "Nothing was resolved.")
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
          try: .run("conflicts"))
      }
      guard conflict.sides.indices.contains(number - 1) else {
        throw Failure.usage(
          "\(conflict.field) has no value \(number)",
          because: "it has \(conflict.sides.count) values", try: .run("conflicts"))
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

  private func sayResult(_ report: ResolutionReport, nothing: String) {
    if common.format.isForScripts {
      common.console.result(json: report)
    } else if report.decided.isEmpty && report.joined.isEmpty {
      common.console.result("\(nothing)")
    }
  }
}

extension FieldConflict {
  /// Whether a person means this field.
  fileprivate func isNamed(_ words: String) -> Bool {
    [field, FieldWords.title(of: field)].contains { $0.lowercased() == words.lowercased() }
  }
}
