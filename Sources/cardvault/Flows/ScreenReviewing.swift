internal import Cards
internal import Screens
internal import TerminalIO
internal import VaultStore
internal import Wallet
internal import Wording

/// Reviews drafts on full screens: a person types the name, and all else is one key.
struct ScreenReviewing {
  let drafts: DraftReview
  let console: Console

  /// Goes through the drafts.
  func review(_ queue: inout ReviewQueue, on screen: inout Screen) async throws {
    var status: Draft.Status?
    var typed: ReviewScreen.Outcome?
    var isBack = false
    while let card = await drafts.card(shownBy: &queue, isBack: isBack) {
      let id = card.id
      var view = ReviewScreen(try await draft(of: card, queue, typed, status))
      let outcome: ReviewScreen.Outcome
      do throws(ScreenError) { outcome = try screen.show(&view) } catch { throw Failure(error) }
      (status, typed) = (nil, nil)
      isBack = outcome.decision == .back
      do {
        guard let words = try await follow(outcome, on: card, &queue, &screen) else { return }
        status = .done(words)
      } catch WalletError.vault(let error) {
        throw error
      } catch let failure as Failure where failure.status == .interrupted {
        throw failure
      } catch {
        guard let failure = Failure(wording: error) else { throw error }
        status = .failed("\(failure.what): \(failure.because)")
      }
      // What was typed is kept while the same card is shown.
      if queue.current == id, outcome.decision != .join { typed = outcome }
    }
  }

  /// Carries a decision out.
  ///
  /// - Returns: What was done; `nil` to leave.
  private func follow(
    _ outcome: ReviewScreen.Outcome, on card: Card, _ queue: inout ReviewQueue,
    _ screen: inout Screen
  ) async throws -> String? {
    switch outcome.decision {
    case .quit: return nil
    case .accept:
      let accepted = try Self.card(card, with: outcome.fields)
      try await decide(.accept, on: accepted)
      queue.advance()
      return "Accepted: \(accepted.name)"
    case .skip:
      queue.advance()
      return "Skipped: \(card.name)"
    case .back: return queue.back() ? "" : "This is the first card."
    case .discard:
      try await decide(.discard, on: card)
      queue.remove([card.id])
      return "Discarded: \(card.name)"
    case .join:
      let whole = try await drafts.join(card, withSiblingsIn: &queue)
      Console.noteStored()
      return "Joined: this card has \(whole.codes.count) codes now."
    case .acceptSure:
      let typed = card.review == .draft ? try Self.card(card, with: outcome.fields) : nil
      let accepted = try await drafts.acceptSure(
        Array(queue.ids[queue.position...]), with: typed)
      if !accepted.isEmpty { Console.noteStored() }
      return "Accepted \(accepted.count) sure drafts."
    case .correct: return try await correct(card, on: &screen)
    }
  }

  /// A draft with what was typed.
  private static func card(_ draft: Card, with fields: Draft.Fields) throws(WalletError) -> Card {
    var card = draft
    card.name = try CardText.name(fields.name)
    card.tags = fields.tags.allSatisfy(\.isWhitespace) ? [] : try CardText.tags([fields.tags])
    card.expires = try CardText.date(fields.expires)
    return card
  }

  private func decide(_ decision: ReviewDecision, on card: Card) async throws {
    _ = try await drafts.decide(decision, on: card)
    Console.noteStored()
  }

  /// What is shown of a draft.
  private func draft(
    of card: Card, _ queue: ReviewQueue, _ typed: ReviewScreen.Outcome?, _ status: Draft.Status?
  ) async throws -> Draft {
    let today = try CalendarDate.today()
    let codes = card.codes
    var fields = Draft.Fields(
      name: card.name, tags: card.tags.joined(separator: ", "),
      expires: card.expires?.description ?? "")
    if fields.tags.isEmpty {
      fields.tags = await drafts.suggestedTags(for: card).joined(separator: ", ")
    }
    var draft = Draft(
      position: queue.position + 1, count: queue.ids.count, fields: typed?.fields ?? fields,
      picture: { Picture.small(codes, in: $0) })
    // After another screen, too, typing replaces what nobody has changed.
    draft.isSuggestion = typed == nil || typed?.fields == fields
    draft.firstField = typed?.field ?? .name
    draft.source = card.origin
    draft.symbology = codes.map(\.symbology.name).joined(separator: ", ")
    draft.number = codes.map { CodeWords($0, today: today).shortLine }.joined(separator: ", ")
    if let doubt = card.doubtWords { draft.doubts = [doubt] }
    draft.remarks = codes.flatMap { CodeWords($0, today: today).meaning }
    let count = await drafts.siblings(in: queue).count
    if count > 0 {
      draft.remarks.append(
        "\(count) more \(count == 1 ? "code was" : "codes were") found on this photo")
      draft.offers.insert(.join)
    }
    if card.kind != .loyalty { draft.remarks.append("kind: \(card.kind.name)") }
    if queue.position > 0 { draft.offers.insert(.back) }
    if card.review == .draft { draft.offers.insert(.acceptSure) }
    draft.status = status
    return draft
  }

  /// Lets the person correct a code: its number, its kind, or both.
  private func correct(_ card: Card, on screen: inout Screen) async throws -> String {
    guard let place = try place(ofCodeOn: card, &screen) else { return "" }
    let old = card.codes[place]
    let kinds = Symbology.allCases
    var text = old.text
    var selected = kinds.firstIndex(of: old.symbology) ?? 0
    var problem: String?
    while true {
      var prompt = TextPrompt(
        "Correct the code",
        details: ["Compare the number with the card. One unreadable digit may be typed as ?."],
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
        try await decide(.correct(barcode, at: place), on: card)
        return (["Corrected."] + notes.map(\.words)).joined(separator: " ")
      } catch WalletError.vault(let error) {
        throw error
      } catch {
        guard let failure = Failure(wording: error) else { throw error }
        problem = "\(failure.what): \(failure.because)"
      }
    }
  }

  /// Which code to correct: the only one, or the one that is picked.
  private func place(ofCodeOn card: Card, _ screen: inout Screen) throws -> Int? {
    guard card.codes.count > 1 else { return card.codes.isEmpty ? nil : 0 }
    var picker = Picker(
      title: "Which code?", rows: card.codes.map { .init($0.symbology.name, detail: $0.text) },
      find: { words in
        card.codes.indices.filter { words.isEmpty || card.codes[$0].text.contains(words) }
      })
    do throws(ScreenError) { return try screen.show(&picker) } catch { throw Failure(error) }
  }
}
