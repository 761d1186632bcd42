import Cards
import SystemPackage
import Testing
import VaultStore

@testable import Wallet

/// What each action of a review means in each state, and what a vault has afterwards.
@Suite struct ReviewTests {
  private static let gym = Card.sample("Gym", "5901234123457", id: 1).with { $0.review = .draft }
  private static let zoo = Card.sample("Zoo", "4006381333931", id: 2).with { $0.review = .draft }
  /// Digits of its code are missing.
  private static let worn = Card.sample("Worn", id: 3).with {
    $0.codes = [
      Barcode(PartialBarcode(symbology: .ean13, pattern: "59012341234?7", position: []))
    ]
    $0.review = .doubtfulDraft
  }
  private static let all = [gym, zoo, worn]

  /// A review in which the first two drafts are of one photo.
  private static func review(after actions: [ReviewAction] = []) throws -> DraftReview {
    var review = DraftReview(ReviewQueue([[gym.id, zoo.id], [worn.id]]), of: all)
    for action in actions { _ = try review.take(action) }
    return review
  }

  struct Step: Sendable, CustomTestStringConvertible {
    let before: [ReviewAction]
    let action: ReviewAction
    let effects: [ReviewEffect]
    /// The draft that is shown then.
    let shown: CardID?

    init(
      _ action: ReviewAction, after before: [ReviewAction] = [], _ effects: [ReviewEffect],
      shows card: Card?
    ) {
      (self.before, self.action, self.effects, shown) = (before, action, effects, card?.id)
    }

    var testDescription: String { "\(action), after \(before.count) actions" }
  }

  private static func accepted(_ card: Card, _ change: (inout Card) -> Void = { _ in }) -> Card {
    card.with {
      $0.review = .accepted
      change(&$0)
    }
  }

