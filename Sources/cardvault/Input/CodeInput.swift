package import Cards
package import Terminal
package import Wallet

/// Makes a code of what a person typed.
package enum CodeInput {
  /// The code that is meant by `text`, as printed on the card.
  ///
  /// A `-` asks for it without showing it, so that it does not stay in the shell's history. A number that may be
  /// one of several is asked about, or refused.
  package static func barcode(
    _ text: String, symbologyName: String?, replacing old: Barcode? = nil, console: Console
  ) throws -> Barcode {
    let typed = try TypedCode(text == "-" ? hidden(.code, console) : text)
    let named = try symbologyName.map(Self.named)
    var symbology = named?.symbology
    while true {
      switch try typed.meaning(
        as: symbology, form: named?.form, replacing: old, today: .today())
      {
      case .unclear(let number): symbology = try number.symbology(asking: console)
      case .code(let barcode, let notes):
        for note in notes { tell(note, console) }
        return barcode
      }
    }
  }

  /// Finds a symbology by the name that was typed.
  private static func named(_ name: String) throws -> NamedSymbology {
    guard let named = NamedSymbology(name) else {
      throw Failure.usage(
        "“\(name.printable)” is not a kind of barcode",
        because: "the kinds are " + Symbology.allCases.map(\.name).joined(separator: ", "),
        try: "use one of these, such as EAN-13")
    }
    return named
  }

  /// Finds the symbologies of a list with commas.
  package static func symbologies(_ list: String) throws -> Set<Symbology> {
    Set(
      try list.split(separator: ",", omittingEmptySubsequences: false).map {
        try named(String($0)).symbology
      })
  }

  /// Asks for something without showing what is typed.
  ///
  /// - Throws: `Failure` if there is no terminal, and standard input is closed or empty.
  package static func hidden(
    _ question: Question, with values: [String] = [], _ console: Console
  ) throws -> String {
    guard console.isInteractive else {
      if let line = readLine() { return line }
      throw Failure.usage(
        "nothing was read", because: "standard input is closed or empty",
        try: "write one line to standard input, or run the same command on a terminal")
    }
    // Not shown from before the question on: who knows it types at once.
    let line = TTY.withoutEcho {
      console.answer(to: question, with: values, keepsSeparators: true)
    }
    console.ask("\n")
    return line ?? ""
  }

  private static func tell(_ note: TypedCode.Note, _ console: Console) {
    // Shown even with --quiet, as the digit must be compared; without the number, which may have been typed unseen.
    if case .digitFound = note {
      console.ask("\(note.words)\n")
    } else {
      console.remark("\(note.words)")
    }
  }
}
