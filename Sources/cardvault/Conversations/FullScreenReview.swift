internal import Cards
internal import Terminal
internal import Wallet

/// Reviews drafts on full screens: a person types the name, and all else is one key.
struct FullScreenReview: ~Copyable, ReviewSkin {
  private var screen: Screen
  /// What the last action did.
  private var status: Draft.Status?
  /// The field that was focused last, and the draft.
  private var focus: (card: CardID, field: Int)?

  private(set) var isInterrupted = false
  /// What the photos show, where the terminal shows pictures.
  private let glances: PhotoGlances

  init(_ screen: consuming Screen, glancing glances: PhotoGlances) {
    self.glances = glances
    self.screen = screen
    // An Enter too many, typed while photos were read, would accept a card that nobody saw.
    LineEditor.discardTyped()
    self.screen.askForPictures()
  }

  mutating func actions(in review: DraftReview, among cards: [Card]) throws -> [ReviewAction] {
    guard let card = review.card else { return [.quit] }
    var draft = try draft(of: card, in: review)
    draft.completion = { field, typed in
      ReviewField.form[field] == .tags ? UsedTags(of: cards).completion(of: typed) : nil
    }
    if let focus, focus.card == card.id { draft.firstField = focus.field }
    draft.status = status
    status = nil
    let (glances, photo, next) = (glances, review.photo, review.next)
    // It is called only where the window shows pictures.
    draft.photo = {
      let picture = glances.picture(of: card, photo)
      if let next { glances.begin(next.card, next.photo) }
      return picture
    }
    var view = DraftView(draft)
    let outcome: DraftView.Outcome
    do throws(ScreenError) { outcome = try screen.show(&view) } catch { throw error.failure }
    focus = (card.id, outcome.field)
    let texts = Dictionary(uniqueKeysWithValues: zip(ReviewField.form, outcome.texts))
    guard let choice = outcome.choice else {
      isInterrupted = true
      return [.type(texts), .quit]
    }
    let action = review.keys[choice].action
    let isTyped = review.isTyped || texts.contains { $0.value != review.text($0.key) }
    // A draft keeps it anyway.
    if action == .quit, isTyped, !card.isDraft {
      return try wantsSaved(card) ? [.type(texts), .accept, .quit] : [.quit]
    }
    return [.type(texts), action]
  }

  /// Asks whether what was typed for an accepted card shall be saved.
  private mutating func wantsSaved(_ card: Card) throws -> Bool {
    var view = ChoiceView(
      "“\(card.name.printable)”: save what you typed?",
      choices: [.init(["Enter"], "save"), .init(["Esc", "Ctrl-Q"], "leave it as it was")])
    return try show(&view) == 0
  }

  mutating func wantsBack(_ words: String) throws -> Bool {
    let ending = ReviewKey.all.filter { [.quit, .undo].contains($0.action) }
    var view = ChoiceView(
      words,
      choices: [.init(["Enter"] + ending[0].keys, "end the review")]
        + ending.dropFirst().map { .init($0.keys, $0.words) })
    return try show(&view) == 1
  }

  /// Shows what is not the form; `nil` after Ctrl-C, which ends the review, but not before it has told what it did.
  private mutating func show<Content: View>(_ view: inout Content) throws -> Content.Ending? {
    do throws(ScreenError) {
      return try screen.show(&view, endsProcess: false)
    } catch .interrupted {
      isInterrupted = true
      return nil
    } catch {
      throw error.failure
    }
  }

  mutating func say(_ words: String) {
    // One line: a name can be far longer than the window is wide.
    status = .done(TTY.size.map { words.printable.fitted(to: $0.columns) } ?? words)
  }

  mutating func refuse(_ failure: Failure, _ error: any Error) { status = .failed(failure.line) }

  /// What is shown of a draft.
  private func draft(of card: Card, in review: DraftReview) throws -> Draft {
    let today = try CalendarDate.today()
    let codes = card.codes
    let isKindUnknown = codes.isEmpty && card.review == .doubtfulDraft
    var draft = Draft(
      position: review.queue.position + 1, count: review.queue.ids.count,
      // Typing replaces what nobody has changed, also on the way back.
      fields: ReviewField.form.map {
        .init($0.rawValue, text: review.text($0), isSuggestion: !review.isTyped)
      },
      choices: review.keys.map { .init($0.keys, $0.words) },
      picture: {
        isKindUnknown
          ? .reason("No barcode is drawn, as its kind is not known.") : Picture.small(codes, in: $0)
      })
    draft.source = card.origin
    draft.symbology = codes.map(\.symbology.name).joined(separator: ", ")
    draft.number = codes.map { CodeWords($0, today: today).shortLine }.joined(separator: ", ")
    if codes.isEmpty, !card.printedNumber.isEmpty {
      (draft.symbology, draft.number) = ("Number", card.printedNumber)
    }
    if let doubt = card.doubtWords { draft.doubts = [doubt] }
    draft.remarks = codes.flatMap { CodeWords($0, today: today).meaning }
    let count = review.siblings.count
    if count > 0 {
      draft.remarks.append(
        "\(count) more \(count == 1 ? "code was" : "codes were") found on this photo")
    }
    if !card.isDraft { draft.remarks.append(DraftWords.accepted) }
    if card.kind != .loyalty { draft.remarks.append("kind: \(card.kind.name)") }
    return draft
  }

  /// Lets the person correct a code: its number, its kind, or both.
  ///
  /// Without a code, the printed number is the start of one.
  mutating func code(
    of card: Card, _ take: (ReviewAction) async throws -> String
  ) async throws -> String? {
    guard let index = try index(ofCodeOn: card) else { return nil }
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
      let (oldText, oldKind) = (text, selected)
      let shown = try show(&prompt)
      // Esc cancels; Ctrl-C keeps what was typed.
      guard let outcome = isInterrupted ? prompt.answer : shown ?? nil else { return nil }
      text = outcome.texts[0]
      selected = outcome.selected ?? selected
      if isInterrupted, (text, selected) == (oldText, oldKind) { return nil }
      do {
        let (barcode, notes) = try TypedCode.correction(
          text, as: kinds[selected], of: old, today: .today())
        let words = try await take(.code(barcode, at: index))
        return ([words] + notes.map(\.words)).joined(separator: " ")
      } catch WalletError.vault(let error) {
        throw error
      } catch WalletError.changedMeanwhile(let id, let name, let differences) {
        // The form shows the code that is there now.
        throw WalletError.changedMeanwhile(id, name: name, differences: differences)
      } catch {
        guard !isInterrupted, let failure = Failure(explaining: error) else { throw error }
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
  private mutating func index(ofCodeOn card: Card) throws -> Int? {
    guard card.codes.count > 1 else { return 0 }
    var picker = Picker(
      title: "Which code?", rows: card.codes.map { .init($0.symbology.name, detail: $0.text) },
      find: { words in
        card.codes.indices.filter { words.isEmpty || card.codes[$0].text.contains(words) }
      })
    return try show(&picker) ?? nil
  }
}
