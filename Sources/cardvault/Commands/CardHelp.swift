internal import ArgumentParser

extension ArgumentHelp {
  private static let ways = "words of its name, a tag, the end of its number, or an id"

  /// The argument that names one card.
  static let card: ArgumentHelp = "The card: \(ways)."
  /// The same where a person picks one if it is absent.
  static let pickedCard: ArgumentHelp = "The card: \(ways); without it, you pick one."
  /// Arguments that name cards where a person picks one if there are none.
  static let pickedCards: ArgumentHelp =
    "The cards, each by words of its name or by an id; without any, you pick one."
}
