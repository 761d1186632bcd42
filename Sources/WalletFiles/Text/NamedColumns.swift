internal import Cards

/// The rows below a header, with their fields by column name.
struct NamedColumns {
  /// The most characters of a column's name, which reports show.
  private static let longestName = 100

  /// The names of the columns, in their order.
  private let names: [String]
  /// The same in lower case.
  private let keys: [String]
  /// The columns by name, in lower case; the first of several.
  private let columns: [String: Int]
  /// The rows below the header; none of them is empty.
  let rows: ArraySlice<SeparatedValues.Row>

  /// Uses the first row as the header; `nil` unless it has all needed columns, named in lower case.
  init?(_ rows: ArraySlice<SeparatedValues.Row>, needing needed: [String]) {
    guard let header = rows.first else { return nil }
    names = header.fields.map { $0.trimmed.limited(to: Self.longestName) }
    keys = names.map { $0.lowercased() }
    columns = Dictionary(keys.enumerated().map { ($1, $0) }) { first, _ in first }
    guard needed.allSatisfy(columns.keys.contains) else { return nil }
    self.rows = rows.dropFirst()
  }

  /// A field of a row; empty if the row has no such field.
  func value(_ name: String, in row: SeparatedValues.Row) -> String {
    guard let column = columns[name], row.fields.indices.contains(column) else { return "" }
    return row.fields[column]
  }

  /// Whether the file was probably cut off within a row.
  func isCut(_ row: SeparatedValues.Row) -> Bool {
    row.isCut(columns: names.count, after: rows.dropLast())
  }

  /// Whether a row has more values than there are columns.
  ///
  /// Empty fields at its end are padding, but only if the last column always has a value: otherwise a separator within a
  /// value may have moved an empty field there.
  func isTooLong(_ row: SeparatedValues.Row, allowingPadding: Bool = true) -> Bool {
    row.isTooLong(columns: names.count, isPadded: allowingPadding)
  }

  /// The names of the columns in which a row has a value that is not read; `read` are the others, in lower case.
  func unread(in row: SeparatedValues.Row, except read: Set<String>) -> [String] {
    zip(keys.indices, row.fields).filter { column, field in
      // Of several columns with one name, the first is read.
      let isRead = read.contains(keys[column]) && columns[keys[column]] == column
      return !isRead && !keys[column].isEmpty && !field.trimmed.isEmpty
    }.map { column, _ in names[column] }
  }
}
