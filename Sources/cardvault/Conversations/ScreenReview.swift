internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

/// Reviews drafts on full screens: a person types the name, and all else is one key.
struct ScreenReview {
  private let drafts: DraftReview
  private let console: Console
  /// What was typed for drafts, kept until they are accepted or discarded.
  private var typed: [CardID: [Draft.Field: String]] = [:]
  /// Completes tags; `nil` if no draft was shown since tags were saved.
  private var completion: TagCompletion?

  init(drafts: DraftReview, console: Console) {
    self.drafts = drafts
    self.console = console
  }

  mutating func review(_ queue: inout ReviewQueue, on screen: inout Screen) async throws {
    var status: Draft.Status?
    var field = Draft.Field.name
    while let card = await drafts.card(shownBy: &queue) {
      let id = card.id
      let fields = await fields(of: card)
      var draft = try await draft(of: card, queue, fields)
      (draft.firstField, draft.status) = (field, status)
      var view = ReviewScreen(draft)
      let outcome: ReviewScreen.Outcome
      do throws(ScreenError) { outcome = try screen.show(&view) } catch { throw Failure(error) }
      (status, field) = (nil, .name)
      typed[id] = outcome.fields.changes(from: fields)
      do {
        guard let words = try await follow(outcome, on: card, &queue, &screen) else { return }
        status = .done(words)
      } catch WalletError.vault(let error) {
        throw error
      } catch let failure as Failure where failure.status == .interrupted {
        throw failure
      } catch {
        guard let failure = Failure(wording: error) else { throw error }
        status = .failed(failure.line)
      }
      if queue.current == id { field = outcome.field }
    }
  }

  /// Names that were typed for cards that are still drafts.
  func unacceptedNames(in queue: ReviewQueue) async -> [String] {
    var names: [String] = []
    for id in queue.ids {
      guard let name = typed[id]?[.name], !name.isEmpty, await drafts.draft(id) != nil else {
        continue
      }
      names.append(name)
    }
    return names
  }

  /// Carries out a decision; returns what was done, and `nil` to leave.
  private mutating func follow(
    _ outcome: ReviewScreen.Outcome, on card: Card, _ queue: inout ReviewQueue,
    _ screen: inout Screen
  ) async throws -> String? {
    switch outcome.decision {
    case .quit: return nil
    case .accept:
      let accepted = try Self.card(card, with: outcome.fields)
      try await decide(.accept, on: accepted)
      if accepted.tags != card.tags { completion = nil }
      typed[card.id] = nil
      queue.advance()
      return Self.line("Accepted: \(accepted.name)")
    case .skip:
      queue.advance()
      return Self.line("\(card.isDraft ? "Skipped" : "Still accepted"): \(card.name)")
    case .back: return queue.back() ? "" : "This is the first card."
    case .discard:
      try await decide(.discard, on: card)
      typed[card.id] = nil
      queue.remove([card.id])
      return Self.line("Discarded: \(card.name)")
    case .join:
      let whole = try await drafts.join(card, withSiblingsIn: &queue)
      Console.noteStored()
      return "Joined: this card has \(whole.codes.count) codes now."
    case .acceptSure:
      let words = try await acceptSure(from: card, outcome.fields, queue)
      completion = nil
      queue.advance()
      return words
    case .correct: return try await correct(card, on: &screen)
    }
  }

  /// Words with a card's name as one line: a name can be far longer than the window is wide.
  private static func line(_ words: String) -> String {
    TTY.size.map { words.printable.fitted(to: $0.columns) } ?? words
  }

  /// Accepts the shown draft and all other sure ones, also skipped ones, each with what was typed for it.
  private mutating func acceptSure(
    from card: Card, _ fields: Draft.Fields, _ queue: ReviewQueue
  ) async throws -> String {
    var edited: [Card] = []
    if card.review == .draft { edited = [try Self.card(card, with: fields)] }
    var untouched: [CardID] = []
    for id in queue.ids where id != card.id {
      guard let changes = typed[id], !changes.isEmpty, let draft = await drafts.draft(id),
        draft.review == .draft
      else {
        untouched.append(id)
        continue
      }
      let fields = await self.fields(of: draft).replacing(changes)
      // A draft with an invalid text, such as a date, stays one.
      if let whole = try? Self.card(draft, with: fields) { edited.append(whole) }
    }
    let accepted = try await drafts.acceptSure(untouched, with: edited)
    if !accepted.isEmpty { Console.noteStored() }
    for card in accepted { typed[card.id] = nil }
    return "Accepted \(accepted.count) sure \(accepted.count == 1 ? "draft" : "drafts")."
  }

  /// A draft with what was typed.
  private static func card(_ draft: Card, with fields: Draft.Fields) throws(WalletError) -> Card {
    var card = draft
    card.name = try CardText.name(fields.name)
    card.tags = fields.tags.allSatisfy(\.isWhitespace) ? [] : try CardText.tags([fields.tags])
    card.expires = try CardText.date(fields.expires)
    try card.checkDates()
    return card
  }

  private func decide(_ decision: ReviewDecision, on card: Card) async throws {
    _ = try await drafts.decide(decision, on: card)
    Console.noteStored()
  }

