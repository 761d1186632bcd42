import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// Advice, followed: every command that an error suggests is run, in the state that the error was reported in.
@Suite struct `Followed advice` {
  private struct Report: Decodable {
    let error: String
    let `try`: String
    let run: [String]?
  }

  /// A state made by commands, and a command that fails in it.
  struct Scenario: Sendable, CustomTestStringConvertible {
    /// What a person types first; the vault is made before that.
    var before: [[String]] = []
    /// The command that fails.
    let words: [String]
    /// The beginning of the advised command.
    let advised: [String]
    /// Whether there is a vault at all.
    var hasVault = true
    /// Whether the advised command ends with success.
    var isEnough = true
    /// What to type into the advised command.
    var input = ""

    var testDescription: String { words.joined(separator: " ") }

    init(
      _ words: [String], _ advised: [String], after before: [[String]] = [], hasVault: Bool = true,
      isEnough: Bool = true, input: String = ""
    ) {
      (self.words, self.advised, self.before) = (words, ["cardvault"] + advised, before)
      (self.hasVault, self.isEnough, self.input) = (hasVault, isEnough, input)
    }
  }

  private static let gym = ["add", "--name", "Gym", "--code", "5901234123457"]
  private static let plain = ["add", "--name", "Gym"]
  private static let csv = ["export", "--to", "csv", "my cards.csv"]

  static let scenarios: [Scenario] = [
    // The vault and its key.
    .init(["list"], ["init"], hasVault: false),
    .init(["show", "gym"], ["init"], hasVault: false),
    .init(["init"], ["list"]),
    .init(
      ["list", "--vault", "other"], ["--vault", "other", "init"], hasVault: false),
    .init(["key", "check", "--vault=no vault"], ["--vault", "no vault", "init"], hasVault: false),
    // Commands that were mistyped.
    .init(["lisst"], ["list"], after: [gym]),
    .init(["lisst"], ["init"], hasVault: false),
    .init(["help", "lisst"], ["list", "--help"]),
    .init(["help", "nothing"], ["help"]),
    .init(["list", "--nope"], ["list", "--help"]),
    .init(["key", "sheet", "--nope"], ["key", "sheet", "--help"]),
    .init(["add", "Old", "Gym"], ["add", "--name", "Old Gym"], input: "5901234123457\n"),
    // Cards that were not found.
    .init(["show", "gim"], ["show", "Gym"], after: [gym]),
    .init(["gim"], ["show", "Gym"], after: [gym]),
    .init(["gim"], ["show", "--", "-Gym"], after: [["add", "--name=-Gym", "--code", "123456"]]),
    .init(["show", "zzz"], ["list", "--all"], after: [gym]),
    .init(["list", "gim"], ["list", "--all"], after: [gym]),
    .init(["list", "zzz", "--tag", "old town"], ["list", "--all"], after: [gym]),
    .init(["edit", "zzz", "--note", "x"], ["list", "--all"], after: [gym]),
    .init(["edit", "--all-tag", "zzz", "--untag", "zzz"], ["edit", "--help"], after: [gym]),
    .init(["find", "4006381333931"], ["list", "--all"], after: [gym]),
    .init(["picture", "--tag", "zzz"], ["list", "--all"], after: [gym]),
    .init(["picture", "zzz", "--output", "x"], ["list", "--all"], after: [gym]),
    .init(["export", "x.cardvault", "--cards", "zzz"], ["list", "--all"], after: [gym]),
    .init(["export", "--to", "csv", "x.csv", "--cards", "zzz"], ["list", "--all"], after: [gym]),
    .init(["restore"], ["list", "--all"], after: [gym]),
    .init(["restore", "zzz"], ["list", "--removed"], after: [gym, ["remove", "gym", "--yes"]]),
    .init(["restore", "gym"], ["history"], after: [gym]),
    .init(["restore", "gym", "--to", "3fa94c21"], ["history"], after: [gym]),
    .init(["review", "gym"], ["edit"], after: [gym], isEnough: false),
    // A card that lacks something.
    .init(["show", "gym", "--code-number", "7"], ["show"], after: [gym]),
    .init(
      ["show", "gym", "--as", "svg"], ["edit"], after: [plain], input: "5901234123457\n"),
    .init(["show", "gym", "--copy"], ["show"], after: [gym]),
    .init(["show", "gym", "--copy", "--pin"], ["edit"], after: [gym], input: "1234\n"),
    .init(["picture", "gym", "--output", "x.png"], ["edit"], after: [plain], input: "7\n"),
    .init(["edit", "--tag", "x", "--photo", "no.jpg", "gym"], [], after: [gym]),
    .init(["spend", "gym"], [], after: [gym, ["edit", "gym", "--balance", "20 EUR"]]),
    .init(["sync", "TARGET"], [], after: [gym]),
    .init(
      ["edit", "gym", "--code", "4006381333931"], ["show"],
      after: [gym, ["add", "--name", "Spa", "--code", "4006381333931"]]),
    // Taking back and deciding.
    .init(["undo", "gym"], ["history"], after: [gym, ["undo", "gym"]]),
    .init(["resolve", "gym", "--keep", "name=9"], ["resolve"], after: [gym]),
    .init(["resolve", "gym", "--join-with", "zzz"], ["list", "--all"], after: [gym]),
    // Files.
    .init(["merge", "my cards.csv"], ["import"], after: [gym, csv]),
    .init(["verify", "."], ["verify", "--vault"], isEnough: false),
    .init(
      ["verify", "x.cardvault", "--without-key"], ["verify"], after: [["export", "x.cardvault"]]),
    .init(["merge", "--retired", "x.cardvault"], ["merge"], after: [["export", "x.cardvault"]]),
    .init(["merge", "--retired"], ["verify"], after: [gym]),
  ]

