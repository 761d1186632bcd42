internal import Cards
internal import TerminalIO
internal import Wallet

extension UnclearNumber {
  /// Asks the person which kind of number it is.
  ///
  /// - Returns: The symbology.
  /// - Throws: `Failure` if nobody can be asked, or the person chooses none.
  func symbology(asking console: Console) throws -> Symbology {
    let options = meanings.map { "--symbology \($0.symbology.optionName) \($0.purpose)" }
    let refusal = Failure.usage(
      "the kind of this number is not clear", because: reason.words,
      try: (isFaulty ? "look for a mistyped digit, or use " : "use ")
        + options.joined(separator: ", "))
    guard console.isInteractive, !console.format.isForScripts else { throw refusal }
    console.ask("What is this number? \(reason.words.capitalisedFirst).\n")
    let question = (meanings.map(\.words) + ["[Enter] none of these > "]).joined(separator: "  ")
    while let answer = console.answer(to: "\(question)")?.lowercased(), !answer.isEmpty {
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

  /// When to use this symbology.
  fileprivate var purpose: String {
    switch self {
    case .book: "for the book"
    case .productUPCE: "for a UPC-E"
    case .incompleteEAN13: "for an EAN-13 without its check digit"
    case .number: "for a member's number"
    }
  }
}

extension UnclearNumber.Reason {
  fileprivate var words: String {
    switch self {
    case .isbn10: "its 10 characters are a valid ISBN-10, but may also be a member's number"
    case .upcE: "its 8 digits are a valid UPC-E, but may also be a member's number"
    case .wrongCheckDigit(let kind, let count):
      "its \(count) digits would be \(kind == .upcA ? "a" : "an") \(kind) with a wrong check digit"
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
