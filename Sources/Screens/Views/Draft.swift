/// A draft as a person reviews it (`ReviewScreen`).
package struct Draft {
  /// Which one it is, from 1, and how many there are.
  package let position: Int, count: Int
  /// The photo's name, and the page where it has several.
  package var source = ""
  /// Draws the code.
  package let picture: Picture.Artist
  /// The kind of code, and the number to compare with the card; short enough for a line.
  package var symbology = ""
  package var number = ""
  /// What may be wrong with the code, a line each.
  package var doubts: [String] = []
  /// What else was found out, a line each: the kind of card, other fields.
  package var remarks: [String] = []
  /// What the fields begin with.
  package var fields: Fields
  /// The field that is edited first.
  package var firstField = Field.name
  /// Whether typing replaces what the fields begin with; not where a person typed it before.
  package var isSuggestion = true
  /// What came of the last decision.
  package var status: Status?
  /// The decisions that make sense; accepting, correcting, skipping, discarding and quitting always do.
  package var offers: Set<Offer> = []

  /// A decision that makes sense for some drafts only.
  package enum Offer: Sendable { case join, back, acceptSure }

  /// A field of the form.
  package enum Field: Sendable, CaseIterable { case name, tags, expires }

  /// The texts of the fields.
  package struct Fields: Sendable, Equatable {
    /// The card's name.
    package var name: String
    /// Tags, with commas.
    package var tags: String
    /// The last day that it is valid.
    package var expires: String

    /// Texts of the fields.
    package init(name: String = "", tags: String = "", expires: String = "") {
      self.name = name
      self.tags = tags
      self.expires = expires
    }

    subscript(_ field: Field) -> String {
      switch field {
      case .name: name
      case .tags: tags
      case .expires: expires
      }
    }
  }

  /// A line about what was done, or could not be.
  package enum Status: Sendable, Equatable {
    case done(String)
    case failed(String)
  }

  /// A draft with nothing but a code and fields.
  package init(
    position: Int, count: Int, fields: Fields, picture: @escaping Picture.Artist
  ) {
    self.position = position
    self.count = count
    self.fields = fields
    self.picture = picture
  }
}
