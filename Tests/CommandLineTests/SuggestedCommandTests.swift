import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// Commands in advice, which people copy into a shell.
@Suite struct `Suggested commands` {
  private struct Report: Decodable { let `try`: String }

  /// What a script is told to try where nothing was found.
  private func advice(
    _ person: Person, _ command: String, _ words: [String]
  ) async throws -> String {
    let outcome = try await person.types([command, "--format", "json"] + words)
    #expect(outcome.status == 14, "\(words): \(outcome.errors)")
    return try JSONDecoder().decode(Report.self, from: Data(outcome.errors.utf8)).try
  }

  /// Runs a command as a person who pastes it.
  private func pastes(_ command: String, _ person: Person) async throws -> Person.Outcome {
    try await person.runs(
      "/bin/bash", ["-c", command],
      environment: ["PATH": "\(Person.executables.string):/usr/bin:/bin"])
  }

  @Test(arguments: ["--help", "-h", "--help-hidden"])
  func `help without a command's name is about all commands`(help: String) async throws {
    let all = try await Person().types(help)
    #expect(all.output.contains("SHOW AND FIND:"))
    for words in [["--quiet", help], [help, "--quiet"], ["--format", "json", help]] {
      let outcome = try await Person().types(words)
      #expect(outcome.status == 0 && outcome.output == all.output, "\(words)")
    }
  }

  @Test func `help for a command that does not exist is an error`() async throws {
    try await Person().types("help", "nope").expectClear(64, "help about “nope”", "cardvault help")
    try await Person().types("help", "key", "nope").expectClear(64, "help about “nope”")
    try await Person().types("help", "lisst").expectClear(64, "try: cardvault list --help")
    for words in [["help", "list"], ["--format", "json", "help", "list"]] {
      let outcome = try await Person().types(words)
      #expect(outcome.status == 0 && outcome.output.contains("cardvault list"), "\(words)")
    }
  }

  @Test func `options may be before and behind each word of a command`() async throws {
    let person = try await Person.withVault()
    let usual = try await person.types("key", "check", "--format", "json")
    #expect(usual.status == 0 && usual.output.hasPrefix("{"))
    for words in [
      ["--format", "json", "key", "check"], ["key", "--format", "json", "check"],
      ["--quiet", "key", "--format", "json", "check"],
    ] {
      #expect(try await person.types(words).output == usual.output, "\(words)")
    }
    // The value of an option is not mistaken for a command.
    #expect(try await person.types("--vault", "list", "init").status == 0)
    #expect(try await person.types("--vault", "list", "key", "check").output != usual.output)
  }

  @Test func `a misspelt command is recognised behind options, and only if help shows it`()
    async throws
  {
    let person = try await Person.withVault()
    for words in [["lisst"], ["--format", "json", "lisst"]] {
      let outcome = try await person.types(words)
      #expect(outcome.status == 14 && outcome.errors.contains("cardvault list"), "\(words)")
    }
    #expect(try await !person.types("nxt").errors.contains("cardvault next"))
  }

  @Test(arguments: [
    ("ls", "cardvault list"), ("rm farm", "cardvault remove farm"),
    ("delete farm", "cardvault remove farm"), ("search farm", "cardvault list farm"),
    ("rename farm x", "cardvault edit farm --name x"), ("mv", "cardvault edit CARD --name NAME"),
    ("backup", "cardvault export FILE"), ("cp", "cardvault export FILE"),
    ("rm 4006381333931", "cardvault remove CARD"), ("devices", "cardvault sync --status"),
    ("photo.jpg", "cardvault import photo.jpg"), ("./cards", "cardvault import ./cards"),
    ("there.txt", "cardvault import there.txt"),
    ("--vault missing ls", "cardvault --vault missing list"),
    ("--format table lisst", "cardvault list"), ("help ls", "cardvault list"),
  ])
  func `words of other programs and files lead to the command`(typed: String, advised: String)
    async throws
  {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Farm tools")
    _ = try person.file("there.txt", [])
    let outcome = try await person.types(typed.split(separator: " ").map(String.init))
    let advice = outcome.errors.split(separator: "\n").map { $0.dropFirst("try: ".count) }
    #expect(outcome.status != 0 && advice.contains(Substring(advised)), "\(outcome.errors)")
    #expect(!outcome.output.contains("█"))
  }

