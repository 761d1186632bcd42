internal import Cards

/// What is said when a vault's key turns up where a card was expected; it is never repeated.
enum KeyRefusal {
  /// Of a picture.
  static let onPicture = "a vault's key stands on it: that is a recovery sheet, not a card"

  /// Refuses a key among the words that a person typed.
  static func check(_ words: String) throws {
    guard KeyMark.stands(in: Array(words.utf8)) else { return }
    throw Failure.usage(
      "this is a vault's key, not a card's code or words",
      because: "a vault shows what is written on its cards, and a key opens one",
      try: "cardvault key restore -, to put a key in its place")
  }
}
