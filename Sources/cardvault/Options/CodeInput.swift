internal import Cards
internal import Drawing
internal import VaultStore

/// Makes a code of what a person typed.
enum CodeInput {
  /// The code that is meant by `text`, as printed on the card.
  ///
  /// A `-` asks for it without showing it, so that it does not stay in the shell's history. Without the
  /// name of a symbology, it has that of the code that it replaces; else length and check digit decide for
  /// EAN-13, UPC-A or EAN-8; all else is Code 128. A number that may be one of several is asked about, or
  /// refused. One `?` in a number stands for a digit that nobody can read, and is solved by the check digit.
  static func barcode(
    _ text: String, symbologyName: String?, replacing old: Barcode? = nil, console: Console
  ) throws -> Barcode {
    var typed = text == "-" ? try hidden(console) : text
    guard !typed.contains("\u{FFFD}") else {
      throw Failure.usage(
        "this is no code", because: "it is not text in UTF-8", try: "import a photo of it instead")
    }
    guard !typed.isEmpty, typed.utf8.count <= Barcode.maximumByteCount else {
      throw Failure.usage(
        "this is no code", because: "a code has 1 to \(Barcode.maximumByteCount) bytes")
    }
    try KeyRefusal.check(typed)
    let wanted = try symbologyName.map(Self.symbology)
    // All other kinds may hold such digits as they are.
    if (wanted ?? old?.symbology).map({ $0.isRetail || wanted == nil && $0 == .code128 }) ?? true {
      typed = TypedNumber.folded(typed) ?? typed
    }
    let named =
      try wanted ?? UnclearNumber(typed, replacing: old)?.symbology(asking: console)
      ?? old?.symbology
    let code = TypedCode(text: typed, symbology: named, console: console)
    if let elements = try code.elements(year: CalendarDate.today().year) { return elements }
    if let publication = try code.publication() { return publication }
    let solved = try code.solvedNumber()
    let symbology = named ?? solved?.symbology ?? guess(typed)
    let digits = solved?.digits ?? Array(typed.utf8)
    let bytes = try normalised(digits, symbology)
    if symbology.isRetail, bytes.count > digits.count(where: { (0x30...0x39).contains($0) }) {
      console.remark(
        "The check digit was missing and was added: …\(String(decoding: bytes.suffix(1), as: UTF8.self))"
      )
    }
    // A typed Code 39 is what its bars say, without the pairs that stand for lower case (ISO/IEC 15424
    // ]A0): a till would get other characters.
    let traits = SymbolTraits(aimIdentifier: symbology == .code39 ? "]A0" : "")
    return Barcode(
      symbology: symbology, bytes: bytes, text: String(decoding: bytes, as: UTF8.self),
      traits: traits)
  }

  /// Makes sure that a typed code can be shown again, and that no other card holds it.
  static func check(_ barcode: Barcode, in vault: Vault, of card: CardID? = nil) async throws {
    do throws(DrawingError) {
      _ = try DrawnSymbol(barcode)
    } catch {
      throw Failure(error)
    }
    if let known = await vault.cards(with: barcode).first(where: { $0.id != card }) {
      throw Failure(
        "this code is in the vault already", because: "“\(known.name.printable)” holds it",
        try: "cardvault show, to compare the two", status: .conflict)
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

  /// What the bars of a Code 39 can say (ISO/IEC 16388 table 1).
  private static let code39Characters = Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)

  private static func guess(_ text: String) -> Symbology {
    // EAN-13 and UPC-A are printed in groups, books' with hyphens; 8 digits in groups are rather a
    // member's number.
    let digits = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
    let fitting = [Symbology.ean13, .upcA, .ean8].first {
      CheckDigit.isRight(digits, as: $0) == true
    }
    guard let fitting, fitting != .ean8 || digits.count == text.utf8.count else { return .code128 }
    return fitting
  }

  /// Checks retail numbers, and adds the check digit where only that is missing.
  private static func normalised(_ bytes: [UInt8], _ symbology: Symbology) throws -> [UInt8] {
    if symbology == .code39, !bytes.allSatisfy(code39Characters.contains) {
      throw Failure.usage(
        "this is no Code 39", because: "something in it cannot stand in a Code 39",
        try: "capital letters, digits, space and - . $ / + %")
    }
    guard symbology.isRetail else { return bytes }
    let digits = bytes.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
    let length = [Symbology.ean13: 13, .upcA: 12, .ean8: 8, .upcE: 8][symbology] ?? 0
    if symbology == .ean13, digits.count == 12, CheckDigit.isValidGS1(digits) {
      throw Failure.usage(
        "this is a UPC-A number", because: "its 12 digits are complete, and an EAN-13 has 13",
        try: "--symbology upc-a")
    }
    if symbology != .upcE, digits.count == length - 1, let check = CheckDigit.gs1(digits) {
      return digits + [check]
    }
    let checked = symbology == .upcE ? CheckDigit.expandedUPCE(digits) : digits
    guard digits.count == length, let checked, CheckDigit.isValidGS1(checked) else {
      throw Failure.usage(
        "this is no \(symbology.name) number",
        because: "it has \(length) digits, and the last one is computed from the others",
        try: "look for a digit that was typed wrong")
    }
    return digits
  }
}
