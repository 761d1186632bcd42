/// A card in `list --format json`.
package struct ListedCard: Decodable, Sendable {
  /// Its id in hexadecimal digits.
  package let id: String
  /// Its name.
  package let name: String
  /// The kind of each of its codes.
  package let symbologies: [String]
  /// Whether it is a draft, active or removed.
  package let state: String
  /// Its tags, in their order.
  package let tags: [String]
  /// Its last day, as year-month-day.
  package let expires: String?
  /// Whether one use makes it worthless.
  package let oneTime: Bool
}
