internal import Cards
internal import SystemPackage
internal import TerminalIO
internal import VaultStore
internal import Wallet

/// Goes through drafts with a person, one card at a time; each answer is stored at once.
struct Reviewing {
  private let drafts: DraftReview
  private let console: Console

  init(vault: Vault, console: Console) {
    drafts = DraftReview(in: vault)
    self.console = console
  }

  /// Reviews drafts in this order; those found on one photo come together and may become one card.
  func review(_ groups: [[CardID]]) async throws {
    var ids: [CardID] = []
    for group in groups { ids += try await joined(group) }
    for (index, id) in ids.enumerated() {
      guard let card = await drafts.draft(id) else { continue }
      console.ask("\n\(console.bold("Card \(index + 1) of \(ids.count)", on: .standardError))\n")
      guard try await review(card) else {
        let left = ids.count - index
        console.remark(
          "\(left) \(left == 1 ? "draft waits" : "drafts wait"): cardvault review")
        return
      }
    }
  }

  /// Asks whether several codes of one photo belong to one card, and if so makes it.
  ///
  /// - Returns: The cards that are left to review.
  private func joined(_ group: [CardID]) async throws -> [CardID] {
    let cards = await drafts.cards(of: group)
    guard cards.count > 1 else { return group }
    console.ask("\n\(cards.count) codes were found together:\n")
    let today = try CalendarDate.today()
    for code in cards.flatMap(\.codes) {
      console.ask("  \(code.symbology)  \(CodeWords(code, today: today).shortLine)\n")
    }
    let answer = console.answer(to: "[Enter] a card for each  [o]ne card with all of them > ")
    guard answer?.lowercased().hasPrefix("o") == true else { return group }
    let whole = try await drafts.join(cards[0], with: cards.dropFirst())
    Console.noteStored()
    return [whole.id]
  }

  /// Reviews one card.
  ///
  /// - Returns: Whether to go on to the next.
  private func review(_ original: Card) async throws -> Bool {
    var card = original
    try show(card)
    while true {
      let words = console.answer(
        to: "[Enter] fill in  [a]ccept as it is  [c]orrect the code  [s]kip  [d]iscard  [q]uit > ")
      switch words?.lowercased() {
      case "", "a":
        let isComplete = words != "" || ask(&card)
        _ = try await decide(isComplete ? .accept : .keep, on: card)
        if !isComplete { return false }
        console.remark("Accepted: \(card.name.printable)")
        return true
      case "c":
        try await correct(&card)
        try show(card)
      case "s":
        return true
      case "d":
        _ = try await decide(.discard, on: card)
        console.remark("Discarded.")
        return true
      case "q", nil:
        return false
      default:
        console.ask("one of the letters in brackets, please\n")
      }
    }
  }

  private func decide(_ decision: ReviewDecision, on card: Card) async throws -> Card? {
    let card = try await drafts.decide(decision, on: card)
    Console.noteStored()
    return card
  }

  private func show(_ card: Card) throws {
    let today = try CalendarDate.today()
    for code in card.codes {
      let words = CodeWords(code, today: today)
      let number = console.bold("\(words.shortLine)", on: .standardError)
      console.ask("  \(code.symbology)  \(number)\n")
      for line in words.meaning { console.ask("    \(line)\n") }
    }
    if card.review == .doubtfulDraft {
      console.ask(
        "  " + console.warning("This code was hard to read: compare it with the card.") + "\n")
    }
    console.ask("  name: \(card.name.printable)\n")
    if !card.tags.isEmpty {
      console.ask("  tags: \(card.tags.joined(separator: ", ").printable)\n")
    }
    if let expires = card.expires { console.ask("  expires: \(expires)\n") }
    if card.isOneTime { console.ask("  can be used once\n") }
  }

  /// Asks for the fields; an empty answer keeps what is there.
  ///
  /// - Returns: `false` when the input ended.
  private func ask(_ card: inout Card) -> Bool {
    let named = askUntilRight("Name [\(card.name.printable)]: ") {
      card.name = try CardText.name($0)
    }
    guard named else { return false }
    let tags = card.tags.joined(separator: ", ")
    let tagged = askUntilRight("Tags, with commas [\(tags.printable)]: ") {
      card.tags = try CardText.tags([$0])
    }
    guard tagged else { return false }
    let shownDate = card.expires?.description ?? "never"
    let dated = askUntilRight("Expires, as 2026-12-31 [\(shownDate)]: ") {
      card.expires = try CardText.date($0)
      if let day = card.expires, day < (try CalendarDate.today()) {
        console.ask("that day is past: the card will be listed under --expired\n")
      }
    }
    guard dated else { return false }
    let shown = card.isOneTime ? "y" : "n"
    while let once = console.answer(to: "Can it be used only once, y or n? [\(shown)]: ") {
      switch once.lowercased() {
      case "": return true
      case "y", "yes", "n", "no":
        card.isOneTime = once.lowercased().hasPrefix("y")
        return true
      default: continue
      }
    }
    return false
  }

  /// Asks until the answer makes sense; an empty one keeps what is there.
  ///
  /// - Returns: `false` when the input ended.
  private func askUntilRight(_ question: String, _ take: (String) throws -> Void) -> Bool {
    while let typed = console.answer(to: "\(question)") {
      do {
        if !typed.isEmpty { try take(typed) }
        return true
      } catch {
        complain(error)
      }
    }
    return false
  }

  private func complain(_ error: any Error) {
    guard let failure = Failure(wording: error) else { return }
    console.complain(
      "\(failure.what): \(failure.because)", try: failure.advice ?? "type it again")
  }

  private func correct(_ card: inout Card) async throws {
    guard !card.codes.isEmpty else { return }
    var index = 0
    if card.codes.count > 1 {
      let answer = console.answer(to: "Which code, 1 to \(card.codes.count)? ")
      guard let number = answer.flatMap({ Int($0) }), (1...card.codes.count).contains(number) else {
        return
      }
      index = number - 1
    }
    guard let typed = console.answer(to: "The code as printed on the card: "), !typed.isEmpty else {
      return
    }
    do {
      let barcode = try CodeInput.barcode(
        typed, symbologyName: nil, replacing: card.codes[index], console: console)
      card = try await decide(.correct(barcode, at: index), on: card) ?? card
    } catch WalletError.vault(let error) {
      throw error
    } catch {
      complain(error)
    }
  }
}