  static let steps: [Step] = [
    Step(.accept, [.save([accepted(gym)]), .say("Accepted: Gym")], shows: zoo),
    Step(
      .accept, after: [.set(.name, " Sport "), .set(.tags, "b,a"), .set(.expires, "2030-12-31")],
      [
        .save([
          accepted(gym) {
            ($0.name, $0.tags, $0.expires) = ("Sport", ["a", "b"], CalendarDate("2030-12-31"))
          }
        ]), .say("Accepted: Sport"),
      ], shows: zoo),
    // What was typed is kept for a draft, and not for another.
    Step(
      .accept, after: [.type([.name: "Sport"]), .skip],
      [.save([accepted(zoo)]), .say("Accepted: Zoo")], shows: worn),
    Step(
      .accept, after: [.type([.name: "Sport"]), .skip, .back],
      [.save([accepted(gym) { $0.name = "Sport" }]), .say("Accepted: Sport")], shows: zoo),
    Step(
      .set(.oneTime, "no"), after: [.set(.oneTime, "yes")],
      [.save([gym]), .say("Not a one-time card.")], shows: gym),
    Step(
      .set(.tags, "town"), [.save([gym.with { $0.tags = ["town"] }]), .say("Tags: town")],
      shows: gym),
    Step(.set(.expires, "never"), [.say("Expires: never")], shows: gym),
    Step(.set(.tags, ""), [.say("Tags: none")], shows: gym),
    Step(.set(.name, "Sport"), [.save([gym.with { $0.name = "Sport" }])], shows: gym),
    Step(.type([.expires: "soon"]), [], shows: gym),
    Step(.correct, [.askForCode], shows: gym),
    Step(
      .correct, after: [.type([.name: "Sport"])],
      [.save([gym.with { $0.name = "Sport" }]), .askForCode], shows: gym),
    Step(
      .code(.code128("A"), at: 0),
      [
        .check(.code128("A"), for: gym.id), .save([gym.with { $0.codes = [.code128("A")] }]),
        .say("Corrected."),
      ], shows: gym),
    Step(
      .code(.code128("A"), at: 7),
      [
        .check(.code128("A"), for: gym.id), .save([gym.with { $0.codes.append(.code128("A")) }]),
        .say("Corrected."),
      ], shows: gym),
    Step(
      .join, [.join(gym, with: [zoo]), .say("Joined: this card has 2 codes now.")], shows: gym),
    Step(.join, after: [.join], [.say("No other code was found on this photo.")], shows: gym),
    Step(.join, after: [.accept], [.say("No other code was found on this photo.")], shows: zoo),
    Step(.skip, [.say("Skipped: Gym")], shows: zoo),
    // What was typed is saved with the draft that is left; what is not valid yet is not.
    Step(
      .skip, after: [.type([.name: "Sport", .expires: "soon"])],
      [.save([gym.with { $0.name = "Sport" }]), .say("Skipped: Sport")], shows: zoo),
    Step(
      .quit, after: [.type([.tags: "town"])], [.save([gym.with { $0.tags = ["town"] }]), .quit],
      shows: gym),
    // An accepted card changes only when it is accepted again.
    Step(
      .quit, after: [.accept, .back, .type([.tags: "town"])], [.quit], shows: gym),
    Step(.open, [.say("It is not known where its photo is.")], shows: gym),
    Step(.undo, [.say("There is nothing to undo.")], shows: gym),
    Step(
      .undo, after: [.discard], [.putBack([gym]), .say("Undone: “Discarded: Gym”")], shows: gym),
    Step(
      .undo, after: [.accept, .skip], [.putBack([gym]), .say("Undone: “Accepted: Gym”")],
      shows: gym),
    Step(
      .undo, after: [.join, .skip],
      [.putBack([gym, zoo]), .say("Undone: “Joined: this card has 2 codes now.”")], shows: gym),
    Step(
      .undo, after: [.code(.code128("A"), at: 0)], [.putBack([gym]), .say("Undone: “Corrected.”")],
      shows: gym),
    Step(
      .undo, after: [.discard, .discard, .undo],
      [.putBack([gym]), .say("Undone: “Discarded: Gym”")], shows: gym),
    Step(
      .undo, after: [.discard, .type([.name: "Pool"])],
      [
        .save([zoo.with { $0.name = "Pool" }]), .putBack([gym]),
        .say("Undone: “Discarded: Gym”"),
      ], shows: gym),
    Step(.skip, after: [.accept, .back], [.say("Still accepted: Gym")], shows: zoo),
    Step(.skip, after: [.skip, .skip], [.say("Skipped: Worn")], shows: nil),
    Step(.skip, after: [.skip, .skip, .skip], [], shows: nil),
    Step(.back, [.say("This is the first card.")], shows: gym),
    Step(.back, after: [.skip], [], shows: gym),
    Step(.back, after: [.accept], [], shows: gym),
    Step(.discard, after: [.skip], [.remove(zoo.id), .say("Discarded: Zoo")], shows: worn),
    Step(
      .acceptSure, [.save([accepted(gym), accepted(zoo)]), .say("Accepted 2 sure drafts.")],
      shows: zoo),
    Step(
      .acceptSure, after: [.accept], [.save([accepted(zoo)]), .say("Accepted 1 sure draft.")],
      shows: worn),
    // A skipped draft with a text that is not valid stays a draft, and a doubtful one is shown still.
    Step(
      .acceptSure, after: [.type([.expires: "soon"]), .skip, .type([.name: "Pool"]), .skip],
      [.save([accepted(zoo) { $0.name = "Pool" }]), .say("Accepted 1 sure draft.")], shows: worn),
    Step(.acceptSure, after: [.accept, .accept], [.say("No sure drafts to accept.")], shows: worn),
    // The names are those of a list: what is not in it was not seen, and a doubtful one must be looked at.
    Step(
      .acceptNamed([zoo.id: "Pool", worn.id: "Worn"]), after: [.type([.name: "Typed"])],
      [
        .save([gym.with { $0.name = "Typed" }]), .save([accepted(zoo) { $0.name = "Pool" }]),
        .say("Accepted 1 sure draft."),
      ], shows: gym),
    Step(.quit, [.quit], shows: gym),
  ]

  @Test(arguments: steps)
  func `each action has its effects`(step: Step) throws {
    var review = try Self.review(after: step.before)
    #expect(try review.take(step.action) == step.effects)
    #expect(review.card?.id == step.shown)
  }

