/// A draft in a review (`ReviewScreen`).
package struct Draft {
  /// The number of this draft, from 1, and how many there are.
  package let position: Int, count: Int
  /// The photo's name, and the page if it has several.
  package var source = ""
  /// Draws the code.
  package let picture: Picture.Artist
  /// The kind of code, and the number to compare with the card; short enough for one line.
  package var symbology = ""
  package var number = ""
  /// What may be wrong with the code, one line each.
  package var doubts: [String] = []
  /// Other facts, one line each: the kind of card, other fields.
  package var remarks: [String] = []
  /// The initial texts of the fields.
  package var fields: Fields
  /// The field that is focused first.
  package var firstField = Field.name
  /// Whether typing replaces the initial texts; false if the person typed them before.
  package var isSuggestion = true
  /// Completes the tags typed so far, when Right is pressed; `nil` if there is nothing to complete.
  ///
  /// It is called only once something has been typed there.
  package var completedTags: (String) -> String? = { _ in nil }
  /// The result of the last decision.
  package var status: Status?
  /// The available decisions, in addition to accept, correct, skip, discard and quit.
  package var offers: Set<Offer> = []

  /// A decision that is available for some drafts only.
  package enum Offer: Sendable { case join, back, acceptSure }

  /// A field of the form.
  package enum Field: Sendable, CaseIterable { case name, tags, expires }

  /// The texts of the fields.
  package struct Fields: Sendable, Equatable {
    /// The card's name.
    package var name: String
    /// Tags, separated by commas.
    package var tags: String
    /// The last day on which it is valid.
    package var expires: String

    /// Makes the texts; empty by default.
    package init(name: String = "", tags: String = "", expires: String = "") {
      self.name = name
      self.tags = tags
      self.expires = expires
    }

    /// The texts in which these differ from `other`, by field.
    package func changes(from other: Fields) -> [Field: String] {
      Field.allCases.reduce(into: [:]) { changes, field in
        if self[field] != other[field] { changes[field] = self[field] }
      }
    }

    /// These texts, with some of them replaced.
    package func replacing(_ changes: [Field: String]) -> Fields {
      Fields(
        name: changes[.name] ?? name, tags: changes[.tags] ?? tags,
        expires: changes[.expires] ?? expires)
    }

    subscript(_ field: Field) -> String {
      switch field {
      case .name: name
      case .tags: tags
      case .expires: expires
      }
    }
  }

  /// What was done, or what failed.
  package enum Status: Sendable, Equatable {
    case done(String)
    case failed(String)
  }

  /// Makes a draft with only a code and fields.
  package init(
    position: Int, count: Int, fields: Fields, picture: @escaping Picture.Artist
  ) {
    self.position = position
    self.count = count
    self.fields = fields
    self.picture = picture
  }
}
