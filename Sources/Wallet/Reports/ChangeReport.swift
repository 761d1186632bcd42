/// The ids of cards that a command changed, for scripts.
package struct ChangeReport: Encodable, Sendable {
  let changed: [String]?
  let removed: [String]?
  let restored: [String]?

  /// Creates a report from the ids of the cards; `nil` for kinds of change that the command does not make.
  package init(
    changed: [String]? = nil, removed: [String]? = nil, restored: [String]? = nil
  ) {
    self.changed = changed
    self.removed = removed
    self.restored = restored
  }
}