  static let refusals: [(before: [ReviewAction], action: ReviewAction, problem: WalletError)] = [
    ([.skip, .skip], .accept, .partialCode(worn.id)),
    ([.type([.name: " "])], .accept, .text(.empty(.name))),
    ([.type([.name: ""])], .acceptSure, .text(.empty(.name))),
    ([], .set(.tags, ","), .text(.empty(.tag))),
    ([.type([.expires: "soon"])], .accept, .text(.notADate("soon"))),
    ([], .set(.expires, "soon"), .text(.notADate("soon"))),
  ]

  @Test(arguments: refusals)
  func `what is refused changes nothing`(
    before: [ReviewAction], action: ReviewAction, problem: WalletError
  ) throws {
    var review = try Self.review(after: before)
    let (shown, typed) = (review.card, ReviewField.allCases.map(review.text))
    #expect(throws: problem) { try review.take(action) }
    #expect(review.card == shown && ReviewField.allCases.map(review.text) == typed)
    #expect(review.accepted.isEmpty && review.goneCount == 0)
  }

  @Test func `a draft that would never be valid is not accepted`() throws {
    let (early, late) = (try CalendarDate.someDay, try CalendarDate.someDay.adding(days: 1))
    let never = Self.gym.with { ($0.validFrom, $0.expires) = (late, early) }
    var review = DraftReview(ReviewQueue([[never.id]]), of: [never])
    let problem = WalletError.text(.neverValid(from: late, expires: early))
    #expect(throws: problem) { try review.take(.accept) }
    // Nobody looks at each when all are accepted, so one is no reason to stop.
    var all = review
    #expect(try all.take(.acceptSure) == [.say("No sure drafts to accept.")])
    review.fill(never)
    for action in [ReviewAction.acceptSure, .skip] {
      #expect(throws: problem) { try review.take(action) }
    }
  }

  @Test func `an accepted card is not joined with doubtful drafts of its photo`() throws {
    var review = DraftReview(
      ReviewQueue([[Self.gym.id, Self.worn.id]]), of: [Self.gym, Self.worn])
    _ = try review.take(.accept)
    _ = try review.take(.back)
    #expect(review.card?.isDraft == false && !review.keys.map(\.action).contains(.join))
    #expect(try review.take(.join) == [.say("This card is accepted. Join its drafts first.")])
  }

  @Test func `what was typed for a decision that is taken back is in the form again`() throws {
    let typed = ReviewAction.type([.name: "Sport"])
    for decision in [ReviewAction.accept, .discard] {
      let review = try Self.review(after: [typed, decision, .undo])
      #expect(review.card == Self.gym && review.text(.name) == "Sport")
    }
  }

  @Test func `only a discarded last draft is asked about`() throws {
    let skipped: [ReviewAction] = [.skip, .skip]
    #expect(try Self.review(after: skipped + [.discard]).endsWithDiscard)
    #expect(try !Self.review(after: skipped + [.discard, .undo]).endsWithDiscard)
    #expect(try !Self.review(after: [.skip, .discard, .skip]).endsWithDiscard)
    #expect(try !Self.review(after: [.discard]).endsWithDiscard)
  }

  @Test func `each decision can be taken back in the vault`() async throws {
    let folder = try WalletFolder()
    let vault = folder.vault
    try await vault.save([Self.gym, Self.zoo, Self.worn])
    let before = await vault.cards
    for decisions in [
      [ReviewAction.accept], [.discard], [.join], [.join, .discard], [.acceptSure],
      [.code(.code128("A"), at: 0)], [.join, .accept],
    ] {
      var review = DraftReview(
        ReviewQueue([[Self.gym.id, Self.zoo.id], [Self.worn.id]]), of: await vault.cards)
      await vault.beginCommand()
      for decision in decisions {
        _ = try await review.take(decision, in: vault)
        review.refresh(await vault.cards)
      }
      #expect(await vault.cards.map(\.unchanged) != before.map(\.unchanged))
      while review.keys.map(\.action).contains(.undo) {
        _ = try await review.take(.undo, in: vault)
        review.refresh(await vault.cards)
      }
      // When they were changed last is not taken back.
      #expect(await vault.cards.map(\.unchanged) == before.map(\.unchanged), "\(decisions)")
      #expect(review.card?.id == Self.gym.id && review.accepted.isEmpty && review.goneCount == 0)
    }
  }

