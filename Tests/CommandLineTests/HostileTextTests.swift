import Cards
import CommandLineSupport
import Foundation
import SystemPackage
import Testing
import VaultStore

/// Names, codes and notes by someone who wants to control the terminal.
@Suite struct `Hostile text` {
  /// Escape sequences, C0 and C1, bidirectional controls, and line ends followed by imitations of our own lines.
  static let controls =
    "\u{1B}]0;x\u{7}\u{1B}[2J\r\u{8}\u{0}\u{7F}\u{9B}31m\u{90}\u{202E}\u{2066}\u{2028}\n\nfake line"
  /// Everything that cardvault itself sends to control a terminal, and line ends as a terminal shows them.
  static let ours = [
    "\u{1B}[1m", "\u{1B}[2m", "\u{1B}[33m", "\u{1B}[38;2;0;0;0;48;2;255;255;255m",
    "\u{1B}[38;5;16;48;5;231m", "\u{1B}[30;107m", "\u{1B}[48;2;0;0;0m", "\u{1B}[48;5;16m",
    "\u{1B}[40m", "\u{1B}[0m", "\r\u{1B}[K",
  ]
  /// What makes a terminal mark pasted text.
  static let marksPastes = "\u{1B}[?2004h"
  /// What makes it leave pasted text as it is.
  static let leavesPastes = "\u{1B}[?2004l"

  /// A person whose vault has such cards: one to show, one to review, two that share a code, and a conflict.
  func person() async throws -> Person {
    let person = try Person()
    let state = person.home.appending(".local/state/cardvault")
    let here = VaultLocations(
      vault: person.vault, keyDirectory: person.keys, stateDirectory: state)
    var there = here
    there.vault = person.home.appending("other")
    there.stateDirectory = person.home.appending("other-state")
    let vault = try Vault.create(at: here)
    var random = SystemRandomNumberGenerator()
    func text(_ word: String) -> String { word + Self.controls }
    func card(_ name: String, _ codes: [Barcode]) -> Card {
      var card = Card(id: CardID(using: &random), name: text(name), codes: codes)
      (card.note, card.printedNumber, card.origin) = (text("note"), text("123"), text("from"))
      card.tags = [text("tag")]
      return card
    }
    let number = try #require(PeriodicalNumber(text: "ISSN 1234-5679"))
    let magazine = Barcode(
      symbology: .ean13, bytes: number.ean13, text: text("977"),
      traits: SymbolTraits(aimIdentifier: text("]E3"), version: text("v"), addOn: text("05")))
    let words = text("code")
    let square = Barcode(symbology: .qrCode, bytes: Array(words.utf8), text: words)
    let elements = "01095212345432131\u{30}" + Self.controls
    let trade = Barcode(
      symbology: .code128, bytes: Array(elements.utf8), text: elements,
      traits: SymbolTraits(aimIdentifier: "]C1", gs1: true))
    let shown = card("Magazine", [magazine])
    var draft = card("Draft", [trade])
    draft.review = .doubtfulDraft
    try await vault.save([shown, draft, card("Square", [square]), card("Twin", [square])])
    try FileManager.default.copyItem(atPath: here.vault.string, toPath: there.vault.string)
    for (place, word) in [(here, "Left"), (there, "Right")] {
      var changed = shown
      changed.name = text("Magazine \(word)")
      try await Vault.open(at: place).save([changed])
    }
    let segments = there.vault.appending("segments")
    for name in try FileManager.default.contentsOfDirectory(atPath: segments.string) {
      try? FileManager.default.copyItem(
        atPath: segments.appending(name).string,
        toPath: person.vault.appending("segments").appending(name).string)
    }
    return person
  }

  /// Nothing controls the terminal, and no line comes from a hostile text.
  func expectClean(_ text: String, _ words: [String], isTerminal: Bool = false) {
    var text = text
    if isTerminal {
      text = text.replacingOccurrences(of: "\r\n", with: "\n")
      for sequence in Self.ours { text = text.replacingOccurrences(of: sequence, with: "") }
    }
    for scalar in text.unicodeScalars where scalar != "\n" {
      let isControl = scalar.properties.generalCategory == .control
      let isBidirectional = scalar.properties.isBidiControl || scalar == "\u{2028}"
      #expect(!isControl && !isBidirectional, "\(words): U+\(String(scalar.value, radix: 16))")
    }
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(!lines.contains { $0.hasPrefix("fake line") }, "\(words): \(text)")
  }

