/// A draft in a review (`DraftView`).
package struct Draft {
  /// A decision that is available, with one key.
  package struct Choice: Sendable {
    /// The keys, as `Key.name` has them; the first one is shown.
    let keys: [String]
    /// What it does.
    let words: String

    /// Makes a choice.
    package init(_ keys: [String], _ words: String) { (self.keys, self.words) = (keys, words) }
  }

  /// What was done, or what failed.
  package enum Status: Sendable, Equatable {
    case done(String)
    case failed(String)
  }

  /// The number of this draft, from 1, and how many there are.
  package let position: Int, count: Int
  /// The photo's name, and the page if it has several.
  package var source = ""
  /// Draws the code.
  package let picture: Picture.Artist
  /// What its photo shows, once that is known, for terminals with pictures.
  package var photo: () -> PixelPicture? = { nil }
  /// The kind of code, and the number to compare with the card; short enough for one line.
  package var symbology = ""
  package var number = ""
  /// What may be wrong with the code, one line each.
  package var doubts: [String] = []
  /// Other facts, one line each: the kind of card, other fields.
  package var remarks: [String] = []
  /// The lines to fill in, at least one.
  package let fields: [TextPrompt.Field]
  /// The field that is focused first.
  package var firstField = 0
  /// Completes what was typed in a field until now, when Right is pressed; `nil` if there is nothing to complete.
  ///
  /// It is called only once something has been typed there.
  package var completion: (_ field: Int, _ typed: String) -> String? = { _, _ in nil }
  /// The result of the last decision.
  package var status: Status?
  /// The decisions, in the order of their hints.
  package let choices: [Choice]

  /// Makes a draft with only a code, fields and choices.
  package init(
    position: Int, count: Int, fields: [TextPrompt.Field], choices: [Choice],
    picture: @escaping Picture.Artist
  ) {
    precondition(!fields.isEmpty, "a draft without a field")
    self.position = position
    self.count = count
    self.fields = fields
    self.choices = choices
    self.picture = picture
  }
}