  /// The texts that a draft's form has before anything is typed.
  private func fields(of card: Card) async -> Draft.Fields {
    var fields = Draft.Fields(
      name: card.name, tags: card.tags.joined(separator: ", "),
      expires: card.expires?.description ?? "")
    if fields.tags.isEmpty {
      fields.tags = await drafts.suggestedTags(for: card).joined(separator: ", ")
    }
    return fields
  }

  /// The completion of tags, which is made again only after tags were saved.
  private mutating func tagCompletion() async -> TagCompletion {
    if let completion { return completion }
    let made = TagCompletion(from: await drafts.vault.cards)
    completion = made
    return made
  }

  /// What is shown of a draft.
  private mutating func draft(
    of card: Card, _ queue: ReviewQueue, _ fields: Draft.Fields
  ) async throws -> Draft {
    let today = try CalendarDate.today()
    let codes = card.codes
    let changes = typed[card.id] ?? [:]
    let isKindUnknown = codes.isEmpty && card.review == .doubtfulDraft
    var draft = Draft(
      position: queue.position + 1, count: queue.ids.count, fields: fields.replacing(changes),
      picture: {
        isKindUnknown
          ? .reason("No barcode is drawn, as its kind is not known.") : Picture.small(codes, in: $0)
      })
    // Typing replaces what nobody has changed, also on the way back.
    draft.isSuggestion = changes.isEmpty
    let completion = await tagCompletion()
    draft.completedTags = { completion.completion(of: $0) }
    draft.source = card.origin
    draft.symbology = codes.map(\.symbology.name).joined(separator: ", ")
    draft.number = codes.map { CodeWords($0, today: today).shortLine }.joined(separator: ", ")
    if codes.isEmpty, !card.printedNumber.isEmpty {
      (draft.symbology, draft.number) = ("Number", card.printedNumber)
    }
    if let doubt = card.doubtWords { draft.doubts = [doubt] }
    draft.remarks = codes.flatMap { CodeWords($0, today: today).meaning }
    let count = await drafts.siblings(in: queue).count
    if count > 0 {
      draft.remarks.append(
        "\(count) more \(count == 1 ? "code was" : "codes were") found on this photo")
      draft.offers.insert(.join)
    }
    if !card.isDraft { draft.remarks.append(DraftWords.accepted) }
    if card.kind != .loyalty { draft.remarks.append("kind: \(card.kind.name)") }
    if queue.position > 0 { draft.offers.insert(.back) }
    if card.review == .draft { draft.offers.insert(.acceptSure) }
    return draft
  }

  /// Lets the person correct a code: its number, its kind, or both.
  ///
  /// Without a code, the printed number is the start of one.
  private func correct(_ card: Card, on screen: inout Screen) async throws -> String {
    guard let index = try index(ofCodeOn: card, &screen) else { return "" }
    let old = card.codes.indices.contains(index) ? card.codes[index] : nil
    let kinds = Symbology.allCases
    var text = old?.text ?? card.printedNumber
    var selected = kinds.firstIndex(of: old?.symbology ?? Self.likelyKind(of: text)) ?? 0
    var problem: String?
    while true {
      var prompt = TextPrompt(
        "Correct the code",
        details: ["Compare the number with the card. Type ? for one unreadable digit."],
        fields: [.init("Number", text: text)],
        choice: .init("Kind", options: kinds.map(\.name), selected: selected), problem: problem)
      let outcome: TextPrompt.Answer?
      do throws(ScreenError) { outcome = try screen.show(&prompt) } catch { throw Failure(error) }
      guard let outcome else { return "" }
      text = outcome.texts[0]
      selected = outcome.selected ?? selected
      do {
        let (barcode, notes) = try TypedCode.correction(
          text, as: kinds[selected], of: old, today: .today())
        try await decide(.correct(barcode, at: index), on: card)
        return (["Corrected."] + notes.map(\.words)).joined(separator: " ")
      } catch WalletError.vault(let error) {
        throw error
      } catch {
        guard let failure = Failure(wording: error) else { throw error }
        problem = failure.line
      }
    }
  }

  /// The kind of barcode that a number most likely has.
  private static func likelyKind(of number: String) -> Symbology {
    let meaning = try? TypedCode(number).meaning(today: .today())
    switch meaning {
    case .code(let barcode, _)?: return barcode.symbology
    case .unclear(let number)?: return number.meanings.first?.symbology ?? .code128
    case nil: return .code128
    }
  }

  /// Which code to correct: the first, or the one that is picked among several.
  private func index(ofCodeOn card: Card, _ screen: inout Screen) throws -> Int? {
    guard card.codes.count > 1 else { return 0 }
    var picker = Picker(
      title: "Which code?", rows: card.codes.map { .init($0.symbology.name, detail: $0.text) },
      find: { words in
        card.codes.indices.filter { words.isEmpty || card.codes[$0].text.contains(words) }
      })
    do throws(ScreenError) { return try screen.show(&picker) } catch { throw Failure(error) }
  }
}

/// Completes tags with those that cards have, which are collected once the first tag is typed.
private final class TagCompletion {
  private let cards: [Card]
  private lazy var used = UsedTags(of: cards)

  init(from cards: [Card]) { self.cards = cards }

  func completion(of list: String) -> String? { used.completion(of: list) }
}
