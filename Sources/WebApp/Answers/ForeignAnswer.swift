internal import Cards
internal import Wallet

/// What the import of another wallet's file would do; numbers are masked.
struct ForeignAnswer: Encodable, Sendable {
  /// A card of the file.
  struct Entry: Encodable, Sendable {
    /// `new`, `draft`, `changed`, `known`, `removed`, `key` or `unreadable`.
    let outcome: String
    let name: String
    /// What the import does with it.
    let what: String
    /// Why a person must look at it, and what is not kept.
    let remarks: [String]
    /// Whether the file differs from the vault's card, which keeps its values; absent if not.
    let differs: Bool?
    let tags: [String]
    let symbologies: [String]
    let ending: String?
    let expires: String?
    /// How many photos it has, if any.
    let photos: Int?
    /// The vault's card that it is about.
    let card: String?

    init(_ entry: ForeignEntry) {
      let (outcome, card): (String, Card?) =
        switch entry.outcome {
        case .new(let card): (card.isDraft ? "draft" : "new", card)
        case .changed(let card, _): ("changed", card)
        case .known(let card): ("known", card)
        case .staysRemoved: ("removed", nil)
        case .key: ("key", nil)
        case .unreadable: ("unreadable", nil)
        }
      self.outcome = outcome
      name = entry.shownName.shortened(to: longestText)
      what = entry.what.shortened(to: longestText)
      remarks = entry.remarks.map { $0.shortened(to: longestText) }
      differs = entry.differences.isEmpty ? nil : true
      tags = card?.tags ?? []
      symbologies = card?.codes.map(\.symbology.name) ?? []
      ending = card?.maskedEnding
      expires = card?.expires?.description
      photos = entry.photos.isEmpty ? nil : entry.photos.count
      self.card = ["changed", "known"].contains(outcome) ? card?.id.description : nil
    }
  }

  /// Absent if there is nothing to choose from.
  let id: String?
  let words: String
  let entries: [Entry]
  /// What was skipped inside the file.
  let remarks: [String]
  /// What a table's columns mean, which the person may still change.
  let columns: ColumnsAnswer?

  /// A text may be as long as its file.
  private static let longestText = 400
  /// Thousands of files in an archive may be skipped.
  private static let mostRemarks = 50

  /// A preview.
  ///
  /// - Parameters:
  ///   - plan: What the import would do.
  ///   - file: What was read.
  ///   - id: What the page names it by; `nil` if there is nothing to choose from.
  init(_ plan: ForeignImport, of file: RecognisedFile.Contents, id: String?) {
    self.id = id
    words = id == nil ? ForeignImport.outcome(of: [plan]) : plan.words
    entries = plan.entries.map(Entry.init)
    remarks = Self.remarks(file.skipped.map { .skipped(fileName: "", $0) })
    columns = file.table.map { ColumnsAnswer($0.rows, as: $0.columns) }
  }

  /// What was not imported, in words.
  static func remarks(_ events: [ForeignBatch.Event]) -> [String] {
    events.prefix(mostRemarks).map { $0.words.shortened(to: longestText) }
  }
}

/// What was stored from other wallets' files.
struct ForeignOutcome: Encodable, Sendable {
  /// What was stored from one file.
  struct File: Encodable, Sendable {
    let words: String
    /// How many cards are new or changed.
    let saved: Int
    /// The ids of cards that a person must review.
    let drafts: [String]
    /// Photos that could not be kept.
    let remarks: [String]

    init(_ stored: ForeignChoice.Stored) {
      let cards = stored.plan.cardsToSave
      words = ForeignImport.outcome(of: [stored.plan])
      saved = cards.count
      drafts = cards.filter(\.isDraft).map(\.id.description)
      remarks = ForeignAnswer.remarks(stored.unkept)
    }
  }

  let words: String
  /// In the order of the request.
  let files: [File]

  /// The answer to a choice.
  init(_ choice: ForeignChoice) {
    words = ForeignImport.outcome(
      of: choice.stored.map(\.plan), photoCount: choice.keptPhotoCount)
    files = choice.stored.map(File.init)
  }
}
