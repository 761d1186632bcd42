internal import SystemPackage
internal import Terminal
internal import Wallet
internal import WalletFiles

/// Shows a person what the columns of a table probably mean, and lets them change it.
struct ColumnQuestions {
  private let console: Console
  private let isPlain: Bool

  /// Makes the questions; `isPlain` uses no full screen.
  init(_ console: Console, isPlain: Bool) {
    self.console = console
    self.isPlain = isPlain
  }

  /// Asks until the columns are right; `nil` to leave the file out, and at the end of input.
  func confirm(
    _ fileName: String, _ table: GenericTable, _ guess: TableColumns
  ) -> TableColumns? {
    var columns = guess
    if table.secrets.areOfPasswordManager { warn(of: fileName) }
    show(fileName, table, columns)
    while let typed = console.answer(to: Question.columns)?.lowercased() {
      if typed == "q" { return nil }
      if typed.isEmpty {
        if columns.isComplete { return columns }
        console.say("A card needs a name, and a code or number.\n")
        continue
      }
      guard let number = Int(typed), number > 0, columns.fields.indices.contains(number - 1) else {
        console.say("Type a number from 1 to \(columns.fields.count).\n")
        continue
      }
      guard let field = self.field(of: table.header[number - 1]) else { return nil }
      columns.set(field, at: number - 1)
      show(fileName, table, columns)
    }
    return nil
  }

  /// What a column means; the inner `nil` leaves it out, the outer one is the end of input.
  private func field(of column: String) -> TableField?? {
    let names = TableField.allCases.map(\.rawValue).joined(separator: ", ")
    console.say("Fields: \(names)\n")
    while let typed = console.answer(to: Question.field, with: [column])?.lowercased() {
      if typed.isEmpty { return .some(nil) }
      if let field = TableField(rawValue: typed) { return field }
      console.say("There is no field “\(typed)”.\n")
    }
    return nil
  }

  /// Asks which rows of a password manager's table are cards, and returns their indices; none at the end of input.
  func chooseRows(_ fileName: String, _ cards: [ForeignCard]) -> Set<Int> {
    warn(of: fileName)
    let rows = cards.map { Picker.Row($0.name) }
    let questions = RowQuestions(console, isPlain: isPlain)
    return questions.choose("Which of them are cards?", rows, chosen: []) ?? []
  }

  private func warn(of fileName: String) {
    console.say("\n“\(fileName)”: \(GenericTable.passwordManagerWords).\n")
  }

  private func show(_ fileName: String, _ table: GenericTable, _ columns: TableColumns) {
    console.say("\n“\(fileName)” is a table. Its columns probably mean:\n")
    var lines = TextTable(["", "column", "field", "for example"])
    let all = ColumnPreview(table, as: columns).columns
    for (index, column) in all.enumerated() {
      lines.append([
        "\(index + 1)", column.name, column.field?.rawValue ?? "(none)",
        column.examples.joined(separator: ", "),
      ])
    }
    let shown = lines.lines(width: TTY.size?.columns) { console.bold($0, on: .standardError) }
    for line in shown { console.say(line + "\n") }
    let left = all.filter { $0.field == nil }.map(\.name)
    if !left.isEmpty {
      // Nobody is invited to bring passwords along.
      let hint =
        table.secrets.areOfPasswordManager ? "" : " To keep that, give it a field, such as note."
      console.say("Not imported: \(left.shown).\(hint)\n")
    }
  }
}
