internal import ArgumentParser
internal import Cards

/// The options that fill a card's fields, shared by `add`, `edit` and `import`.
struct FieldOptions: ParsableArguments {
  @Option(help: "A word to find it by, or several with commas; may be given again.")
  var tag: [String] = []

  @Option(help: .init("The last day it is valid, as 2026-12-31.", valueName: "date"))
  var expires: String?

  @Flag(inversion: .prefixedNo, help: "It can be used only once.")
  var oneTime: Bool?

  /// Puts what was given into the card; fields that were not given stay.
  func apply(to card: inout Card) throws {
    if !tag.isEmpty { card.tags = try CardText.tags(tag, besides: card.tags) }
    if let expires { card.expires = try Self.date(expires) }
    if let oneTime { card.isOneTime = oneTime }
  }

  /// A date as it is typed; the word `never` and an empty one clear the field.
  static func date(_ text: String) throws -> CalendarDate? {
    if text.isEmpty || CardText.trimmed(text).lowercased() == "never" { return nil }
    guard let date = CalendarDate(CardText.trimmed(text)) else {
      throw Failure.usage(
        "“\(text.printable)” is not a date", because: "a date is year-month-day",
        try: "2026-12-31")
    }
    return date
  }
}
