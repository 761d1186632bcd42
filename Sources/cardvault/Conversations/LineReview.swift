internal import Cards
internal import SystemPackage
internal import Terminal
internal import Wallet

/// Reviews drafts line by line, for screen readers and for terminals without full screens: the name is typed, and all
/// else is a command that begins with a slash.
struct LineReview: ReviewSkin {
  private let console: Console
  /// The draft and the codes that were described last.
  private var described: (CardID, [Barcode])?

  private(set) var isInterrupted = false

  init(_ console: Console) {
    self.console = console
    // As on full screens.
    LineEditor.discardTyped()
    console.say(Self.help)
  }

  private static var help: TerminalText {
    let others = ReviewKey.all.filter { $0.action != .accept }.map { key in
      let command = key.commands[0]
      return "/\(command)" + (key.words == command ? "" : " (\(key.words))")
    }
    return """
      Type a name and press Enter to accept the card. Enter alone keeps the suggested name.
        /tags A,B  /expires 2026-12-31  /once (a one-time card, or not)
        \(others.joined(separator: "  "))

      """
  }

  mutating func actions(in review: DraftReview, among cards: [Card]) throws -> [ReviewAction] {
    guard let card = review.typedCard else { return [.quit] }
    if described.map({ $0 != (card.id, card.codes) }) ?? true {
      try describe(card, in: review)
      described = (card.id, card.codes)
    }
    let answer: String?
    (answer, isInterrupted) = console.interruptibleAnswer(to: Question.name, with: [card.name])
    guard let answer else { return [.quit] }
    // An answer of nothing but spaces is not Enter alone.
    let typed = answer.trimmed.isEmpty ? answer : answer.trimmed
    if isInterrupted { return kept(typed) + [.quit] }
    guard typed.hasPrefix("/") else {
      return (typed.isEmpty ? [] : [.set(.name, typed)]) + [.accept]
    }
    let parts = typed.dropFirst().split(separator: " ", maxSplits: 1).map(String.init)
    let command = parts.first?.lowercased() ?? ""
    if let action = ReviewKey.action(of: command) { return [action] }
    switch ReviewField.allCases.first(where: { $0.command == command }) {
    case .oneTime?: return [.set(.oneTime, card.isOneTime ? "no" : "yes")]
    case let field?: return [.set(field, parts.count > 1 ? parts[1] : "")]
    case nil:
      if !["help", "?"].contains(command) { console.say("There is no command \(typed).\n") }
      console.say(Self.help)
      return []
    }
  }

  /// What is kept of a line that Ctrl-C ended: a text for the draft, but no command.
  private func kept(_ typed: String) -> [ReviewAction] {
    guard typed.hasPrefix("/") else { return typed.isEmpty ? [] : [.type([.name: typed])] }
    let parts = typed.dropFirst().split(separator: " ", maxSplits: 1).map(String.init)
    let field = ReviewField.form.first { $0.command == parts.first?.lowercased() }
    guard let field, parts.count > 1 else { return [] }
    return [.type([field: parts[1]])]
  }

  private func describe(_ card: Card, in review: DraftReview) throws {
    let (position, count) = (review.queue.position + 1, review.queue.ids.count)
    console.say("\n\(console.bold("Card \(position) of \(count)", on: .standardError))\n")
    for line in try DraftWords(card, siblingCount: review.siblings.count).lines {
      console.say("\(line)\n")
    }
  }

  func wantsBack(_ words: String) -> Bool {
    let typed = console.answer(to: Question.lastDiscard)?.lowercased() ?? ""
    return typed.hasPrefix("/") && ReviewKey.action(of: String(typed.dropFirst())) == .undo
  }

  func say(_ words: String) { console.say("\(words)\n") }

  func refuse(_ failure: Failure, _ error: any Error) {
    if case WalletError.partialCode = error {
      console.complain(
        "the draft was not accepted: digits of its code are missing",
        try: "type /code, to complete the number from the card")
    } else {
      console.complain(failure.line, try: failure.advice)
    }
  }

  /// Asks for another code or kind; an empty answer keeps the old one.
  func code(
    of card: Card, _ take: (ReviewAction) async throws -> String
  ) async throws -> String? {
    var index = 0
    if card.codes.count > 1 {
      let answer = console.answer(to: Question.whichCode, with: ["\(card.codes.count)"])
      guard let number = answer.flatMap({ Int($0) }), (1...card.codes.count).contains(number) else {
        return nil
      }
      index = number - 1
    }
    let old = card.codes.indices.contains(index) ? card.codes[index] : nil
    let number = old?.text ?? card.printedNumber
    guard
      let text = console.answer(to: Question.number, with: [number]),
      let kind = console.answer(
        to: Question.kind, with: [old?.symbology.name ?? "by the number"])
    else { return nil }
    let isUnchanged = text.isEmpty && kind.isEmpty
    // Without a code, the number is made into one.
    if isUnchanged, old != nil || number.isEmpty { return nil }
    let barcode = try CodeInput.barcode(
      text.isEmpty ? number : text, symbologyName: kind.isEmpty ? nil : kind,
      replacing: old, console: console)
    return try await take(.code(barcode, at: index))
  }
}
