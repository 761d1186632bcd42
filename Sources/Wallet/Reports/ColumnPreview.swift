package import Exchange

/// A table's columns with their meaning and examples, to be shown to the person who confirms them.
package struct ColumnPreview: Sendable, Hashable {
  /// One column.
  package struct Column: Sendable, Hashable {
    /// Its name in the table.
    package let name: String
    /// What it means; `nil` where it is left out.
    package let field: TableField?
    /// Its first values, with numbers masked.
    package let examples: [String]
  }

  /// From how many digits on a value is masked, whatever its column means.
  private static let leastNumber = 6
  /// From how many digits on a value without letters may be a PIN, if the meaning of its column is unknown.
  private static let leastPIN = 4

  /// The columns in order.
  package let columns: [Column]

  /// Describes a table.
  package init(_ table: GenericTable, as columns: TableColumns) {
    self.columns = zip(table.header, columns.fields).enumerated().map { place, column in
      Column(
        name: column.0, field: column.1,
        examples: table.examples(ofColumn: place).map { Self.shown($0, as: column.1) })
    }
  }

  private static func shown(_ value: String, as field: TableField?) -> String {
    let digits = value.count(where: \.isNumber)
    let mayBePIN = digits >= leastPIN && !value.contains(where: \.isLetter)
    return switch field {
    case .pin: "••••"
    case .code, .number: Masking.masked(value)
    case .validFrom, .expires: value
    case nil where mayBePIN && digits < leastNumber: "••••"
    default: digits < leastNumber ? value : Masking.masked(value)
    }
  }
}