  @Test func `a text from before a decision does not hide what another window saved since`()
    async throws
  {
    let folder = try WalletFolder()
    let vault = folder.vault
    try await vault.save([Self.gym])
    var review = DraftReview(ReviewQueue([[Self.gym.id]]), of: await vault.cards)
    await vault.beginCommand()
    for action in [ReviewAction.type([.name: "Aaa", .tags: "home"]), .accept] {
      _ = try await review.take(action, in: vault)
    }
    let accepted = try #require(await vault.card(Self.gym.id))
    try await vault.save([accepted.with { $0.name = "Corrected" }])
    _ = try await review.take(.undo, in: vault)
    #expect(review.text(.name) == "Corrected" && review.text(.tags) == "home")
  }

  @Test func `what was typed after a decision stays when that is taken back`() async throws {
    let folder = try WalletFolder()
    let vault = folder.vault
    try await vault.save([Self.gym, Self.zoo])
    var review = DraftReview(ReviewQueue([[Self.gym.id], [Self.zoo.id]]), of: await vault.cards)
    await vault.beginCommand()
    for action in [ReviewAction.accept, .back, .set(.tags, "town"), .undo] {
      _ = try await review.take(action, in: vault)
      review.refresh(await vault.cards)
    }
    let card = try #require(await vault.card(Self.gym.id))
    #expect(card.isDraft)
    #expect(card.tags == ["town"])
  }

  @Test func `what others changed in a card meanwhile stays when a decision is taken back`()
    async throws
  {
    for decisions in [
      [ReviewAction.accept], [.join], [.accept, .back, .code(.code128("A"), at: 0)],
    ] {
      let folder = try WalletFolder()
      let vault = folder.vault
      try await vault.save([Self.gym, Self.zoo])
      var review = DraftReview(ReviewQueue([[Self.gym.id, Self.zoo.id]]), of: await vault.cards)
      for decision in decisions {
        _ = try await review.take(decision, in: vault)
        review.refresh(await vault.cards)
      }
      let window = try Vault.open(at: vault.locations)
      let there = try #require(await window.card(Self.gym.id))
      try await window.save([there.with { ($0.note, $0.pin) = ("theirs", "1234") }])
      while review.keys.map(\.action).contains(.undo) {
        let said = try await review.take(.undo, in: vault).words
        #expect(said.hasSuffix("What was changed since stays."), "\(said)")
        review.refresh(await vault.cards)
      }
      let after = try #require(await vault.card(Self.gym.id))
      #expect(after.note == "theirs" && after.pin == "1234" && after.codes == Self.gym.codes)
      #expect(after.isDraft && review.card?.note == "theirs" && review.goneCount == 0)
      #expect(await vault.cards.count == 2)
    }
  }

  @Test func `a card that others removed or brought back meanwhile stays so`() async throws {
    let folder = try WalletFolder()
    let vault = folder.vault
    try await vault.save([Self.gym, Self.zoo, Self.worn])
    var review = DraftReview(ReviewQueue(drafts: await vault.cards), of: await vault.cards)
    while review.card?.id != Self.gym.id { _ = try await review.take(.skip, in: vault) }
    _ = try await review.take(.accept, in: vault)
    review.refresh(await vault.cards)
    let window = try Vault.open(at: vault.locations)
    try await window.remove([Self.gym.id])
    do {
      _ = try await review.take(.undo, in: vault)
      Issue.record("a removed card was changed")
    } catch {
      guard case .removed(Self.gym.id, _, _) = error else { throw error }
    }
    #expect(await vault.card(Self.gym.id) == nil)
    // That decision is no obstacle to an earlier one.
    #expect(!review.keys.map(\.action).contains(.undo))
    review = DraftReview(ReviewQueue([[Self.zoo.id]]), of: await vault.cards)
    _ = try await review.take(.discard, in: vault)
    #expect(review.goneCount == 1)
    try await window.refresh()
    try await window.save([Self.zoo.with { $0.note = "theirs" }])
    _ = try await review.take(.undo, in: vault)
    #expect(await vault.card(Self.zoo.id)?.note == "theirs" && review.goneCount == 0)
  }

