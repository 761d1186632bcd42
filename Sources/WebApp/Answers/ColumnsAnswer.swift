internal import Wallet
internal import WalletFiles

/// The columns of a table, which a person confirms; numbers are masked.
struct ColumnsAnswer: Encodable, Sendable {
  /// A column, in the table's order.
  struct Column: Encodable, Sendable {
    let name: String
    /// The name of its field; `nil` if it is left out.
    let field: String?
    /// Its first values.
    let examples: [String]
  }

  /// A field that a column may be.
  struct Field: Encodable, Sendable {
    let name: String
    /// Its name for people.
    let words: String
  }

  let columns: [Column]
  /// Why a person must choose rows, if the table is a password manager's.
  let warning: String?
  /// All fields, for a page to offer.
  let fields: [Field]

  /// More would fill a phone's screen.
  private static let longestExample = 60

  /// Describes a table.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - meaning: What its columns mean, perhaps guessed.
  init(_ table: GenericTable, as meaning: TableColumns) {
    columns = ColumnPreview(table, as: meaning).columns.map { column in
      Column(
        name: column.name, field: column.field?.rawValue,
        examples: column.examples.map { $0.shortened(to: Self.longestExample) })
    }
    let words = GenericTable.passwordManagerWords
    warning =
      table.secrets.areOfPasswordManager
      ? words.prefix(1).uppercased() + words.dropFirst() + "." : nil
    fields = TableField.allCases.map { Field(name: $0.rawValue, words: $0.words) }
  }
}
