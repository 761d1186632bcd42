internal import ArgumentParser
internal import Cards
internal import TerminalIO
internal import VaultStore
internal import Wallet

struct ResolveCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve", abstract: "Decide between values, and join cards that are one.",
    discussion: """
      On a terminal it asks: which value of each field that two devices changed at once, and whether to \
      join cards that hold the same code. Without one, options say it. Later changes of either of two \
      joined cards, on any device, land on the joined card. cardvault undo takes either back, but not a \
      decision that kept what was shown.

      \(ExitStatus.help(ExitStatus.ofVault + [.nothingFound]))
      """)

  @Argument(help: "The card: an id, a name or part of one.")
  var card: String

  @Option(
    help: .init(
      "Keep value N of this field, as cardvault conflicts counts; may be given again.",
      valueName: "field=n"))
  var keep: [String] = []

  @Flag(help: "Keep what is shown, wherever nothing else is asked for.")
  var keepShown = false

  @Option(help: .init("Join this other card into the first.", valueName: "card"))
  var joinWith: String?

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = common.console
    let store = try await vault.open()
    let chosen = try await store.card(meant: card, console)
    var resolving = Resolving(vault: store, console: console, card: chosen)
    if keep.isEmpty && !keepShown && joinWith == nil {
      guard await resolving.isNeeded else {
        return sayResult(
          resolving.report, nothing: "“\(chosen.name)” has nothing to decide.")
      }
      guard console.isInteractive else {
        throw Failure.usage(
          "resolve asks questions", because: "there is no terminal to ask them on",
          try:
            "--keep FIELD=N, --keep-shown or --join-with CARD; cardvault conflicts shows what waits"
        )
      }
      try await resolving.ask()
    } else {
      // All that was typed is checked before anything is changed.
      let choices = try choices(await store.conflicts(of: chosen.id))
      let other = try await joinWith.asyncMap { try await store.card(meant: $0, console) }
      if let other, other.id == chosen.id {
        throw Failure.usage(
          "a card cannot be joined with itself",
          because: "both words mean “\(chosen.name)”",
          try: "cardvault conflicts")
      }
      try await resolving.decide(choices)
      if let other { try await resolving.join(other) }
    }
    sayResult(resolving.report, nothing: "Nothing was decided.")
  }

  /// What the options decide.
  private func choices(
    _ conflicts: [FieldConflict]
  ) throws -> [(conflict: FieldConflict, side: FieldConflict.Side)] {
    var numbers: [String: Int] = [:]
    for words in keep {
      let parts = words.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let number = Int(parts[1]) else {
        throw Failure.usage(
          "“\(words)” says no value", because: "it has not the form FIELD=N",
          try: "--keep name=2")
      }
      guard let conflict = conflicts.first(where: { $0.isNamed(parts[0]) }) else {
        throw Failure.usage(
          "“\(parts[0])” is no field to decide",
          because: conflicts.isEmpty
            ? "no field of this card was changed on two devices at once"
            : "what waits is: " + conflicts.map(\.field).joined(separator: ", "),
          try: "cardvault conflicts")
      }
      guard conflict.sides.indices.contains(number - 1) else {
        throw Failure.usage(
          "there is no value \(number) of \(conflict.field)",
          because: "there are \(conflict.sides.count)", try: "cardvault conflicts")
      }
      guard numbers[conflict.field] ?? number == number else {
        throw Failure.usage(
          "two values were asked for of \(conflict.field)",
          because: "--keep names it twice, and a field has one value", try: "--keep once a field")
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

extension Optional where Wrapped: Sendable {
  fileprivate func asyncMap<Value>(_ work: (Wrapped) async throws -> Value) async throws -> Value? {
    guard let self else { return nil }
    return try await work(self)
  }
}
