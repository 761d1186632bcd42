/// Rows below a header, with their fields by the column's name.
struct NamedColumns {
  /// The names of the columns in lower case, with their places.
  private let places: [String: Int]
  /// The rows below the header; none of them is empty.
  let rows: ArraySlice<[String]>

  /// Takes the first row as the header; `nil` unless it has all the columns that are needed.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - needed: Names of columns, in lower case.
  init?(_ rows: ArraySlice<[String]>, needing needed: [String]) {
    guard let header = rows.first else { return nil }
    places = Dictionary(
      header.enumerated().map { (PlainText.trimmed($1).lowercased(), $0) },
      uniquingKeysWith: { first, _ in first })
    guard needed.allSatisfy(places.keys.contains) else { return nil }
    self.rows = rows.dropFirst()
  }

  /// A field of a row; empty where the row has no such field.
  func value(_ name: String, in row: [String]) -> String {
    guard let place = places[name], row.indices.contains(place) else { return "" }
    return row[place]
  }
}
