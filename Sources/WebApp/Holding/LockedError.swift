/// The vault is locked: a passphrase or a new link opens it.
struct LockedError: Error {
  /// What is known of a change whose answer nobody sees.
  enum Change: String {
    /// It was saved.
    case saved
    /// It may have been saved.
    case unsure
  }

  /// Whether another program changed the key: what a person types on a page must not be lost by that.
  let isKeyChanged: Bool
  /// What became of the change that was under way during the lock; `nil` if none was.
  var change: Change?
}
