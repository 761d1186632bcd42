import Cards
import CommandLineSupport
import Foundation
import SystemPackage
import Testing
import VaultStore

/// What fits a terminal's window, and the messages when it does not.
@Suite struct `Windows` {
  private func person(_ symbology: String, _ code: String) async throws -> Person {
    let person = try await Person.withVault()
    let added = try await person.types(
      "add", "--name", "Card", "--code", code, "--symbology", symbology)
    try #require(added.status == 0, "\(added.errors)")
    return person
  }

  /// So many letters, in an order that compresses badly.
  private func letters(_ count: Int) -> String {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz")
    return String((0..<count).map { (place: Int) -> Character in alphabet[place * 7 % 26] })
  }

  private func lines(_ output: String) -> [Substring] { output.split(whereSeparator: \.isNewline) }

  /// How many lines contain a picture.
  private func pictureLines(_ output: String) -> Int {
    lines(output).count { $0.contains("[0m") && $0.contains("48;5;231") }
  }

  @Test(arguments: [("qr", 384, 120, 30), ("aztec", 96, 80, 20), ("qr", 384, 60, 100)])
  func `a code that does not fit is refused, and its number is shown`(
    symbology: String, length: Int, columns: Int, rows: Int
  ) async throws {
    let code = letters(length)
    let person = try await person(symbology, code)
    let outcome = try await person.converses(
      ["show", "Card", "--as", "terminal"], answers: [], columns: columns, rows: rows)
    #expect(outcome.status == 3 && pictureLines(outcome.output) == 0, "\(outcome.output)")
    // A terminal breaks errors between words.
    let told = outcome.output.replacing("\r\n", with: " ").split(separator: " ").joined(
      separator: " ")
    for words in [
      String(code.prefix(40)), "does not fit this terminal", "because it needs",
      "but the terminal has",
      "try: type the number",
      "or: use a larger window, a smaller font, or --as png with --output card.png",
    ] {
      #expect(told.contains(words), "\(outcome.output)")
    }
    let cut = length - 160
    #expect(outcome.output.contains("and \(cut) more characters") == (cut > 0))
    #expect(try await person.types("show", "Card", "--as", "text").output == code + "\n")
    // Without a window, everything fits.
    let piped = try await person.types("show", "Card")
    #expect(piped.status == 0 && piped.output.contains("█"))
  }

  @Test func `a till of 80 columns is told what works for a Code 39 of ten characters`()
    async throws
  {
    let person = try await person("code39", "ABCDE12345")
    let outcome = try await person.converses(
      ["Card"],
      answers: [("needs 88 columns", ""), ("a smaller font", "q")],
      columns: 80, rows: 24)
    #expect(outcome.status == 0 && pictureLines(outcome.output) == 0, "\(outcome.output)")
    #expect(try await person.types("Card", "--output", "card.png").status == 0)
  }

