internal import Cards
internal import TerminalIO
internal import Wallet

/// Makes a code of what a person typed.
enum CodeInput {
  /// The code that is meant by `text`, as printed on the card.
  ///
  /// A `-` asks for it without showing it, so that it does not stay in the shell's history. A number that may be
  /// one of several is asked about, or refused.
  static func barcode(
    _ text: String, symbologyName: String?, replacing old: Barcode? = nil, console: Console
  ) throws -> Barcode {
    let typed = try TypedCode(text == "-" ? hidden("Code (not shown): ", console) : text)
    var symbology = try symbologyName.map(Self.symbology)
    while true {
      switch try typed.meaning(as: symbology, replacing: old, today: .today()) {
      case .unclear(let number): symbology = try number.symbology(asking: console)
      case .code(let barcode, let notes):
        for note in notes { tell(note, console) }
        if let old, !old.admits(barcode) { console.remark("\(contradiction)") }
        return barcode
      }
    }
  }

  /// The code of a kind that a person chose, without asking anything.
  ///
  /// - Returns: The code, and what was concluded from the text, in words.
  static func barcode(
    _ text: String, as symbology: Symbology, replacing old: Barcode
  ) throws(WalletError) -> (barcode: Barcode, notes: [String]) {
    // Unchanged bytes keep what no one can type, such as control characters.
    if text == old.text, symbology == old.symbology { return (old, []) }
    let meaning = try TypedCode(text).meaning(as: symbology, replacing: old, today: try .today())
    guard case .code(let barcode, let notes) = meaning else {
      preconditionFailure("a number whose kind was chosen is not unclear")
    }
    return (barcode, notes.map(words) + (old.admits(barcode) ? [] : [contradiction]))
  }

  /// What is said of a number that differs from what was read of it; without the digits.
  private static let contradiction =
    "It differs from the digits that were read on the photo: compare it with the card once more."

  /// Finds a symbology by the name that was typed.
  static func symbology(_ name: String) throws -> Symbology {
    guard let symbology = Symbology(name: name) else {
      throw Failure.usage(
        "“\(name.printable)” is no kind of barcode that is known",
        because: "the kinds are " + Symbology.allCases.map(\.name).joined(separator: ", "))
    }
    return symbology
  }

  /// Finds the symbologies of a list with commas.
  static func symbologies(_ list: String) throws -> Set<Symbology> {
    Set(
      try list.split(separator: ",", omittingEmptySubsequences: false).map {
        try symbology(String($0))
      })
  }

  /// Asks for something without showing what is typed.
  static func hidden(_ question: TerminalText, _ console: Console) -> String {
    guard console.isInteractive else { return readLine() ?? "" }
    // Not shown from before the question on: who knows it types at once.
    let line = Terminal.withoutEcho { console.answer(to: question, keepsSeparators: true) }
    console.ask("\n")
    return line ?? ""
  }

  private static func tell(_ note: TypedCode.Note, _ console: Console) {
    // Shown even with --quiet, as the digit must be compared; without the number, which may have been typed unseen.
    if case .digitFound = note {
      console.ask("\(words(for: note))\n")
    } else {
      console.remark("\(words(for: note))")
    }
  }

  /// What was concluded from the text.
  private static func words(for note: TypedCode.Note) -> String {
    switch note {
    case .checkDigitAdded(let digit): "The check digit was missing and was added: …\(digit)"
    case .digitFound(let digit):
      "The unreadable digit is \(digit): the check digit allows no other. Compare it with the card."
    case .elements(let titles): "Read as a GS1 code: \(titles.joined(separator: ", "))"
    case .book: "Read as the EAN-13 of this ISBN."
    case .periodical: "Read as the EAN-13 of this ISSN."
    }
  }
}
