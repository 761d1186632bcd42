package import WalletFiles

/// A mistake in the command that imports other wallets' files.
package enum ForeignRefusal: Error, Sendable, Hashable {
  /// Options for photos were given, and this file is another wallet's.
  case photoOptions(fileName: String)
  /// Nobody confirmed what the columns of this table mean; the guess is written as `ColumnChoice` reads it. `columns` are
  /// all of them if it is not enough, and the file does not show them.
  case unconfirmedColumns(
    fileName: String, guess: String, isComplete: Bool, columns: [String] = [])
  /// The columns that a person named are not those of this table, which are these if the file does not show them.
  case columns(fileName: String, TableColumns.Problem, among: [String] = [])
  /// This table looks like a password manager's export, and nobody chose rows of it.
  case passwordManager(fileName: String)
  /// A person named columns, and no file is a table of which they must be known.
  case needlessColumns
}

extension ForeignRefusal: Explained {
  /// The error in words: a mistake in the command that imports other wallets' files, or something that a person has to say about one.
  package var failure: Failure {
    switch self {
    case .photoOptions(let name):
      return Failure.usage(
        "options for photos do not apply to another wallet's file",
        because: "“\(name)” brings its own names and codes",
        try: .option("leave out --name, --symbology, --isbn and --duplicate"))
    case .unconfirmedColumns(let name, let guess, let isComplete, let columns):
      let rest = guess.isEmpty ? "" : guess + ","
      return Failure.usage(
        "“\(name)” was not imported",
        because: "its columns have not been confirmed\(Self.listed(columns))",
        try: isComplete
          ? .use("--columns", .text(guess), note: "if that is right")
          : .use(
            "--columns", .text("\(rest)COLUMN=FIELD"),
            note: "a card needs a name, and a code or number"))
    case .columns(let name, let problem, let columns):
      let fields = TableField.allCases.map(\.rawValue).joined(separator: ", ")
      return Failure.usage(
        "--columns does not fit “\(name)”", because: problem.words + Self.listed(columns),
        try: .use("--columns", "Store=name,Card=code", note: "with the fields \(fields)"))
    case .passwordManager(let name):
      return Failure.usage(
        "“\(name)” was not imported", because: GenericTable.passwordManagerWords,
        try: .option("choose rows of it on a terminal without --yes").or(
          "import a table of only the cards"))
    case .needlessColumns:
      return Failure.usage(
        "nothing was imported",
        because: "--columns was given, and no file is a table whose columns are in doubt",
        try: .option("leave out --columns"))
    }
  }
}

extension ForeignRefusal {
  /// The names of a table's columns, behind what is said about them.
  private static func listed(_ columns: [String]) -> String {
    columns.isEmpty ? "" : "; they are \(columns.joined(separator: ", "))"
  }
}

extension GenericTable {
  /// What is special about a table with passwords, as the part of a sentence that follows “because”.
  package static let passwordManagerWords =
    "it looks like a password manager's export, of which only rows that you choose are imported"
}

extension TableColumns.Problem {
  /// Why columns are not usable, as the part of a sentence that follows “because”.
  fileprivate var words: String {
    switch self {
    case .unwritten(let part): "“\(part)” is not written as COLUMN=FIELD"
    case .unknownColumn(let column): "it has no column “\(column)”, or more than one"
    case .unknownField(let field): "there is no field “\(field)”"
    case .twice(let column): "the column “\(column)” is named more than once"
    case .incomplete: "a card needs a name, and a code or number"
    }
  }
}
