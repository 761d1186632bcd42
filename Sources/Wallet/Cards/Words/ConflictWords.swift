internal import Cards
package import VaultStore

extension FieldConflict {
  /// A field with one of its values: `name “City gym”`, `expires 2026-12-31`.
  package func words(of side: ConcurrentValue) -> String {
    if field.hasPrefix("field ") { return "a field of a newer cardvault" }
    let value = FieldWords.text(of: field, on: side.card).map {
      CardDifference.quoted($0, in: field)
    }
    return "\(FieldWords.title(of: field)) \(value ?? "empty")"
  }
}
