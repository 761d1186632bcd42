internal import Wallet

extension UndoReport {
  /// What was done, for people.
  var words: String {
    let what =
      removed
      ? "it was added, and is removed again"
      : parted
        ? "it was joined into another card, and is one of its own again"
        : broughtBack
          ? "it was removed, and is there again"
          : isStillJoined
            ? "another device joined it, too, and that stays"
            // What another card had brought may make no difference.
            : changes.isEmpty
              ? "another card is parted from it" : changes.map(\.words).joined(separator: ", ")
    return "\(name): \(what)"
  }
}
