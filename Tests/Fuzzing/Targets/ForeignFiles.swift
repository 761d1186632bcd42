import Cards

@testable import WalletFiles

/// Catima's tables, in the process that holds keys.
func takeCatima(_ input: [UInt8]) {
  takeTwice { () throws(ForeignProblem) in
    let rows = try SeparatedValues.numberedRows(of: DecodedText(input).text, separator: ",")
    return try CatimaTables.reading(rows, members: ["card_1_front.png", "card_2_back.png"])
  }
}

/// A link with which Catima shares a card.
func takeCatimaLink(_ input: [UInt8]) {
  takeTwice { () throws(ForeignProblem) in try CatimaLink.reading(DecodedText(input).text) }
}

/// FidMe's table.
func takeFidMe(_ input: [UInt8]) {
  takeTwice { () throws(ForeignProblem) in
    try FidMeTable.reading(
      SeparatedValues.numberedRows(of: DecodedText(input).text, separator: ";"))
  }
}

/// Voucher Vault's list.
func takeVoucherVault(_ input: [UInt8]) {
  takeTwice { () throws(ForeignProblem) in
    VoucherVaultList.reading(try JSONReader.value(of: DecodedText(input).text))
  }
}

/// Cardabase's list, and its older text.
func takeCardabase(_ input: [UInt8]) {
  takeTwice { () throws(ForeignProblem) in
    try CardabaseLines.reading(try DecodedText(input).text)
  }
  takeTwice { () throws(ForeignProblem) in
    CardabaseList.reading(
      try JSONReader.value(of: DecodedText(input).text), members: ["images/c1-f.jpg"])
  }
}

/// Any file that a person chose: what it is recognised as, and what tells about one that is too long.
func takeFile(_ input: [UInt8]) {
  takeTwice { () throws(ForeignProblem) in
    switch try ForeignFile(input, takesAnyTable: true) {
    case .text(let reading)?: return reading
    case .table(let table)?: return try table.reading(as: table.guess)
    case .archive?, nil: return ForeignReading(source: .table)
    }
  }
  if ForeignFile.hasArchiveEnd(input, byteCount: input.count) {
    precondition(input.count >= 22, "the record has so many bytes")
  }
  _ = ForeignFile.mayBeWallet(tooLongBeginningWith: input)
  _ = ForeignFile.isText(beginningWith: input)
  _ = ForeignFile.problem(ofUnknownText: input)
  _ = ForeignFile.problem(ofTooLong: input, limit: 0, isOfCards: TableColumns.isOfCards)
}

/// What this program writes as a table, by a stranger.
func takeOwnTable(_ input: [UInt8]) {
  takeTwice { () throws(ForeignProblem) in
    try OwnTable.reading(
      SeparatedValues.numberedRows(of: DecodedText(input).text, separator: ","))
  }
}

/// What this program writes as JSON, by a stranger.
func takeOwnList(_ input: [UInt8]) {
  takeTwice { () throws(ForeignProblem) in
    OwnList.reading(try JSONReader.value(of: DecodedText(input).text))
  }
}

/// A pass.
func takePass(_ input: [UInt8]) {
  takeTwice { () throws(ForeignProblem) in
    try PassMembers.reading(["pass.json": input, "logo.png": []], languages: ["en"])
  }
}

/// A table by no program that is known: with its guess, and with its first two columns as name and code.
///
/// What is written for its columns means the same when it is read.
func takeTable(_ input: [UInt8]) {
  guard let table = try? GenericTable(input, isOfCards: { _ in true }) else { return }
  for columns in [table.guess, try? TableColumns("1=name,2=code", for: table.header)] {
    guard let columns else { continue }
    takeTwice { () throws(ForeignProblem) in try table.reading(as: columns) }
    guard columns.isComplete else { continue }
    let again = try? TableColumns(columns.written(for: table.header), for: table.header)
    precondition(again == columns, "what was written is read alike")
  }
}

/// Any JSON: within its limits it is a value, twice the same.
func takeJSON(_ input: [UInt8]) {
  guard let text = try? DecodedText(input).text else { return }
  let value = try? JSONReader.value(of: text)
  precondition((try? JSONReader.value(of: text)) == value, "it is read twice alike")
}

/// Translations of a pass.
func takePassStrings(_ input: [UInt8]) {
  let texts = PassStrings.texts(input)
  precondition(PassStrings.texts(input) == texts, "it is read twice alike")
}

/// Reads a file twice, with the same result; each of its cards is within its bounds.
private func takeTwice(_ read: () throws(ForeignProblem) -> ForeignReading) {
  guard let reading = try? read() else { return }
  precondition((try? read()) == reading, "it is read twice alike")
  for card in reading.cards {
    precondition(!card.name.isEmpty, "a card has a name")
    precondition(card.codes.allSatisfy(\.isWithinBounds), "codes are of a size that can be")
    _ = card.allDoubts
  }
}
