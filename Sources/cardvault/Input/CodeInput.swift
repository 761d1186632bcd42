internal import Cards
internal import Terminal
internal import Wallet

/// Turns what a person typed into a code.
enum CodeInput {
  /// A code, and whether its kind was only assumed, as nobody could be asked.
  typealias Typed = (barcode: Barcode, isAssumed: Bool)

  /// The code that is meant by `text`, as printed on the card.
  ///
  /// A number that may be one of several is asked about, or refused. A person at a terminal is told which kind it was taken
  /// for, and why, with the number unless it was typed hidden.
  static func barcode(
    _ text: String, isHidden: Bool = false, symbologyName: String?, replacing old: Barcode? = nil,
    console: Console
  ) throws -> Barcode {
    try typed(
      text, isHidden: isHidden, symbologyName: symbologyName, replacing: old, assumes: false,
      console
    ).barcode
  }

  /// The same for a new card, where a web address has the most likely kind if nobody can be asked.
  ///
  /// A `-` asks for the code without showing it, so that it does not stay in the shell's history.
  static func new(_ text: String, symbologyName: String?, _ console: Console) throws -> Typed {
    let isHidden = text == "-"
    return try typed(
      isHidden ? hidden(.code, console) : text, isHidden: isHidden, symbologyName: symbologyName,
      replacing: nil, assumes: true, console)
  }

  private static func typed(
    _ text: String, isHidden: Bool, symbologyName: String?, replacing old: Barcode?,
    assumes: Bool, _ console: Console
  ) throws -> Typed {
    let typed = try TypedCode(text)
    let named = try symbologyName.map(Self.named)
    var symbology = named?.symbology
    var isAssumed = false
    while true {
      switch try typed.meaning(
        as: symbology, form: named?.form, replacing: old, today: .today())
      {
      case .unclear(let number):
        isAssumed = assumes && number.reason == .webAddress && !console.canAsk
        symbology =
          isAssumed ? number.meanings[0].symbology : try number.symbology(asking: console)
      case .code(let barcode, let notes):
        if symbology == nil, notes.isEmpty, console.isInteractive {
          let number =
            isHidden ? "" : " \(CodeWords(barcode, today: try .today()).shortLine)"
          console.remark("\(barcode.symbology)\(number): \(barcode.kindReason)")
        }
        for note in notes { tell(note, console) }
        return (barcode, isAssumed)
      }
    }
  }

  /// Asks for a new card's code in the open; `nil` for none.
  static func asked(symbologyName: String?, _ console: Console) throws -> Typed? {
    while true {
      guard let text = console.answer(to: Question.printedCode, keepsSeparators: true),
        !text.isEmpty
      else { return nil }
      do {
        return try new(text, symbologyName: symbologyName, console)
      } catch {
        guard let failure = Failure(explaining: error) else { throw error }
        console.complain(failure.line, try: failure.advice)
      }
    }
  }

  /// The same text as another kind of code.
  static func corrected(
    _ text: String, symbologyName: String, of old: Barcode?, _ console: Console
  ) throws -> Barcode {
    let named = try named(symbologyName)
    let (barcode, notes) = try TypedCode.correction(
      text, as: named.symbology, form: named.form, of: old, today: .today())
    for note in notes { tell(note, console) }
    return barcode
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
  static func symbologies(_ list: String) throws -> Set<Symbology> {
    Set(
      try list.split(separator: ",", omittingEmptySubsequences: false).map {
        try named(String($0)).symbology
      })
  }

  /// Asks for something without showing what is typed.
  ///
  /// - Throws: `Failure` if there is no terminal, and standard input is closed or empty.
  static func hidden(
    _ question: Question, with values: [String] = [], _ console: Console
  ) throws -> String {
    guard console.isInteractive else {
      if let line = readLine() { return line }
      throw Failure.usage(
        "nothing was read", because: "standard input is closed or empty",
        try: .option("write one line to standard input, or run the same command on a terminal"))
    }
    // Echo is off before the question: some people start typing at once.
    let line = TTY.withoutEcho {
      console.answer(to: question, with: values, keepsSeparators: true)
    }
    console.say("\n")
    return line ?? ""
  }

  private static func tell(_ note: TypedCode.Note, _ console: Console) {
    // Shown even with --quiet, as the digit must be compared; without the number, which may have been typed unseen.
    if case .digitFound = note {
      console.say("\(note.words)\n")
    } else {
      console.remark("\(note.words)")
    }
  }
}

extension UnclearNumber {
  /// Asks the person which kind of number it is.
  ///
  /// - Throws: `Failure` if nobody can be asked, or the person chooses none.
  func symbology(asking console: Console) throws -> Symbology {
    let refusal = Failure(self, advising: "use") { "--symbology \($0.optionName)" }
    guard console.canAsk else { throw refusal }
    let question = reason == .webAddress ? "What kind of barcode is it" : "What is this number"
    console.say("\(question)? \(reason.words.capitalisedFirst).\n")
    let choices = meanings.map(\.words).joined(separator: "  ")
    while let answer = console.answer(to: Question.kindOfNumber, with: [choices])?.lowercased(),
      !answer.isEmpty
    {
      if let meaning = meanings.first(where: { $0.letter == answer }) { return meaning.symbology }
      console.say("Type one of the letters in brackets.\n")
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
    case .address: "q"
    case .text: "c"
    }
  }

  fileprivate var words: String {
    switch self {
    case .book: "[b]ook, as EAN-13"
    case .productUPCE: "[u]PC-E"
    case .incompleteEAN13: "[e]AN-13 without its check digit"
    case .number: "[n]umber, as Code 128"
    case .address: "[q] QR Code"
    case .text: "[c] Code 128"
    }
  }
}

extension Console {
  /// Whether a person can be asked, and expects it.
  var canAsk: Bool { isInteractive && !format.isForScripts }
}

extension Symbology {
  /// Its name as an option value, without spaces.
  fileprivate var optionName: String { name.lowercased().replacing(" ", with: "-") }
}

extension String {
  fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
