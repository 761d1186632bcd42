package import Cards
package import ReaderLink
package import WalletFiles

/// What an import does, or did, with one thing: a code on a photo, a card of another wallet's file, or something that
/// it leaves out.
package struct ImportItem: Sendable, Hashable {
  /// What becomes of it.
  package enum Outcome: Sendable, Hashable {
    /// It becomes a card, or a draft where a person must look at it.
    case new(Card)
    /// A card has its code; the card gets what it lacks, and keeps what it has.
    case changed(Card, gaining: [String])
    /// The vault has it, and nothing changes.
    case known(Card)
    /// It was a draft in the vault, which the given name accepts.
    case accepted(Card)
    /// It was removed before, and is back under the given name.
    case restored(Card, formerName: String)
    /// A person removed it, and it stays removed.
    case staysRemoved(Card)
    /// It is not imported, or not all of it.
    case leftOut(Reason)
  }

  /// Why something is left out.
  package enum Reason: Sendable, Hashable {
    /// It contains a vault's key.
    case key
    /// The photo was not read, or not completely.
    case photo(PictureOutcome.Failure)
    /// No code was found on the photo, or none that the given option allows.
    case noCode(limit: String?)
    /// No code was found on the first picture of an animation, and the others were not looked at.
    case noCodeAtFirst
    /// The card was imported without its photo.
    case photoNotKept(Card, CardPhoto.Side, PhotoProblem)
    /// The other wallet's file was not read.
    case file(ForeignProblem)
    /// The other wallet's file was not read, as a person has to say something about it that the command does not.
    case unanswered(ForeignRefusal)
    /// The file in an archive was not opened.
    case member(OpenedArchive.Skipped)
    /// The card of another wallet's file could not be read.
    case unreadable(ForeignReading.Unreadable.Reason)
    /// The card of another wallet's file is one that a person did not want.
    case notChosen
  }

  /// Its file's path as typed; `-` for standard input, and empty for an upload.
  package let path: String
  /// Its name: of a card, or of a file in an archive; empty for a whole file.
  package let name: String
  /// The wallet of whose file it is a card; `nil` for anything else.
  package let source: ForeignSource?
  /// The code that was read on a photo; `nil` for anything else.
  package let code: Barcode?
  /// What becomes of it.
  package internal(set) var outcome: Outcome
  /// What a person may want to look at.
  package internal(set) var doubts: [ForeignCard.Doubt] = []
  /// The names of the file's fields that are not kept.
  package internal(set) var leftOut: [String] = []
  /// The names of texts that are longer than a card keeps, and are cut.
  package internal(set) var shortened: [String] = []
  /// The vault's card with what is new in the file, if anything is; the card itself keeps what it has.
  var updated: Card?
  /// The photos to keep with the card.
  package internal(set) var photos: [ForeignCard.Photo] = []

  /// A code on a photo, and what becomes of it.
  init(_ code: Barcode, _ outcome: Outcome, on path: String) {
    self.init(outcome, path: path, code: code)
  }

  /// Something that is left out: a file, or with a name a part of it.
  init(_ reason: Reason, of path: String, part name: String = "") {
    self.init(.leftOut(reason), path: path, name: name)
  }

  /// A card of another wallet's file, called by its position there if it has no name; or one that was typed in.
  init(_ outcome: Outcome, of path: String, named name: String, from source: ForeignSource?) {
    self.init(outcome, path: path, name: name, source: source)
  }

  private init(
    _ outcome: Outcome, path: String, name: String? = nil, source: ForeignSource? = nil,
    code: Barcode? = nil
  ) {
    self.outcome = outcome
    self.path = path
    self.source = source
    self.code = code
    // A name may be as long as a file.
    self.name = (name ?? outcome.card?.name ?? "").limited(to: CardLimits.name)
  }
}

extension ImportItem.Outcome {
  /// Its name in JSON.
  package var name: String {
    switch self {
    case .new(let card): card.isDraft ? "draft" : "new"
    case .changed: "changed"
    case .known: "known"
    case .accepted: "accepted"
    case .restored: "restored"
    case .staysRemoved: "staysRemoved"
    case .leftOut: "leftOut"
    }
  }

  /// The card that it is about; `nil` where there is none.
  package var card: Card? {
    switch self {
    case .new(let card), .changed(let card, _), .known(let card), .accepted(let card),
      .restored(let card, _), .staysRemoved(let card), .leftOut(.photoNotKept(let card, _, _)):
      card
    case .leftOut: nil
    }
  }

  /// The card that a review may show; `nil` where there is none.
  var reviewedCard: Card? {
    if case .known(let card) = self { card } else { savedCard }
  }

  /// The card to save; `nil` where nothing is.
  package var savedCard: Card? {
    switch self {
    case .new(let card), .changed(let card, _), .accepted(let card), .restored(let card, _): card
    case .known, .staysRemoved, .leftOut: nil
    }
  }
}

