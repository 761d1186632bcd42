/// The ids of cards that a command changed, for scripts.
package struct ChangeReport: Encodable, Sendable {
  let changed: [String]?
  let removed: [String]?
  let restored: [String]?
  /// How many photos were kept; absent if there are none.
  let photosKept: Int?

  /// Creates a report from the ids of the cards, `nil` for kinds of change that the command does not make, and the number
  /// of photos that it kept.
  package init(
    changed: [String]? = nil, removed: [String]? = nil, restored: [String]? = nil,
    photosKept: Int = 0
  ) {
    self.changed = changed
    self.removed = removed
    self.restored = restored
    self.photosKept = photosKept == 0 ? nil : photosKept
  }
}