  @Test func `an accepted card is not discarded, and keeps what is entered by itself`() throws {
    var review = try Self.review(after: [.accept, .back])
    #expect(!review.keys.map(\.action).contains(.discard))
    #expect(try review.take(.discard) == [.say("This card is accepted. Undo that first.")])
    #expect(review.card?.id == Self.gym.id)
    let tagged = Self.accepted(Self.gym) { $0.tags = ["town"] }
    #expect(try review.take(.set(.tags, "town")) == [.save([tagged]), .say("Tags: town")])
    #expect(!review.isTyped && [true, false].allSatisfy { review.typed(kept: $0).isEmpty })
  }

  @Test func `a photo is opened only where it is known`() throws {
    let photo = DraftPhoto(file: "/photos/a.jpg", page: nil)
    var review = DraftReview(
      ReviewQueue([[Self.gym.id], [Self.zoo.id]]), of: Self.all, photos: [Self.gym.id: photo])
    #expect(review.keys.map(\.action).contains(.open))
    #expect(try review.take(.open) == [.open(photo)])
    _ = try review.take(.skip)
    #expect(!review.keys.map(\.action).contains(.open))
  }

  @Test func `only keys that do something are offered`() throws {
    func offered(_ actions: ReviewAction...) throws -> [ReviewAction] {
      try Self.review(after: actions).keys.map(\.action)
    }
    #expect(
      try offered() == [.accept, .correct, .join, .skip, .discard, .acceptSure, .quit])
    #expect(
      try offered(.skip, .skip)
        == [.accept, .correct, .skip, .back, .discard, .acceptSure, .quit])
    #expect(
      try offered(.accept, .accept)
        == [.accept, .correct, .skip, .back, .discard, .quit, .undo])
  }

  @Test func `each key and command has one action`() {
    for texts in [ReviewKey.all.flatMap(\.keys), ReviewKey.all.flatMap(\.commands)] {
      #expect(Set(texts).count == texts.count)
    }
    let commands = ReviewField.allCases.compactMap(\.command)
    #expect(commands.allSatisfy { ReviewKey.action(of: $0) == nil })
  }

  @Test func `tags of a similar card are suggested, and typed ones replace them`() throws {
    let known = Card.sample("Sport", "5901234100007").with { $0.tags = ["sport"] }
    var review = DraftReview(
      ReviewQueue([[Self.gym.id], [Self.zoo.id]]), of: [Self.gym, Self.zoo, known])
    #expect(review.text(.tags) == "sport" && review.typedCard?.tags == ["sport"] && !review.isTyped)
    var other = review
    _ = try other.take(.set(.tags, "town"))
    #expect(other.text(.tags) == "town" && other.isTyped)
    _ = try other.take(.set(.tags, ""))
    #expect(other.text(.tags) == "" && other.typedCard?.tags == [])
    _ = try other.take(.type([.tags: "sport"]))
    #expect(!other.isTyped)
    #expect(
      try review.take(.accept).first == .save([Self.accepted(Self.gym) { $0.tags = ["sport"] }]))
  }

  @Test func `a page has all fields itself, and what it does not accept is saved`() throws {
    let typed = Self.worn.with { $0.note = "second floor" }
    for (action, words) in [
      (ReviewAction.skip, ["Skipped: Worn"]), (.back, []),
      (.join, ["No other code was found on this photo."]),
    ] {
      var review = try Self.review(after: [.skip, .skip])
      review.fill(typed)
      #expect(try review.take(action) == [.save([typed])] + words.map { .say($0) })
    }
    var review = try Self.review(after: [.skip, .skip])
    review.fill(typed)
    #expect(
      try review.take(.acceptSure) == [
        .save([typed]), .save([Self.accepted(Self.gym), Self.accepted(Self.zoo)]),
        .say("Accepted 2 sure drafts."),
      ])
    review = try Self.review()
    review.fill(Self.gym.with { $0.note = "left" })
    #expect(
      try review.take(.join).first == .join(Self.gym.with { $0.note = "left" }, with: [Self.zoo]))
  }

  @Test func `a draft that is gone or accepted is passed, but not one that a person went back to`()
    throws
  {
    var review = try Self.review()
    review.refresh([Self.zoo, Self.worn])
    // Somebody else discarded it.
    #expect(review.card == Self.zoo && review.goneCount == 0)
    let whole = Self.accepted(Self.zoo)
    review.refresh([whole, Self.worn])
    #expect(review.card == Self.worn && review.accepted == [whole])
    _ = try review.take(.back)
    // It is shown again after what does not leave it, such as a mistyped date.
    for _ in 0..<2 {
      review.refresh([whole, Self.worn])
      #expect(review.card == whole)
    }
    _ = try review.take(.skip)
    #expect(review.card == Self.worn)
  }

  @Test func `what was typed and not accepted is named`() throws {
    func names(_ isKept: Bool, _ actions: ReviewAction...) throws -> [String] {
      try Self.review(after: actions).typed(kept: isKept)
    }
    #expect(
      try names(true, .type([.name: "Sport"]), .skip, .set(.tags, "a"), .quit) == [
        "“Sport”", "“Zoo”",
      ])
    #expect(try names(false, .type([.name: "Sport"]), .quit) == [])
    let unfinished = ReviewAction.type([.name: "Sport", .expires: "soon"])
    #expect(try names(false, unfinished, .quit) == ["“Sport” (Name: Sport; Expires: soon)"])
    #expect(
      try names(false, .accept, .back, .type([.name: "Sport"]), .quit) == ["“Gym” (Name: Sport)"])
    // Nor is anything lost that was typed for a draft that is gone.
    var review = try Self.review(after: [.type([.name: "Sport", .tags: "town"])])
    review.refresh([Self.zoo])
    #expect(review.typed(kept: false) == ["“Sport” (Name: Sport; Tags: town)"])
    for actions in [
      [ReviewAction.type([.name: "Sport"]), .accept], [.type([.name: "Sport"]), .discard],
      [.type([.name: "Gym"])],
    ] {
      let review = try Self.review(after: actions)
      #expect([true, false].allSatisfy { review.typed(kept: $0).isEmpty })
    }
  }

  @Test func `one undo undoes a whole review, and nothing before it`() async throws {
    let folder = try WalletFolder()
    let vault = folder.vault
    await vault.beginCommand()
    try await vault.save([Self.gym, Self.zoo, Self.worn])
    let before = await vault.cards
    var review = DraftReview(
      ReviewQueue([[Self.worn.id], [Self.gym.id, Self.zoo.id]]), of: before)
    await vault.beginCommand()
    _ = try await review.take(.discard, in: vault)
    _ = try await review.take(.join, in: vault)
    review.refresh(await vault.cards)
    _ = try await review.take(.set(.name, "Sport"), in: vault)
    _ = try await review.take(.accept, in: vault)
    review.refresh(await vault.cards)
    #expect(review.accepted.map(\.name) == ["Sport"] && review.goneCount == 2)
    #expect(await vault.cards.map(\.name) == ["Sport"])
    #expect(await vault.cards.first?.codes.count == 2)
    _ = try await vault.undo()
    let after = await vault.cards
    #expect(after.map(\.id) == before.map(\.id) && after.map(\.name) == before.map(\.name))
    #expect(after.allSatisfy { $0.isDraft && $0.codes.count == 1 })
    _ = try await vault.undo()
    #expect(await vault.cards.isEmpty)
  }

  @Test func `a code with missing digits is completed before it is accepted`() async throws {
    let folder = try WalletFolder()
    let vault = folder.vault
    let gym = Self.accepted(Self.zoo)
    try await vault.save([Self.worn, gym])
    // However it came to be accepted: it stays a draft.
    var joining = DraftReview(
      ReviewQueue([[gym.id, Self.worn.id]]), of: [gym.with { $0.review = .draft }, Self.worn])
    _ = try await joining.take(.join, in: vault)
    #expect(await vault.card(gym.id)?.review == .doubtfulDraft)
    _ = try await vault.undo()
    var review = DraftReview(ReviewQueue([[Self.worn.id]]), of: await vault.cards)
    for code in [Self.worn.codes[0], gym.codes[0]] {
      await #expect(throws: WalletError.self) {
        try await review.take(.code(code, at: 0), in: vault)
      }
      #expect(review.card?.codes == Self.worn.codes)
    }
    _ = try await review.take(.code(.ean13("5901234123457"), at: 0), in: vault)
    _ = try await review.take(.accept, in: vault)
    #expect(await vault.card(Self.worn.id)?.review == .accepted)
  }
}

extension Card {
  /// The card without when it was changed last.
  fileprivate var unchanged: Card { with { $0.changed = nil } }
}