extension ImportItem.Reason {
  /// Its name in JSON: after `failed`, the same file may be read the next time, but not after `refused`.
  package var name: String {
    switch self {
    case .key: "key"
    case .photo(.refused), .file: self == .file(.unopenable) ? "failed" : "refused"
    case .photo: "failed"
    case .noCode, .noCodeAtFirst: "noCode"
    case .photoNotKept: "photoNotKept"
    case .unanswered: "unanswered"
    case .member: "skipped"
    case .unreadable: "unreadable"
    case .notChosen: "notChosen"
    }
  }
}

extension ImportItem {
  /// Why it is left out; `nil` if it is not.
  package var reason: Reason? { if case .leftOut(let reason) = outcome { reason } else { nil } }

  /// Whether its card has another name in the file, which the vault's card does not take.
  package var isRenamedThere: Bool { differences.contains { $0.field == "name" } }

  /// Whether there is anything about it for a person to choose: a card to save, or a new name.
  package var isOpen: Bool { outcome.savedCard != nil || isRenamedThere }

  /// Whether something is missing in the vault: not where a file in an archive is a duplicate, or was made to do harm.
  var isMissed: Bool {
    switch reason {
    case nil, .photoNotKept, .notChosen: false
    case .member(let reason): reason == .damaged
    case .key, .photo, .noCode, .noCodeAtFirst, .file, .unanswered, .unreadable: true
    }
  }

  /// Whether it is a card that is not certain yet: of a photo, as its code is doubtful, and of a file, as any of it is.
  var isDoubtful: Bool {
    guard case .new(let card) = outcome else { return false }
    return card.review == .doubtfulDraft || source != nil && card.isDraft && !doubts.isEmpty
  }

  /// Whether a person may want to know more about it than the counts show.
  var deservesMention: Bool {
    if case .known = outcome { updated != nil } else { true }
  }

  /// How the file differs from the vault's card, which keeps what it has.
  package var differences: [CardDifference] {
    guard let updated else { return [] }
    return switch outcome {
    case .known(let card): CardDifference.between(card, updated)
    // The words about a changed card have both names.
    case .changed(let card, _): CardDifference.between(card, updated).filter { $0.field != "name" }
    case .new, .accepted, .restored, .staysRemoved, .leftOut: []
    }
  }

  /// What is reported about a card of a file once it is stored: no photos, and only its card's id, name and state
  /// unless the file differs from the card.
  var outline: ImportItem {
    var outline = self
    outline.photos = []
    if updated != nil { return outline }
    switch outcome {
    case .new(let card): outline.outcome = .new(card.outline)
    case .changed(let card, let fields): outline.outcome = .changed(card.outline, gaining: fields)
    case .known(let card): outline.outcome = .known(card.outline)
    case .staysRemoved(let card): outline.outcome = .staysRemoved(card.outline)
    case .accepted, .restored, .leftOut: break
    }
    return outline
  }
}

extension Card {
  fileprivate var outline: Card {
    var outline = Card(id: id, name: name, codes: [])
    outline.review = review
    return outline
  }
}

extension ImportItem {
  private enum Key: CodingKey {
    case path, name, outcome, reason, id, words, `try`
    case gained, differences, doubts, leftOut, shortened
    case tags, symbologies, ending, expires, photos
  }

  /// A text of a file may be as long as the file.
  private static let maxTextLength = 400

  /// Writes it for scripts and pages: without numbers and PINs, and what it has none of is absent.
  ///
  /// - `isStored`: Whether a new card is in the vault, so that it has an id.
  func encode(to encoder: any Encoder, isStored: Bool) throws {
    var container = encoder.container(keyedBy: Key.self)
    func encode(_ text: String?, _ key: Key) throws {
      guard let text, !text.isEmpty else { return }
      try container.encode(text.shortened(to: Self.maxTextLength), forKey: key)
    }
    func encode(_ list: [some Encodable], _ key: Key) throws {
      if !list.isEmpty { try container.encode(list, forKey: key) }
    }
    try encode(path, .path)
    try encode(shownName, .name)
    try encode(outcome.name, .outcome)
    try encode(reason?.name, .reason)
    let isHere = if case .new = outcome { isStored } else { true }
    if isHere { try encode(outcome.card?.id.description, .id) }
    let parts = ([what] + remarks).map { $0.shortened(to: Self.maxTextLength) }
    try container.encode(parts.joined(separator: "; "), forKey: .words)
    try encode(advice?.line, .try)
    if case .changed(_, let fields) = outcome { try encode(fields, .gained) }
    try encode(differences, .differences)
    try encode(doubts.map { $0.words.shortened(to: Self.maxTextLength) }, .doubts)
    try encode(leftOut.map { $0.shortened(to: Self.maxTextLength) }, .leftOut)
    try encode(shortened, .shortened)
    if photos.count > 0 { try container.encode(photos.count, forKey: .photos) }
    guard reason == nil, let card = outcome.card else { return }
    try encode(card.tags, .tags)
    try encode(card.codes.map(\.symbology.name), .symbologies)
    try encode(card.maskedEnding, .ending)
    try encode(card.expires?.description, .expires)
  }
}
