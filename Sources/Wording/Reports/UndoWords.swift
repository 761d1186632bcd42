package import Wallet

extension UndoReport {
  /// What was undone, in words.
  package var words: String {
    let what =
      removed
      ? "it was added, and is now removed again"
      : parted
        ? "it was joined into another card, and is now separate again"
        : broughtBack
          ? "it was removed, and is now back"
          : isStillJoined
            ? "another device had joined it, too, so it stays joined"
            // Separating a card may change no field.
            : changes.isEmpty
              ? "another card was separated from it" : changes.map(\.words).joined(separator: ", ")
    return "\(name): \(what)"
  }
}
