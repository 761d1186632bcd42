package import WalletFiles

/// A table's columns with their meaning and examples, to be shown to the person who confirms them.
package struct ColumnPreview: Encodable, Sendable {
  /// One column.
  package struct Column: Encodable, Sendable {
    /// Its name in the table.
    package let name: String
    /// What it means; `nil` where it is left out.
    package let field: TableField?
    /// Its first values, with numbers masked; of passwords, PINs and logins nothing is shown.
    package let examples: [String]
  }

  /// A field that a column may be.
  struct Field: Encodable, Sendable {
    let name: TableField
    /// What people call it.
    let words: String
  }

  /// More would fill a phone's screen.
  private static let maxExampleLength = 60
  /// A value with at least this many digits is masked, whatever its column means.
  private static let minNumberDigits = 6
  /// A value with at least this many digits and no letters may be a PIN, if its column's meaning is unknown.
  private static let minPINDigits = 4

  /// The columns in order.
  package let columns: [Column]
  /// Whether the table itself names them; if not, what a person confirms is not remembered.
  let hasNames: Bool
  /// Why a person chooses rows of the table, as a sentence; `nil` where it is no password manager's.
  package let warning: String?
  /// All fields, so that a page offers what there is.
  let fields: [Field]

  /// Describes a table.
  package init(_ table: GenericTable, as columns: TableColumns) {
    self.columns = zip(table.header, columns.fields).enumerated().map { index, column in
      // A guess without names is weaker.
      let isSecret =
        table.secrets.named.contains(index)
        || table.secrets.filled.contains(index)
          && (Self.mayBeSecret(column.1) || !table.hasNames)
      return Column(
        name: column.0, field: column.1,
        examples: table.examples(ofColumn: index).map {
          (isSecret ? String.mask : Self.shown($0, as: column.1))
            .shortened(to: Self.maxExampleLength)
        })
    }
    hasNames = table.hasNames
    let words = GenericTable.passwordManagerWords
    warning =
      table.secrets.areOfPasswordManager
      ? words.prefix(1).uppercased() + words.dropFirst() + "." : nil
    fields = TableField.allCases.map { Field(name: $0, words: $0.words) }
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
    let mayBePIN = digits >= minPINDigits && !value.contains(where: \.isLetter)
    return switch field {
    case .pin: String.mask
    case .code, .number: Masking.masked(value)
    case .validFrom, .expires: value
    case nil where mayBePIN && digits < minNumberDigits,
      .note where mayBePIN && digits < minNumberDigits:
      String.mask
    default:
      // Among words, a number's end may be something else, such as its check code.
      digits < minNumberDigits
        ? value : value.contains(where: \.isLetter) ? String.mask : Masking.masked(value)
    }
  }
}

extension TableField {
  /// The field's name for people.
  fileprivate var words: String {
    switch self {
    case .name: "Name"
    case .code: "Code"
    case .symbology: "Kind of barcode"
    case .number: "Printed number"
    case .holder: "Holder"
    case .pin: "PIN"
    case .web: "Web address"
    case .note: "Note"
    case .tags: "Tags"
    case .validFrom: "Valid from"
    case .expires: "Expires"
    case .balance: "Balance"
    case .currency: "Currency"
    case .colour: "Colour"
    case .kind: "Kind of card"
    case .favourite: "Favourite"
    case .archived: "Archived"
    }
  }
}
