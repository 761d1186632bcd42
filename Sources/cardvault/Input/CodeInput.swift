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
    let typed = try TypedCode(text == "-" ? try hidden(console) : text)
    var symbology = try symbologyName.map(Self.symbology)
    while true {
      switch try typed.meaning(as: symbology, replacing: old, today: .today()) {
      case .unclear(let number): symbology = try number.symbology(asking: console)
      case .code(let barcode, let notes):
        for note in notes { tell(note, console) }
        return barcode
      }
    }
  }

  /// Finds a symbology by the name that was typed.
  static func symbology(_ name: String) throws -> Symbology {
    guard let symbology = Symbology(name: name) else {
      throw Failure.usage(
        "“\(name.printable)” is no kind of barcode that is known",
        because: "the kinds are " + Symbology.allCases.map(\.name).joined(separator: ", "))
    }
    return symbology
  }

  private static func hidden(_ console: Console) throws -> String {
    guard console.isInteractive else { return readLine() ?? "" }
    // Not shown from before the question on: who knows it types at once.
    let line = Terminal.withoutEcho {
      console.answer(to: "Code (not shown): ", keepsSeparators: true)
    }
    console.ask("\n")
    return line ?? ""
  }

  private static func tell(_ note: TypedCode.Note, _ console: Console) {
    switch note {
    case .checkDigitAdded(let digit):
      console.remark("The check digit was missing and was added: …\(digit)")
    case .digitFound(let digit):
      // Said even under --quiet, and without the number: it may have been typed where nobody should see it.
      console.ask(
        "The unreadable digit is \(digit): the check digit leaves no other. Compare it with the card.\n"
      )
    case .elements(let titles):
      console.remark("Taken as a GS1 code: \(titles.joined(separator: ", "))")
    case .book: console.remark("Taken as the EAN-13 of this ISBN.")
    case .periodical: console.remark("Taken as the EAN-13 of this ISSN.")
    }
  }
}
