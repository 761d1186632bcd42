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
  /// Drafts in the vault that `--name` accepted; absent if there are none.
  let accepted: [String]?
  /// Removed cards that `--name` brought back; absent if there are none.
  let restored: [String]?
  /// Cards that a person removed and that stay removed; absent if there are none.
  let leftRemoved: [String]?
  /// How many photos were kept; absent if there are none.
  let photosKept: Int?

  /// Creates a report from the results of an import.
  package init(_ summary: ImportSummary) {
    added = summary.added.map(\.id.description)
    alreadyThere = summary.knownCount
    leftOut = summary.leftOut.map(LeftOut.init)
    let drafts = summary.stored.filter { summary.accepted.contains($0.id) }
    accepted = drafts.isEmpty ? nil : drafts.map(\.id.description)
    restored = summary.restored.isEmpty ? nil : summary.restored.map(\.id.description)
    leftRemoved = summary.leftRemoved.isEmpty ? nil : summary.leftRemoved.map(\.description)
    photosKept = summary.keptPhotoCount == 0 ? nil : summary.keptPhotoCount
  }

  /// Creates a report of one card added by hand.
  package init(added card: Card) {
    added = [card.id.description]
    alreadyThere = 0
    leftOut = []
    accepted = nil
    restored = nil
    leftRemoved = nil
    photosKept = card.photos.isEmpty ? nil : card.photos.count
  }
}
