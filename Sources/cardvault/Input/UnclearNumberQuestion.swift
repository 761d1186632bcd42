package import Cards
package import Terminal
package import Wallet

extension UnclearNumber {
  /// Asks the person which kind of number it is.
  ///
  /// - Throws: `Failure` if nobody can be asked, or the person chooses none.
  package func symbology(asking console: Console) throws -> Symbology {
    let refusal = Failure(self, advising: "use") { "--symbology \($0.optionName)" }
    guard console.isInteractive, !console.format.isForScripts else { throw refusal }
    console.ask("What is this number? \(reason.words.capitalisedFirst).\n")
    let choices = meanings.map(\.words).joined(separator: "  ")
    while let answer = console.answer(to: Question.kindOfNumber, with: [choices])?.lowercased(),
      !answer.isEmpty
    {
      if let meaning = meanings.first(where: { $0.letter == answer }) { return meaning.symbology }
      console.ask("Type one of the letters in brackets.\n")
    }
    throw refusal
  }
}

extension UnclearNumber.Meaning {
  /// The key to press: the letter in brackets in `words`.
  fileprivate var letter: String {
    switch self {
    case .book: "b"
    case .productUPCE: "u"
    case .incompleteEAN13: "e"
    case .number: "n"
    }
  }

  fileprivate var words: String {
    switch self {
    case .book: "[b]ook, as EAN-13"
    case .productUPCE: "[u]PC-E"
    case .incompleteEAN13: "[e]AN-13 without its check digit"
    case .number: "[n]umber, as Code 128"
    }
  }
}

extension Symbology {
  /// Its name as an option value, without spaces.
  fileprivate var optionName: String { name.lowercased().replacing(" ", with: "-") }
}

extension String {
  fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
