package import Cards

/// The result of an import, for scripts.
package struct ImportReport: Encodable, Sendable {
  /// A picture that was not read, or not completely.
  package struct LeftOut: Encodable, Sendable {
    let path: String
    let error: String
    /// Whether it shows a vault's key; absent if not.
    let holdsKey: Bool?

    init(_ leftOut: ImportSummary.LeftOut) {
      path = leftOut.name
      switch leftOut.reason {
      case .key: error = KeyOnPicture.reason
      case .failed(let failure): error = failure.reason
      case .noCode: error = "no code was found on it"
      }
      holdsKey = leftOut.reason == .key ? true : nil
    }
  }

  let added: [String]
  let alreadyThere: Int
  let leftOut: [LeftOut]
  /// Cards that got what they lacked from another wallet's file; absent if there are none.
  let changed: [String]?
  /// Drafts in the vault that `--name` accepted; absent if there are none.
  let accepted: [String]?
  /// Removed cards that `--name` brought back; absent if there are none.
  let restored: [String]?
  /// Cards that a person removed and that stay removed; absent if there are none.
  let leftRemoved: [String]?
  /// How many photos were kept; absent if there are none.
  let photosKept: Int?

  /// Creates a report from the results of an import.
  ///
  /// - Parameters:
  ///   - summary: What became of pictures.
  ///   - plans: What was stored from other wallets' files.
  package init(_ summary: ImportSummary, besides plans: [ForeignImport] = []) {
    let entries = plans.flatMap(\.entries)
    added = summary.added.map(\.id.description) + entries.compactMap(\.addedID)
    let changedIDs = entries.compactMap(\.changedID)
    changed = changedIDs.isEmpty ? nil : changedIDs
    alreadyThere = summary.knownCount + entries.count(where: \.isKnown)
    leftOut = summary.leftOut.map(LeftOut.init)
    let drafts = summary.stored.filter { summary.accepted.contains($0.id) }
    accepted = drafts.isEmpty ? nil : drafts.map(\.id.description)
    restored = summary.restored.isEmpty ? nil : summary.restored.map(\.id.description)
    leftRemoved = summary.leftRemoved.isEmpty ? nil : summary.leftRemoved.map(\.description)
    photosKept = summary.keptPhotoCount == 0 ? nil : summary.keptPhotoCount
  }

  /// Creates a report of an import from other wallets' files alone.
  package init(_ plans: [ForeignImport]) { self.init(ImportSummary(), besides: plans) }

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
  }
}

extension ForeignEntry {
  fileprivate var addedID: String? {
    if case .new(let card) = standing { return card.id.description }
    return nil
  }

  fileprivate var changedID: String? {
    if case .changed(let card, _) = standing { return card.id.description }
    return nil
  }

  fileprivate var isKnown: Bool {
    if case .known = standing { return true }
    return false
  }
}
