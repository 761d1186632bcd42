package import Cards
internal import ReaderLink
internal import WalletFiles

/// The result of an import, for scripts.
package struct ImportReport: Encodable, Sendable {
  /// A picture or another wallet's file that was not read, or not completely.
  struct LeftOut: Encodable, Sendable {
    let path: String
    let error: String
    /// The name of what is missing, where it is only a part of another wallet's file: a card, or a file in an archive.
    let name: String?
    /// Whether it shows a vault's key; absent if not.
    let holdsKey: Bool?

    init(path: String, name: String?, error: String) {
      (self.path, self.name, self.error, holdsKey) = (path, name, error, nil)
    }

    init(_ leftOut: ImportSummary.LeftOut) {
      path = leftOut.name
      name = nil
      switch leftOut.reason {
      case .key: error = KeyOnPicture.reason
      case .failed(let failure): error = failure.reasonForImport
      case .noCode: error = "no code was found on it"
      }
      holdsKey = leftOut.reason == .key ? true : nil
    }
  }

  /// A card of another wallet's file.
  struct ImportedCard: Encodable, Sendable {
    /// The file's path as typed.
    let path: String
    let name: String
    /// What became of it: `new`, `changed`, `known`, `staysRemoved` or `leftOut`.
    let outcome: String
    /// The id of its card here, if there is one.
    let id: String?
    /// The fields that the card gets; absent for any other than a changed one.
    let gained: [String]?
    /// How the file differs from the vault's card, which keeps what it has; absent if it does not.
    let differences: [CardDifference]?
    /// Why a person must look at it; absent without a reason.
    let doubts: [String]?
    /// The file's fields that are not kept; absent if there are none.
    let leftOut: [String]?
    /// The texts that are cut because they are too long; absent if there are none.
    let shortened: [String]?

    init(path: String, _ entry: ForeignEntry) {
      func list(_ names: [String]) -> [String]? { names.isEmpty ? nil : names }
      self.path = path
      name = entry.name
      doubts = list(entry.doubts.map(\.words))
      differences = entry.updated == nil ? nil : entry.differences
      leftOut = list(entry.leftOut)
      shortened = list(entry.shortened)
      switch entry.outcome {
      case .new(let card): (outcome, id, gained) = ("new", card.id.description, nil)
      case .changed(let card, let fields):
        (outcome, id, gained) = ("changed", card.id.description, fields)
      case .known(let card): (outcome, id, gained) = ("known", card.id.description, nil)
      case .staysRemoved: (outcome, id, gained) = ("staysRemoved", nil, nil)
      case .key, .unreadable: (outcome, id, gained) = ("leftOut", nil, nil)
      }
    }
  }

  let added: [String]
  let alreadyThere: Int
  let leftOut: [LeftOut]
  /// Cards that got what they lacked from another wallet's file; absent if there are none.
  let changed: [String]?
  /// Drafts in the vault that a given name accepted; absent if there are none.
  let accepted: [String]?
  /// Removed cards that a given name brought back; absent if there are none.
  let restored: [String]?
  /// Cards that a person removed and that stay removed; absent if there are none.
  let leftRemoved: [String]?
  /// How many photos were kept; absent if there are none.
  let photosKept: Int?
  /// The cards of other wallets' files, file by file; absent without such a file.
  let cards: [ImportedCard]?

  /// Creates a report from the results of an import of pictures and of other wallets' files.
  package init(_ summary: ImportSummary = ImportSummary(), besides batch: ForeignBatch) {
    let entries = batch.stored.flatMap(\.entries)
    let addedIDs = entries.compactMap(\.addedID)
    added = summary.added.map(\.id.description) + addedIDs
    // A card of one file may get what it lacks from the next one.
    let changedIDs = Set(entries.compactMap(\.changedID)).subtracting(addedIDs).sorted()
    changed = changedIDs.isEmpty ? nil : changedIDs
    alreadyThere = summary.knownCount + entries.count(where: \.isKnown)
    leftOut = summary.leftOut.map { LeftOut($0) } + batch.problems.compactMap(\.leftOut)
    let cards = batch.stored.flatMap { plan in
      plan.entries.map { ImportedCard(path: plan.fileName, $0) }
    }
    self.cards = cards.isEmpty ? nil : cards
    let drafts = summary.stored.filter { summary.accepted.contains($0.id) }
    accepted = drafts.isEmpty ? nil : drafts.map(\.id.description)
    restored = summary.restored.isEmpty ? nil : summary.restored.map(\.id.description)
    leftRemoved = summary.leftRemoved.isEmpty ? nil : summary.leftRemoved.map(\.description)
    let photoCount = summary.keptPhotoCount + batch.keptPhotoCount
    photosKept = photoCount == 0 ? nil : photoCount
  }

  /// Creates a report of one card added by hand.
  package init(added card: Card) {
    added = [card.id.description]
    alreadyThere = 0
    changed = nil
    leftOut = []
    accepted = nil
    restored = nil
    leftRemoved = nil
    photosKept = card.photos.isEmpty ? nil : card.photos.count
    cards = nil
  }
}

extension ForeignEntry {
  fileprivate var addedID: String? {
    if case .new(let card) = outcome { return card.id.description }
    return nil
  }

  fileprivate var changedID: String? {
    if case .changed(let card, _) = outcome { return card.id.description }
    return nil
  }

  fileprivate var isKnown: Bool {
    if case .known = outcome { return true }
    return false
  }
}

extension ForeignBatch.FileProblem {
  /// The problem for scripts; `nil` if nothing is left out.
  fileprivate var leftOut: ImportReport.LeftOut? {
    func leftOut(_ name: String?, _ error: String) -> ImportReport.LeftOut {
      ImportReport.LeftOut(path: fileName, name: name, error: error)
    }
    switch event {
    case .problem(_, let problem): return leftOut(nil, problem.words)
    case .refused(_, let refusal): return leftOut(nil, Failure(refusal).because)
    case .skipped(_, let member): return leftOut(member.name, member.reason.words)
    case .photoNotKept(let card, _, let problem):
      return leftOut(card.name, "its photo was not kept: \(problem.words)")
    case .rememberedColumns: return nil
    case .card(_, let entry):
      switch entry.outcome {
      case .key: return leftOut(entry.name, "it contains a vault's key")
      case .unreadable(let reason): return leftOut(entry.name, reason.words)
      case .new, .changed, .known, .staysRemoved: return nil
      }
    }
  }
}
