/// Which cards a command changed or removed, by id, for scripts.
package struct ChangeReport: Encodable, Sendable {
  let changed: [String]?
  let removed: [String]?
  let restored: [String]?

  /// The ids of the cards; `nil` for what the command does not do.
  package init(
    changed: [String]? = nil, removed: [String]? = nil, restored: [String]? = nil
  ) {
    self.changed = changed
    self.removed = removed
    self.restored = restored
  }
}