  @Test func `a card whose whole name was typed wins over a command's word`() async throws {
    let person = try await Person.withVault()
    for name in ["LS", "Search party"] { _ = try await person.types("add", "--name", name) }
    #expect(try await person.types("ls").output.contains("LS"))
    #expect(try await person.types("search", "party").output.contains("Search party"))
    let outcome = try await person.types("search")
    #expect(
      outcome.errors.contains("try: cardvault list\nor:  cardvault show "), "\(outcome.errors)")
  }

  @Test func `a placeholder of our advice is not taken for a name`() async throws {
    let person = try await Person.withVault()
    for words in [["sync", "TARGET"], ["key", "restore", "PHOTO"], ["export", "FILE"]] {
      let outcome = try await person.types(words)
      #expect(outcome.status == 64 && outcome.errors.contains("only you know"))
    }
    #expect(!FileManager.default.fileExists(atPath: person.home.appending("TARGET").string))
    // A file may have that name, and a card, typed in another way.
    _ = try person.file("PHOTO", [])
    #expect(!(try await person.types("read", "./PHOTO").errors.contains("stands for")))
    #expect(try await person.types("add", "--name=TARGET").status == 0)
  }

  @Test func `an option does not take the value of the next one`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gym")
    for words in [["--name", "--quiet", "spa"], ["--note", "--format", "json", "x"]] {
      let outcome = try await person.types(["edit", "gym"] + words)
      #expect(outcome.status == 64 && outcome.errors.contains("\(words[0]) needs a value"))
    }
    #expect(try await person.types("edit", "gym", "--favourite", "--quiet").status == 0)
    #expect(try await person.names() == ["Gym"])
  }

  private static let names = [
    "-Bakery", "--Bakery", "Bakery $HOME", #"Bakery "it's" `ls` \n!"#, "Bakery; true", "Bakery'",
  ]

  @Test(arguments: names) func `a command for a card works, whatever the card is called`(
    name: String
  ) async throws {
    let person = try await Person.withVault()
    let added = try await person.types("add", "--name=\(name)", "--code", "5901234123457")
    try #require(added.status == 0, "\(added.errors)")
    let typo = name.replacing("Bakery", with: "bakeri")
    for (command, shown) in [("show", "5901234123457"), ("list", name)] {
      let tried = try await advice(person, command, ["--", typo])
      #expect(tried.hasPrefix("cardvault \(command) "), "\(tried)")
      let outcome = try await pastes(tried, person)
      #expect(outcome.status == 0 && outcome.output.contains(shown), "\(tried): \(outcome)")
    }
    // A card in another state is found by its tag and by its name.
    _ = try await person.types(["edit", "--tag=\(name)", "--", name])
    _ = try await person.types("archive", "--", name)
    for words in [["--tag=\(name)"], ["--", name]] {
      let outcome = try await person.types(["list"] + words)
      let tried = try #require(outcome.errors.split(separator: ": ", maxSplits: 1).last)
      let found = try await pastes(String(tried), person)
      #expect(found.status == 0 && found.output.contains(name), "\(outcome.errors)")
    }
  }

  @Test func `a tag that cards have is kept where nothing was found`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gym", "--tag", "old town")
    let command = #"cardvault list --all --tag "old town""#
    #expect(try await advice(person, "list", ["zzz", "--tag", "old town"]) == command)
    #expect(
      try await advice(person, "list", ["--tag", "old town", "--expiring", "30d"]) == command)
    let told = try await person.types("list", "zzz", "--tag", "old town")
    #expect(told.errors == "No card matches. To see others: \(command)\n")
    _ = try await person.types("archive", "gym")
    #expect(try await advice(person, "picture", ["--tag", "old town"]) == command)
    #expect(try await advice(person, "list", ["--tag", "new"]) == "cardvault list --all")
  }

  @Test(arguments: ["-x.csv", "my cards.csv", "it's \"x\".csv", "a\tb.csv"])
  func `a command for a file works, whatever the file is called`(name: String) async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gym", "--code", "5901234123457")
    _ = try await person.types("export", "--to", "csv", "--", name)
    let tried = try await person.types("merge", "--", name).errors
    let command = try #require(tried.split(separator: "try: ").last)
    #expect(command.hasPrefix("cardvault import "), "\(tried)")
    let outcome = try await pastes(String(command), person)
    #expect(outcome.status == 0 && outcome.output.contains("already"), "\(command): \(outcome)")
  }
}
