package import WalletFiles

/// A table's columns with their meaning and examples, to be shown to the person who confirms them.
package struct ColumnPreview: Sendable, Hashable {
  /// One column.
  package struct Column: Sendable, Hashable {
    /// Its name in the table.
    package let name: String
    /// What it means; `nil` where it is left out.
    package let field: TableField?
    /// Its first values, with numbers masked; of passwords, PINs and logins nothing is shown.
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
      let isSecret =
        table.secrets.named.contains(place)
        || table.secrets.filled.contains(place) && Self.mayBeSecret(column.1)
      return Column(
        name: column.0, field: column.1,
        examples: table.examples(ofColumn: place).map {
          isSecret ? String.mask : Self.shown($0, as: column.1)
        })
    }
  }

  /// Whether a column with this meaning may hold a secret: names such as “PayLess24” look like one.
  private static func mayBeSecret(_ field: TableField?) -> Bool {
    switch field {
    case nil, .note, .holder, .web, .pin: true
    // Their ends are shown, as everywhere.
    case .code, .number: false
    case .name, .symbology, .tags, .validFrom, .expires, .balance, .currency, .colour, .kind,
      .favourite, .archived:
      false
    }
  }

  private static func shown(_ value: String, as field: TableField?) -> String {
    let digits = value.count(where: \.isNumber)
    let mayBePIN = digits >= leastPIN && !value.contains(where: \.isLetter)
    return switch field {
    case .pin: String.mask
    case .code, .number: Masking.masked(value)
    case .validFrom, .expires: value
    case nil where mayBePIN && digits < leastNumber: String.mask
    default:
      // Among words, a number's end may be something else, such as its check code.
      digits < leastNumber
        ? value : value.contains(where: \.isLetter) ? String.mask : Masking.masked(value)
    }
  }
}
