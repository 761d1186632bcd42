internal import Cards
internal import SystemPackage
internal import Terminal
internal import VaultStore
internal import Wallet

/// Reviews drafts line by line, for screen readers and for terminals without full screens: the name is typed, and all
/// else is a command that begins with a slash.
struct LineReview {
  private let drafts: DraftReview
  private let console: Console
  /// What was typed for drafts, kept until they are accepted or discarded.
  private var details: [CardID: Details] = [:]

  private struct Details {
    let tags: [String]
    let expires: CalendarDate?
    let isOneTime: Bool

    init(_ card: Card) { (tags, expires, isOneTime) = (card.tags, card.expires, card.isOneTime) }

    func applied(to draft: Card) -> Card {
      var card = draft
      (card.tags, card.expires, card.isOneTime) = (tags, expires, isOneTime)
      return card
    }
  }

  init(drafts: DraftReview, console: Console) {
    self.drafts = drafts
    self.console = console
  }

  private static let help: TerminalText = """
    Type a name and press Enter to accept the card. Enter alone keeps the suggested name.
      /tags A,B      set the tags       /expires 2026-12-31  set the last day
      /once          one-time card      /code                correct the code
      /join          one card from all codes on the photo
      /skip  /back  /discard  /all (accept all sure drafts)  /quit

    """

  mutating func review(_ queue: inout ReviewQueue) async throws {
    console.ask(Self.help)
    while let draft = await drafts.card(shownBy: &queue) {
      let card = details[draft.id]?.applied(to: draft) ?? draft
      console.ask(
        "\n\(console.bold("Card \(queue.position + 1) of \(queue.ids.count)", on: .standardError))\n"
      )
      for line in try DraftWords(card, siblingCount: await drafts.siblings(in: queue).count).lines {
        console.ask("\(line)\n")
      }
      guard try await review(card, &queue) else { return }
    }
  }

  /// The drafts for which something was typed that was not accepted, by their names.
  func unacceptedNames(in queue: ReviewQueue) async -> [String] {
    var names: [String] = []
    for id in queue.ids where details[id] != nil {
      if let draft = await drafts.draft(id) { names.append(draft.name) }
    }
    return names
  }

  /// Reviews one card; returns whether to go on.
  private mutating func review(_ original: Card, _ queue: inout ReviewQueue) async throws -> Bool {
    var card = original
    while let typed = console.answer(to: Question.name, with: [card.name]) {
      do {
        guard typed.hasPrefix("/") else {
          if !typed.isEmpty { card.name = try CardText.name(typed) }
          try await decide(.accept, on: card)
          details[card.id] = nil
          console.remark("Accepted: \(card.name)")
          queue.advance()
          return true
        }
        let parts = typed.dropFirst().split(separator: " ", maxSplits: 1).map(String.init)
        let argument = parts.count > 1 ? parts[1] : ""
        switch parts.first?.lowercased() {
        case "tags":
          card.tags = argument.isEmpty ? [] : try CardText.tags([argument])
          details[card.id] = Details(card)
          console.ask("Tags: \(card.tags.joined(separator: ", "))\n")
        case "expires":
          card.expires = try CardText.date(argument)
          details[card.id] = Details(card)
          console.ask("Expires: \(card.expires?.description ?? "never")\n")
        case "once":
          card.isOneTime.toggle()
          details[card.id] = Details(card)
          console.ask(card.isOneTime ? "One-time card.\n" : "Not a one-time card.\n")
        case "code", "c": try await correct(&card)
        case "join", "j":
          guard await !drafts.siblings(in: queue).isEmpty else {
            console.ask("No other code was found on this photo.\n")
            continue
          }
          card = try await drafts.join(card, withSiblingsIn: &queue)
          // The join saved what was typed.
          details[card.id] = nil
          Console.noteStored()
          console.ask("Joined: the card has \(card.codes.count) codes now.\n")
        case "skip", "s":
          queue.advance()
          return true
        case "back", "b":
          if queue.back() { return true }
          console.ask("This is the first card.\n")
        case "discard", "d":
          try await decide(.discard, on: card)
          details[card.id] = nil
          console.remark("Discarded.")
          queue.remove([card.id])
          return true
        case "all", "a":
          let count = try await acceptSure(from: card, queue)
          console.remark(count == 0 ? "No sure drafts to accept." : "Accepted: \(count)")
          // A doubtful draft still needs a decision.
          if card.review != .doubtfulDraft { queue.advance() }
          return true
        case "quit", "q":
          return false
        case "help", "?": console.ask(Self.help)
        default: console.ask("There is no command \(typed).\n" + Self.help)
        }
      } catch WalletError.vault(let error) {
        throw error
      } catch WalletError.partialCode {
        console.complain(
          "the draft was not accepted: digits of its code are missing",
          try: "/code, to complete the number from the card")
      } catch {
        guard let failure = Failure(wording: error) else { throw error }
        console.complain(failure.line, try: failure.advice ?? "type it again")
      }
    }
    return false
  }

  /// Accepts the shown draft and all other sure ones, also skipped ones, each with what was typed for it; returns how
  /// many were accepted.
  private mutating func acceptSure(from card: Card, _ queue: ReviewQueue) async throws -> Int {
    var edited = card.review == .draft ? [card] : []
    var untouched: [CardID] = []
    for id in queue.ids where id != card.id {
      guard let changes = details[id], let draft = await drafts.draft(id), draft.review == .draft
      else {
        untouched.append(id)
        continue
      }
      let whole = changes.applied(to: draft)
      // A draft whose dates exclude each other stays one.
      if (try? whole.checkDates()) != nil { edited.append(whole) }
    }
    let accepted = try await drafts.acceptSure(untouched, with: edited)
    if !accepted.isEmpty { Console.noteStored() }
    for card in accepted { details[card.id] = nil }
    return accepted.count
  }

  private func decide(_ decision: ReviewDecision, on card: Card) async throws {
    _ = try await drafts.decide(decision, on: card)
    Console.noteStored()
  }

  /// Asks for another code or kind; an empty answer keeps the old one.
  private func correct(_ card: inout Card) async throws {
    var index = 0
    if card.codes.count > 1 {
      let answer = console.answer(to: Question.whichCode, with: ["\(card.codes.count)"])
      guard let number = answer.flatMap({ Int($0) }), (1...card.codes.count).contains(number) else {
        return
      }
      index = number - 1
    }
    let old = card.codes.indices.contains(index) ? card.codes[index] : nil
    let number = old?.text ?? card.printedNumber
    guard
      let text = console.answer(to: Question.number, with: [number]),
      let kind = console.answer(
        to: Question.kind, with: [old?.symbology.name ?? "by the number"])
    else { return }
    let isUnchanged = text.isEmpty && kind.isEmpty
    // Without a code, the number is made into one.
    if isUnchanged, old != nil || number.isEmpty { return }
    let barcode = try CodeInput.barcode(
      text.isEmpty ? number : text, symbologyName: kind.isEmpty ? nil : kind,
      replacing: old, console: console)
    if let changed = try await drafts.decide(.correct(barcode, at: index), on: card) {
      card = changed
    }
    Console.noteStored()
    for line in try DraftWords(card, siblingCount: 0).lines { console.ask("\(line)\n") }
  }
}