  /// Runs a command that must fail, and returns what a script is told.
  private func report(
    _ person: Person, _ words: [String], input: String = ""
  ) async throws -> Report {
    let outcome = try await person.types(words + ["--format", "json"], input: input)
    try #require(outcome.status != 0, "\(words): \(outcome)")
    let last = try #require(outcome.errors.split(separator: "\n").last, "\(words)")
    return try JSONDecoder().decode(Report.self, from: Data(last.utf8))
  }

  private func follow(
    _ arguments: [String], _ person: Person, input: String = ""
  ) async throws -> Person.Outcome {
    if arguments.first == "cardvault" {
      return try await person.types(Array(arguments.dropFirst()), input: input)
    }
    return try await person.runs("/usr/bin/env", arguments)
  }

  @Test(arguments: scenarios)
  func `advice can be followed where it is given`(scenario: Scenario) async throws {
    let person = scenario.hasVault ? try await Person.withVault() : try Person()
    for words in scenario.before {
      let outcome = try await person.types(words)
      try #require(outcome.status == 0, "\(words): \(outcome.errors)")
    }
    let told = try await report(person, scenario.words)
    guard scenario.advised.count > 1 else {
      #expect(told.run == nil && !told.try.isEmpty)
      return
    }
    let run = try #require(told.run, "\(told)")
    #expect(run.starts(with: scenario.advised), "\(told)")
    let followed = try await follow(run, person, input: scenario.input)
    #expect(!scenario.isEnough || followed.status == 0, "\(run): \(followed.errors)")
    #expect(!followed.errors.contains(told.error), "\(run): \(followed.errors)")
    #expect(
      !followed.errors.contains("the command line is not valid"), "\(run): \(followed.errors)")
  }

  @Test func `what a command suggests afterwards is for the vault that was named`() async throws {
    let person = try Person()
    let named = ["--vault", "my cards", "--key-file", "my key"]
    let commands: [[String]] = [
      ["init"], ["list"], Self.gym, ["edit", "Gym"], ["list", "zzz"], ["list", "gim"],
      ["edit", "Gym", "--expires", "2020-01-01"], ["list"], [],
      ["edit", "Gym", "--expires", ""], ["conflicts"], ["remove", "Gym", "--yes"], ["restore"],
      ["unlock"], ["key", "passphrase", "--remove"], ["sync", "./copy"],
      ["key", "rotate", "--yes", "--no-sheet"],
    ]
    var suggested = 0
    for words in commands {
      let outcome = try await person.types(words + named)
      for line in (outcome.output + outcome.errors).split(separator: "\n") {
        guard let start = line.range(of: "cardvault ") else { continue }
        // Another device has its vault elsewhere.
        if line.hasPrefix("On each") { continue }
        suggested += 1
        let options = #"cardvault --vault "my cards" "#
        #expect(line[start.lowerBound...].hasPrefix(options), "\(words): \(line)")
      }
    }
    #expect(suggested > 8)
  }

  @Test func `a key file that others can read is repaired as advised`() async throws {
    let person = try await Person.withVault()
    let key = person.keys.appending(try person.keyName()).string
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
    let told = try await report(person, ["list"])
    #expect(told.run == ["chmod", "600", key])
    #expect(try await follow(told.run ?? [], person).status == 0)
    #expect(try await person.types("list").status == 0)
  }

  @Test func `another vault's target is joined as advised, with the cards from here`() async throws
  {
    let (here, there) = (try await Person.withVault(), try await Person.withVault())
    for (person, name) in [(here, "Gym"), (there, "Spa")] {
      _ = try await person.types("add", "--name", name, "--code", name == "Gym" ? "123" : "456")
    }
    let target = here.home.appending("my copy").string
    _ = try await there.types("sync", target)
    let key = try there.keyName()
    try FileManager.default.copyItem(
      atPath: there.keys.appending(key).string, toPath: here.keys.appending(key).string)
    let told = try await report(here, ["sync", target])
    #expect(told.run == ["cardvault", "sync", "--bring-cards", target])
    let followed = try await follow(told.run ?? [], here)
    #expect(followed.status == 0, "\(followed.errors)")
    #expect(try await here.names() == ["Gym", "Spa"])
  }

  @Test func `a locked key is unlocked as advised, on a terminal`() async throws {
    let person = try await Person.withVault(passphrase: "open sesame")
    let told = try await report(person, ["list"])
    #expect(told.run == ["cardvault", "unlock"])
    let followed = try await person.converses(
      Array((told.run ?? []).dropFirst()), answers: [("assphrase", "open sesame\r")])
    #expect(followed.status == 0 || followed.errors.contains("keyring"), "\(followed)")
  }

  @Test func `what a wrong passphrase on a terminal leads to can be followed`() async throws {
    let person = try await Person.withVault(passphrase: "open sesame")
    let refused = try await person.converses(
      ["list"], answers: Array(repeating: ("assphrase", "close sesame\r"), count: 3))
    #expect(refused.status == 12)
    let advised = AdvisedCommand.all(in: refused.output, of: "cardvault list")
    #expect(advised.map(\.line) == ["cardvault key check", "cardvault key restore PHOTO"])
    for command in advised { _ = try await command.follow(after: refused.output, person) }
  }

  @Test func `a damaged vault is verified as advised`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types(Self.gym)
    let folder = person.vault.appending("segments")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.string) {
      try Data("no segment".utf8).write(to: URL(filePath: folder.appending(name).string))
    }
    let told = try await report(person, ["show", "gym"])
    #expect(told.run == ["cardvault", "verify"])
    let followed = try await follow(told.run ?? [], person)
    #expect(followed.status == 13 && followed.output.contains("try: "), "\(followed)")
  }

  @Test func `a key in a command is restored as advised`() async throws {
    let person = try await Person.withVault()
    let text = try String(
      contentsOfFile: person.keys.appending(try person.keyName()).string, encoding: .utf8)
    let key = try #require(text.split(separator: "\n").first { $0.hasPrefix("cardvault-key1") })
    let told = try await report(person, ["add", "--name", "x", "--code", String(key)])
    #expect(told.run == ["cardvault", "key", "restore", "-"])
    let followed = try await follow(told.run ?? [], person, input: "\(key)\n")
    #expect(followed.status == 0, "\(followed.errors)")
  }

  /// Errors that no command of a scenario produces, and why.
  private static let unplayed: Set = [
    // Every way to add a card gives it a name.
    "because N cards have doubtful codes, which the other program would show as checked: edit, review",
    // The scenario has the same with the key's name.
    "because its key is not on this device: key restore",
    // The scenario has the same with one change; more need a third device.
    "N changes that were here are only under the vault's old key now: merge, sync",
    // A terminal asks for it: see above.
    "because that is not the passphrase of its key, or the key file was altered: key check, key restore",
  ]

  /// A reviewed text without what differs between an example and a scenario: paths, days, fingerprints, counts and ids.
  private static func general(_ text: some StringProtocol) -> String {
    [
      (#"(/media|/srv|~)[/\w.-]*"#, "PATH"),
      (#"DATE______|DATE AND TIME___|\d{4}-\d\d-\d\d( \d\d:\d\d)?"#, "DATE"),
      (#"FINGERPRINT|\d{5}( \d{5}){5}"#, "FINGERPRINT"),
      (#"SIZE|\d+(\.\d+)? [KM]?B\b"#, "SIZE"), (#"\b(up to )?(one|\d+) "#, "N "),
      (#"“[^”]*”"#, "“NAME”"), (#"\b[0-9a-f]{8}\b|ID______"#, "ID"), (#"[\w/-]+\.jpg"#, "PHOTO"),
      (#"\bfiles\b"#, "file"),
    ].reduce(String(text)) {
      $0.replacingOccurrences(of: $1.0, with: $1.1, options: .regularExpression)
    }
  }

  /// The advised commands without their values, such as `key restore`.
  private static func commands(in text: String) -> Set<String> {
    let lines = text.split(separator: "\n").filter { $0.contains(#/^[!|]? *(try|or): +/#) }
    let found = lines.compactMap {
      $0.firstMatch(
        of: #/: +cardvault(?: --(?:vault|key-file) (?:"[^"]*"|\S+))* ((?:key )?[a-z]+)/#)?.1
    }
    return Set(found.map(String.init))
  }

  @Test func `a scenario has every error and every finding that advises a command`() throws {
    let golden = Person.checkout.appending("Tests/Golden")
    func text(_ name: String) throws -> String {
      try String(contentsOfFile: golden.appending(name).string, encoding: .utf8)
    }
    // What each command of a scenario printed.
    let folder = golden.appending("scenarios").string
    let played = try FileManager.default.contentsOfDirectory(atPath: folder).flatMap { name in
      try text("scenarios/\(name)").components(separatedBy: "\n$ ").map { printed in
        (text: Self.general(printed), commands: Self.commands(in: printed))
      }
    }
    var count = 0
    var unplayed: Set<String> = []
    for name in ["errors.txt", "reports.txt", "doctor.txt"] {
      for block in try text(name).components(separatedBy: "\n\n")
      where block.contains(#/\n *(try|or): +cardvault /#) {
        count += 1
        let lines = block.split(separator: "\n")
        let cause = lines.first { $0.hasPrefix("because ") }
        let first = Self.general(cause ?? lines[0])
        // A title is whole; a sentence goes on with what differs.
        let isTitle = cause == nil && !first.hasPrefix("- ")
        let words = first.trimmingPrefix("- ").split(
          maxSplits: 1, whereSeparator: { isTitle ? false : ":;(".contains($0) })[0]
        let phrase = words.replacing(#/ +$/#, with: "")
        let commands = Self.commands(in: block)
        if !played.contains(where: {
          $0.text.contains(phrase) && $0.commands.isSuperset(of: commands)
        }) {
          unplayed.insert("\(phrase): \(commands.sorted().joined(separator: ", "))")
        }
      }
    }
    #expect(count > 50)
    #expect(unplayed == Self.unplayed)
  }

  @Test func `every command in a reviewed text is one that the parser accepts`() async throws {
    let golden = Person.checkout.appending("Tests/Golden")
    var commands: Set<String> = []
    for name in try FileManager.default.subpathsOfDirectory(atPath: golden.string)
    where name.hasSuffix(".txt") && !name.hasPrefix("scenarios") {
      let text = try String(contentsOfFile: golden.appending(name).string, encoding: .utf8)
      // Those of scenarios are run in their state.
      for line in text.split(separator: "\n") where line.contains(#/^ *(try|or): +/#) {
        commands.formUnion(try AdvisedCommand.all(in: String(line), of: nil).map { try $0.filled })
      }
    }
    #expect(commands.count > 30)
    for command in commands.sorted() {
      // Without a vault, every command that the parser accepts ends at once.
      let person = try Person()
      let outcome = try await person.runs(
        "/bin/bash", ["-c", command],
        environment: ["PATH": "\(Person.executables.string):/usr/bin:/bin"])
      #expect(!outcome.errors.contains("the command line is not valid"), "\(command): \(outcome)")
      #expect(outcome.status < 126, "\(command): \(outcome)")
    }
  }
}
