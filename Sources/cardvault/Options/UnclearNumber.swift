internal import Cards

/// A number that was typed without the kind of its bars, and whose form does not tell it for sure.
struct UnclearNumber {
  /// One of the things that it may be.
  private struct Meaning {
    /// What is pressed for it: the letter in brackets in `words`.
    let letter: String
    let words: String
    let symbology: Symbology
    /// When to give the symbology.
    let purpose: String

    static let number = Meaning(
      letter: "n", words: "[n]umber, as Code 128", symbology: .code128,
      purpose: "for a member's number")
  }

  private let meanings: [Meaning]
  private let reason: String
  /// Whether it is most likely that a digit was typed wrong.
  private let isFaulty: Bool

  /// Judges a number; `nil` when it is clear what is meant.
  ///
  /// - Parameters:
  ///   - text: what was typed.
  ///   - old: the code that it replaces, whose kind it has, as a rule; but Code 128 may hold anything, and so tells
  ///     only what as many characters are.
  init?(_ text: String, replacing old: Barcode?) {
    let bare = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
    if let old, old.symbology != .code128 || old.bytes.count == bare.count { return nil }
    if bare.count == 10, BookNumber.isbn13(inText: text) != nil {
      reason = "its 10 characters are an ISBN-10, and may be a member's number, too"
      let book = Meaning(
        letter: "b", words: "[b]ook, as EAN-13", symbology: .ean13, purpose: "for the book")
      (meanings, isFaulty) = ([book, .number], false)
      return
    }
    // 8 digits in groups are rather a member's number.
    let kinds: [Int: Symbology] = [
      13: .ean13, 12: .upcA, 8: bare.count == text.utf8.count ? .ean8 : .code128,
    ]
    guard let kind = kinds[bare.count], bare.allSatisfy({ (0x30...0x39).contains($0) }),
      CheckDigit.isRight(bare, as: kind) == false
    else { return nil }
    if CheckDigit.isRight(bare, as: .upcE) == true {
      reason = "its 8 digits are a UPC-E, and may be a member's number, too"
      let product = Meaning(
        letter: "u", words: "[u]PC-E", symbology: .upcE, purpose: "for a UPC-E")
      (meanings, isFaulty) = ([product, .number], false)
      return
    }
    let article = kind == .upcA ? "a" : "an"
    reason = "its \(bare.count) digits would be \(article) \(kind) with a wrong check digit"
    let incomplete = Meaning(
      letter: "e", words: "[e]AN-13 without its check digit", symbology: .ean13,
      purpose: "for an EAN-13 without its check digit")
    (meanings, isFaulty) = (kind == .upcA ? [incomplete, .number] : [.number], true)
  }

  /// What is meant, as the person says it.
  ///
  /// - Returns: The kind of the bars.
  /// - Throws: `Failure` when nobody can be asked, or it is neither.
  func symbology(asking console: Console) throws -> Symbology {
    let options = meanings.map { "--symbology \($0.symbology.optionName) \($0.purpose)" }
    let refusal = Failure.usage(
      "it is not clear what this number is", because: reason,
      try: (isFaulty ? "look for a digit that was typed wrong, or " : "")
        + options.joined(separator: ", "))
    guard console.isInteractive, !console.format.isForScripts else { throw refusal }
    console.ask("What is this number? \(reason.capitalisedFirst).\n")
    let question = (meanings.map(\.words) + ["[Enter] none of these > "]).joined(separator: "  ")
    while let answer = console.answer(to: "\(question)")?.lowercased(), !answer.isEmpty {
      if let meaning = meanings.first(where: { $0.letter == answer }) { return meaning.symbology }
      console.ask("one of the letters in brackets, please\n")
    }
    throw refusal
  }
}

extension Symbology {
  /// Its name without blanks, as an option has it.
  fileprivate var optionName: String { name.lowercased().replacing(" ", with: "-") }
}

extension String {
  fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
