internal import Cards
internal import SystemPackage
internal import TerminalIO
internal import VaultStore
internal import Wallet
internal import Wording

/// Reviews drafts line by line, for screen readers and for terminals without full screens: the name is typed, and all else is
/// a command that begins with a slash.
struct LineReviewing {
  let drafts: DraftReview
  let console: Console

  private static let help: TerminalText = """
    Type a name and press Enter to accept the card. Enter alone keeps the suggested name.
      /tags A,B      set the tags       /expires 2026-12-31  set the last day
      /once          one-time card      /code                correct the code
      /join          one card with the other codes of the photo
      /skip  /back  /discard  /all (accept all sure drafts)  /quit

    """

  /// Goes through the drafts.
  func review(_ queue: inout ReviewQueue) async throws {
    console.ask(Self.help)
    var place = -1
    while let card = await drafts.card(shownBy: &queue, isBack: queue.position < place) {
      place = queue.position
      console.ask(
        "\n\(console.bold("Card \(queue.position + 1) of \(queue.ids.count)", on: .standardError))\n"
      )
      for line in try DraftWords(card, siblingCount: await drafts.siblings(in: queue).count).lines {
        console.ask("\(line)\n")
      }
      guard try await review(card, &queue) else { return }
    }
  }

  /// Reviews one card.
  ///
  /// - Returns: Whether to go on.
  private func review(_ original: Card, _ queue: inout ReviewQueue) async throws -> Bool {
    var card = original
    while let typed = console.answer(to: "Name [\(card.name)] > ") {
      do {
        guard typed.hasPrefix("/") else {
          if !typed.isEmpty { card.name = try CardText.name(typed) }
          try await decide(.accept, on: card)
          console.remark("Accepted: \(card.name)")
          queue.advance()
          return true
        }
        let parts = typed.dropFirst().split(separator: " ", maxSplits: 1).map(String.init)
        let argument = parts.count > 1 ? parts[1] : ""
        switch parts.first?.lowercased() {
        case "tags":
          card.tags = argument.isEmpty ? [] : try CardText.tags([argument])
          console.ask("Tags: \(card.tags.joined(separator: ", "))\n")
        case "expires":
          card.expires = try CardText.date(argument)
          console.ask("Expires: \(card.expires?.description ?? "never")\n")
        case "once":
          card.isOneTime.toggle()
          console.ask(card.isOneTime ? "One-time card.\n" : "Not a one-time card.\n")
        case "code", "c": try await correct(&card)
        case "join", "j":
          guard await !drafts.siblings(in: queue).isEmpty else {
            console.ask("No other code was found on this photo.\n")
            continue
          }
          card = try await drafts.join(card, withSiblingsIn: &queue)
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
          console.remark("Discarded.")
          queue.remove([card.id])
          return true
        case "all", "a":
          let isSure = card.review == .draft
          let accepted = try await drafts.acceptSure(
            Array(queue.ids[queue.position...]), with: isSure ? [card] : [])
          if !accepted.isEmpty { Console.noteStored() }
          console.remark("Accepted: \(accepted.count)")
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
        console.complain(
          "\(failure.what): \(failure.because)", try: failure.advice ?? "type it again")
      }
    }
    return false
  }

  private func decide(_ decision: ReviewDecision, on card: Card) async throws {
    _ = try await drafts.decide(decision, on: card)
    Console.noteStored()
  }

  /// Asks for another code or kind; an empty answer keeps what is there.
  private func correct(_ card: inout Card) async throws {
    var index = 0
    if card.codes.count > 1 {
      let answer = console.answer(to: "Which code, 1 to \(card.codes.count)? ")
      guard let number = answer.flatMap({ Int($0) }), (1...card.codes.count).contains(number) else {
        return
      }
      index = number - 1
    }
    let old = card.codes.indices.contains(index) ? card.codes[index] : nil
    guard
      let text = console.answer(to: "Number, as printed on the card [\(old?.text ?? "")]: "),
      let kind = console.answer(to: "Kind of barcode [\(old?.symbology.name ?? "by the number")]: ")
    else { return }
    guard !text.isEmpty || !kind.isEmpty else { return }
    let barcode = try CodeInput.barcode(
      text.isEmpty ? old?.text ?? "" : text, symbologyName: kind.isEmpty ? nil : kind,
      replacing: old, console: console)
    if let changed = try await drafts.decide(.correct(barcode, at: index), on: card) {
      card = changed
    }
    Console.noteStored()
    for line in try DraftWords(card, siblingCount: 0).lines { console.ask("\(line)\n") }
  }
}