  /// A terminal's output without the marking of pasted text, which is on exactly while each of these prompts is open.
  func withoutMarking(_ text: String, _ prompts: [String], _ words: [String]) -> String {
    var parts = text.components(separatedBy: Self.marksPastes)
    #expect(parts.count == prompts.count + 1, "\(words): \(text)")
    for (index, prompt) in zip(parts.indices.dropFirst(), prompts) {
      let inside = parts[index].components(separatedBy: Self.leavesPastes)
      #expect(inside.count == 2 && inside[0].contains(prompt), "\(words): \(text)")
      parts[index] = inside.joined()
    }
    // Any that is left is not expected.
    return parts.joined()
  }

  @Test func `no command prints its control characters`() async throws {
    let person = try await person()
    let picture = try await person.types("show", "Square", "--output", "evil\u{1B}[31m.png")
    #expect(picture.status == 0, "\(picture.errors)")
    let formatted: [[String]] = [
      ["list", "--all"], ["list", "--drafts"], ["resolve"], ["history", "Magazine"],
      ["read", "evil\u{1B}[31m.png", "no\u{1B}[31m.png"], ["verify"], ["restore"],
      ["list", "zzz\u{1B}"],
      ["show", "a\u{1B}[2J"], ["resolve", "Square", "--keep", "x\u{1B}[2J=9"],
    ]
    var commands: [[String]] = []
    for format in ["table", "plain", "json", "jsonl"] {
      commands += formatted.map { $0 + ["--format", format] }
    }
    for form in ["terminal", "svg", "text", "json"] {
      for name in ["Magazine", "Draft", "Square"] { commands.append(["show", name, "--as", form]) }
    }
    commands += [
      [], ["bogus\u{1B}[2J"], ["list", "--bogus\u{1B}[2J"], ["show", "Magazine", "--color"],
      ["export", "bundle", "--cards", "Square"], ["export", "b\u{1B}[2J/c"],
      ["sync", "no\u{1B}[2J:where"], ["import", "evil\u{1B}[31m.png", "--no-review"],
      ["list", "--all"],
      ["resolve", "Square", "--join", "Twin"], ["remove", "Draft", "--yes"], ["restore"],
      ["undo"],
    ]
    for words in commands {
      let outcome = try await person.types(words)
      // Not everything requested exists, but nothing crashes.
      #expect(outcome.status < 128, "\(words): \(outcome.errors)")
      let hasColours = words.contains("--color")
      expectClean(outcome.output, words, isTerminal: hasColours)
      expectClean(outcome.errors, words)
    }
    #expect(try await person.types("show", "Magazine").output.contains("ISSN 1234-5679"))
    let list = try await person.types("list", "--all").output
    #expect(list.contains("Magazine Right␛]0;x␇") || list.contains("Magazine Left␛]0;x␇"))
  }

  @Test func `its control characters never reach a real terminal`() async throws {
    let person = try await person()
    let answers: [([String], [(wait: String, type: String)])] = [
      (["list", "--all"], []), (["show", "Magazine", "--as", "terminal"], []),
      (["show", "Square", "--as", "terminal"], []), (["review", "--plain"], [("Name [", "\u{4}")]),
      (["resolve", "Magazine"], [("Which one stays?", "\n")]),
      (["resolve", "Square"], [("Which one stays?", "\n")]), (["history", "Square"], []),
      (["remove", "Square"], [("[y/N]", "n\n")]), (["show", "note", "--as", "terminal"], []),
    ]
    for (words, answers) in answers {
      let outcome = try await person.converses(words, answers: answers, columns: 200, rows: 100)
      #expect(outcome.status < 97, "\(words): \(outcome.output)")
      let output = withoutMarking(outcome.output, answers.map(\.wait), words)
      expectClean(output, words, isTerminal: true)
    }
  }
}