  @Test func `in a pipe, a code is drawn for a dark background, and that is said`() async throws {
    let person = try await person("qr", "hello")
    let piped = try await person.types("show", "Card")
    let dark = try await person.types("show", "Card", environment: ["COLORFGBG": "15;0"])
    let light = try await person.types("show", "Card", environment: ["COLORFGBG": "0;15"])
    let coloured = try await person.types("show", "Card", "--color")
    for picture in [piped, dark, light] {
      #expect(picture.status == 0 && picture.output.contains("█"), "\(picture.errors)")
    }
    // With colours, a full cell depends on no font's block.
    #expect(coloured.status == 0, "\(coloured.errors)")
    #expect(coloured.output.contains("\u{1B}[40m ") && !coloured.output.contains("█"))
    #expect(piped.errors.contains("dark background"))
    for picture in [dark, light, coloured] { #expect(picture.errors.isEmpty) }
    #expect(piped.output == dark.output && dark.output != light.output)
  }

  @Test(arguments: [("qr", 2_000), ("pdf417", 900)])
  func `a giant code that is refused can be written as a picture`(symbology: String, length: Int)
    async throws
  {
    let code = letters(length)
    let person = try await person(symbology, code)
    let outcome = try await person.converses(
      ["show", "Card", "--as", "terminal"], answers: [], columns: 80, rows: 24)
    #expect(outcome.status == 3 && outcome.output.contains("--as png"), "\(outcome.output)")
    let written = try await person.types("show", "Card", "--as", "png", "--output", "card.png")
    #expect(written.status == 0, "\(written.errors)")
  }

  @Test func `the code, its number and the prompt must all fit, to the line`() async throws {
    let person = try await person("qr", "hello")
    // 21 modules and a quiet zone of 8 make 15 lines.
    let fitting = try await person.converses(
      ["show", "Card", "--as", "terminal"], answers: [], columns: 80, rows: 17)
    #expect(fitting.status == 0 && pictureLines(fitting.output) == 15, "\(fitting.output)")
    let lines = self.lines(fitting.output)
    #expect(lines.last?.contains("hello") == true)
    #expect(lines.dropLast().last?.contains("48;5;231") == true)
    let low = try await person.converses(
      ["show", "Card", "--as", "terminal"], answers: [], columns: 80, rows: 16)
    #expect(low.status == 3 && pictureLines(low.output) == 0)
    #expect(low.output.contains("it needs 17 lines, but the terminal has 16"), "\(low.output)")
    #expect(low.output.contains("hello"))
    let narrow = try await person.converses(
      ["show", "Card", "--as", "terminal"], answers: [], columns: 28, rows: 50)
    #expect(narrow.status == 3 && narrow.output.contains("it needs 29 columns"))
  }

  @Test func `without colour in words, a code is black on white all the same`() async throws {
    let person = try await person("qr", "hello")
    let environment = ["NO_COLOR": "1", "TERM": "xterm-256color"]
    let printed = try await person.converses(
      ["show", "Card", "--as", "terminal"], answers: [], rows: 30, environment: environment)
    #expect(printed.status == 0 && pictureLines(printed.output) >= 15, "\(printed.output)")
    #expect(!printed.output.contains("\u{1B}[1m"))
    let full = try await person.converses(
      ["Card"], answers: [("leave", "q")], rows: 30, environment: environment)
    #expect(full.status == 0 && full.output.contains("48;5;231"), "\(full.output)")
    // Whoever asks for none gets none.
    let none = try await person.converses(
      ["show", "Card", "--as", "terminal", "--no-color"], answers: [], rows: 30,
      environment: environment)
    #expect(none.status == 3 && pictureLines(none.output) == 0, "\(none.output)")
  }

  @Test func `a long note does not push the code out of the window`() async throws {
    let person = try await person("qr", "hello")
    _ = try await person.types("edit", "Card", "--note", String(repeating: "note ", count: 400))
    let outcome = try await person.converses(
      ["show", "Card", "--as", "terminal"], answers: [], columns: 80, rows: 17)
    let lines = self.lines(outcome.output)
    #expect(outcome.status == 0 && lines.suffix(16).count { $0.contains("48;5;231") } == 15)
  }

  @Test func `several codes fit together, or are shown one by one`() async throws {
    let person = try Person()
    let vault = try Vault.create(
      at: VaultLocations(
        vault: person.vault, keyDirectory: person.keys,
        stateDirectory: person.home.appending(".local/state/cardvault")))
    var random = SystemRandomNumberGenerator()
    let codes = ["first", "other"].map {
      Barcode(symbology: .qrCode, bytes: Array($0.utf8), text: $0)
    }
    try await vault.save([Card(id: CardID(using: &random), name: "Two", codes: codes)])
    let both = try await person.converses(
      ["show", "Two", "--as", "terminal"], answers: [], columns: 80, rows: 34)
    #expect(both.status == 0 && pictureLines(both.output) == 30, "\(both.output)")
    let low = try await person.converses(
      ["show", "Two", "--as", "terminal"], answers: [], columns: 80, rows: 33)
    #expect(low.status == 3 && pictureLines(low.output) == 0)
    #expect(
      low.output.contains("together")
        && low.output.contains("or:  use --code-number 1, a larger window"))
    #expect(low.output.contains("first") && low.output.contains("other"))
    let one = try await person.converses(
      ["show", "Two", "--code-number", "2", "--as", "terminal"], answers: [], columns: 80, rows: 33)
    #expect(one.status == 0 && pictureLines(one.output) >= 15)
  }

  @Test func `review shows the beginning of a long code`() async throws {
    let person = try await person("qr", String(repeating: "long", count: 100))
    _ = try await person.types("show", "Card", "--output", "long.png")
    let other = try await Person.withVault()
    let photo = person.home.appending("long.png").string
    let outcome = try await other.converses(
      ["import", photo, "--plain"], answers: [("Name [", "/quit\n")])
    #expect(
      outcome.output.contains("and 240 more characters: see all with show --as text"),
      "\(outcome.output)")
  }

  @Test func `a terminal shows errors in lines broken between words, but no command`()
    async throws
  {
    let person = try Person()
    let list = ["list", "--vault", "a folder whose name is rather long"]
    let told = try await person.types(list).errors
    let shown = try await person.converses(list, answers: [], columns: 40).output
    let lines = shown.split(separator: "\r\n").map(String.init)
    let advice = lines.filter { $0.hasPrefix("try: cardvault") || $0.hasPrefix("or:  cardvault") }
    #expect(advice.count == 2 && advice.contains { $0.count > 40 }, "\(shown)")
    #expect(lines.count > 3 && lines.allSatisfy { $0.count <= 40 || advice.contains($0) })
    #expect(
      lines.joined(separator: " ")
        == told.split(separator: "\n").joined(separator: " "), "\(shown)")
    _ = try await person.types("init")
    for name in [
      "Public library of the old town by the river", "Museum, gallery and castle of the old town",
    ] {
      _ = try await person.types("add", "--name", name)
      let typo = name.replacing("l", with: "ll")
      let meant = try await person.converses(["show", typo], answers: [], columns: 40).output
      #expect(meant.contains("\r\ntry: cardvault show \"\(name)\"\r\n"), "\(meant)")
    }
  }

  @Test func `a long name takes one line of the review's screen`() async throws {
    let person = try await Person.withVault()
    let name = String(repeating: "abcdefghij", count: 19)
    for (sample, copy) in [("qr-loyalty.jpg", name), ("ean13-grocer.jpg", "zoo")] {
      try FileManager.default.copyItem(
        atPath: Person.samples.appending(sample).string,
        toPath: person.home.appending("\(copy).jpg").string)
    }
    _ = try await person.types("import", "--no-review", "\(name).jpg", "zoo.jpg")
    let outcome = try await person.converses(
      ["review"],
      answers: [
        ("Card 1 of 2", "\u{E}"), ("Skipped: \(name.prefix(70))…", "\u{1B}"),
      ], columns: 80)
    #expect(outcome.status == 0, "\(outcome.output)")
  }
}
