internal import Cards

/// Rows below a header, with their fields by the column's name.
struct NamedColumns {
  /// The most characters of a column's name, which reports tell.
  private static let longestName = 100

  /// The names of the columns, in their order.
  private let names: [String]
  /// The same in lower case.
  private let keys: [String]
  /// The names of the columns in lower case, with their places.
  private let places: [String: Int]
  /// The rows below the header; none of them is empty.
  let rows: ArraySlice<SeparatedValues.Row>

  /// Uses the first row as the header; `nil` unless it has all the columns that are needed.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - needed: Names of columns, in lower case.
  init?(_ rows: ArraySlice<SeparatedValues.Row>, needing needed: [String]) {
    guard let header = rows.first else { return nil }
    names = header.fields.map { PlainText.trimmed($0).limited(to: Self.longestName) }
    keys = names.map { $0.lowercased() }
    places = Dictionary(
      keys.enumerated().map { ($1, $0) },
      uniquingKeysWith: { first, _ in first })
    guard needed.allSatisfy(places.keys.contains) else { return nil }
    self.rows = rows.dropFirst()
  }

  /// A field of a row; empty where the row has no such field.
  func value(_ name: String, in row: SeparatedValues.Row) -> String {
    guard let place = places[name], row.fields.indices.contains(place) else { return "" }
    return row.fields[place]
  }

  /// Whether the file was probably cut off within a row.
  func isCut(_ row: SeparatedValues.Row) -> Bool {
    row.isCut(columns: names.count, after: rows.dropLast())
  }

  /// Whether a row has more values than there are columns.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - allowingPadding: Whether empty fields at its end are no values. That is certain only where the last column
  ///     always has one: otherwise a separator within a value may have moved an empty one there.
  /// - Returns: Whether it has.
  func isTooLong(_ row: SeparatedValues.Row, allowingPadding: Bool = true) -> Bool {
    row.isTooLong(columns: names.count, isPadded: allowingPadding)
  }

  /// The names of the columns in which a row has a value that is not read.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - read: The names of the columns that are read, in lower case.
  /// - Returns: The names, in their order.
  func unread(in row: SeparatedValues.Row, besides read: Set<String>) -> [String] {
    zip(keys.indices, row.fields).filter { column, field in
      // Of several columns with one name, the first is read.
      let isRead = read.contains(keys[column]) && places[keys[column]] == column
      return !isRead && !keys[column].isEmpty && !PlainText.trimmed(field).isEmpty
    }.map { column, _ in names[column] }
  }
}
