import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// What programs that run `cardvault` rely on: exit codes, JSON, and handling of missing streams.
@Suite struct `Scripts` {
  struct Report: Decodable {
    let error: String
    let because: String
    let exit: Int32
  }

  func report(_ outcome: Person.Outcome) throws -> Report {
    try JSONDecoder().decode(Report.self, from: Data(outcome.errors.utf8))
  }

  func withCard() async throws -> Person {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gym", "--code", "hello", "--symbology", "qr")
    return person
  }

  /// Runs `cardvault` with standard output redirected by the given shell words.
  func redirected(
    _ words: String, _ redirection: String, by person: Person
  ) async throws -> Person.Outcome {
    let script = try person.file("redirect", Array("exec \"$1\" \(words) \(redirection)".utf8))
    return try await person.runs(
      "/bin/sh", [script.string, Person.executables.appending("cardvault").string])
  }

  @Test func `existing files have one exit code`() async throws {
    let person = try await withCard()
    _ = try person.file("there.svg", [1])
    _ = try person.file("there.pdf", [1])
    for words in [
      ["init"], ["show", "Gym", "--output", "there.svg"], ["export", "there.svg"],
      ["key", "sheet", "--output", "there.pdf"],
      ["init", "--vault", "new", "--key-file", "there.svg"],
    ] as [[String]] {
      let outcome = try await person.types(words)
      #expect(outcome.status == 15, "\(words): \(outcome.errors)")
    }
  }

  @Test func `a file that cannot be made is refused before a passphrase is asked for`() async throws
  {
    let person = try await Person.withVault(passphrase: "words")
    for words in [
      ["export", "nodir/x"], ["export", "nodir/x", "--passphrase"],
      ["export", "--to", "csv", "nodir/x"], ["key", "sheet", "--output", "nodir/x.pdf"],
      ["print", "--all", "--output", "nodir/x.pdf"],
      ["picture", "--all", "--output", "nodir/x.png"], ["picture", "--all", "--output", "nodir/x"],
    ] as [[String]] {
      let outcome = try await person.types(words)
      #expect(outcome.status == 14, "\(words): \(outcome.errors)")
      #expect(outcome.errors.contains("because there is no folder nodir"), "\(outcome.errors)")
    }
    // There, the passphrase is the next thing to fail.
    #expect(try await person.types("export", "x").status == 12)
  }

  @Test func `nothing found is an error object`() async throws {
    let person = try await withCard()
    let listed = try await person.types("list", "zzz", "--format", "json")
    #expect(listed.status == 14 && listed.output == "[]\n")
    #expect(try report(listed).exit == 14)
    let removed = try await person.types("restore", "--format", "json")
    #expect(removed.status == 14)
    #expect(try report(removed).exit == 14)
    _ = try await person.types("remove", "Gym", "--yes")
    struct Removed: Decodable { let state: String }
    let listing = try await person.types("restore", "--format", "json")
    let cards = try JSONDecoder().decode([Removed].self, from: Data(listing.output.utf8))
    #expect(cards.map(\.state) == ["removed"])
  }

  @Test func `read and import give one error object, and the reasons in their reports`()
    async throws
  {
    let person = try await withCard()
    let text = try person.file("text.jpg", Array("hello there".utf8)).string
    let card = Person.samples.appending("ean13-grocer.jpg").string
    for (words, status) in [
      (["read", text], 14), (["read", "--isbn", text], 14), (["read", text, card], 3),
      (["import", "--no-review", text], 14), (["import", "--no-review", text, card], 3),
    ] as [([String], Int32)] {
      for format in ["json", "jsonl"] {
        let outcome = try await person.types(words + ["--format", format])
        #expect(outcome.status == status, "\(words): \(outcome.errors)")
        #expect(try report(outcome).exit == status)
        let reason =
          words[0] == "import"
          ? "it is neither a picture nor an export from a wallet" : "it is not a picture"
        #expect(outcome.output.contains(reason) != words.contains("--isbn"))
      }
    }
  }

  @Test func `errors of a card as JSON are objects, too`() async throws {
    let person = try await withCard()
    for (words, status) in [
      (["show", "zzz", "--as", "json"], 14), (["zzz", "--as=json"], 14),
      (["show", "--as", "json"], 64), (["show", "Gym", "--as", "json", "--bogus"], 64),
      (["show", "Gym", "--as", "json", "--code-number", "2"], 64),
      (["show", "Gym", "--format", "jsonl", "--code-number", "2"], 64),
    ] as [([String], Int32)] {
      let outcome = try await person.types(words)
      #expect(outcome.status == status && outcome.output.isEmpty, "\(words): \(outcome.errors)")
      #expect(try report(outcome).exit == status)
    }
    let object = try await person.types("show", "Gym", "--as", "json").output
    #expect(try await person.types("show", "Gym", "--format", "jsonl").output == object)
  }

  @Test func `a notice is an object, too`() async throws {
    let person = try await withCard()
    let folder = person.vault.appending("segments")
    let name = try #require(
      FileManager.default.contentsOfDirectory(atPath: folder.string).first)
    let file = URL(filePath: folder.appending(name).string)
    var bytes = try Data(contentsOf: file)
    bytes[bytes.count - 1] ^= 1
    try bytes.write(to: file)
    let outcome = try await person.types("list", "--format", "json")
    #expect(outcome.status == 3)
    struct Notice: Decodable {
      let notice: String
      let `try`: String
    }
    let notices = try outcome.errors.split(separator: "\n").map {
      try JSONDecoder().decode(Notice.self, from: Data($0.utf8))
    }
    #expect(notices.count == 2 && notices.contains { $0.notice.contains(name) })
    #expect(notices.allSatisfy { !$0.try.isEmpty })
  }

  @Test func `paths in JSON are absolute`() async throws {
    struct File: Decodable {
      let file: String
      let keyID: String
    }
    let person = try Person()
    for words in [
      ["init"], ["key", "check"], ["key", "rotate", "--no-sheet", "--yes"],
      ["init", "--vault", "other", "--key-file", "my.key"],
    ] {
      let outcome = try await person.types(words + ["--format", "json"])
      let file = try JSONDecoder().decode(File.self, from: Data(outcome.output.utf8)).file
      #expect(file.hasPrefix("/") && FileManager.default.fileExists(atPath: file), "\(words)")
    }
  }

  @Test(
    arguments: [
      (["list", "--bogus"], "bogus", "cardvault list --help"),
      (["list", "--all", "--drafts"], "--all and --drafts cannot", "cardvault list --help"),
      (["list", "--sort", "size"], ": use name, added, used or", "cardvault list --help"),
      (["show", "x", "--as", "gif"], ": use terminal, svg,", "cardvault show --help"),
      (["key", "sheet", "--output"], "output", "cardvault key sheet --help"),
      (["unlock", "--for", "soon"], "soon", "cardvault unlock --help"),
      (["--bogus"], "bogus", "cardvault --help"),
    ] as [([String], String, String)])
  func `a usage error is reported like any other error`(
    words: [String], reason: String, advice: String
  ) async throws {
    let outcome = try await Person().types(words)
    let lines = outcome.errors.split(separator: "\n")
    #expect(outcome.status == 64 && outcome.output.isEmpty && lines.count == 3, "\(outcome.errors)")
    guard lines.count == 3 else { return }
    #expect(lines[0].hasPrefix("cardvault: error: ") && lines[1].hasPrefix("because "))
    #expect(lines[1].contains(reason) && lines[2] == "try: \(advice)")
    let script = try await Person().types(words + ["--format=json"])
    #expect(script.status == 64)
    #expect(try report(script).exit == 64)
  }

  @Test(arguments: [">&-", ">/dev/full"])
  func `a change whose result cannot be printed is saved, and partly done`(
    redirection: String
  ) async throws {
    let person = try await withCard()
    let outcome = try await redirected("add --name Zoo", redirection, by: person)
    #expect(
      outcome.status == 3 && outcome.errors.contains("saved, but the result could not be printed"),
      "\(outcome.errors)")
    #expect(try await person.types("list").output.contains("Zoo"))
    #expect(try await person.types("verify").status == 0)
    // Nothing was saved: that is a failure, as before.
    for words in [
      "list", "--help", "show --help", "--version", "help list", "history gym", "stats", "verify",
      "show gym --as json", "import nothing.jpg",
    ] {
      let outcome = try await redirected(words, redirection, by: person)
      let what = "the result could not be printed"
      #expect(outcome.status == 1 && outcome.errors.contains(what), "\(words): \(outcome.errors)")
    }
  }

  @Test(arguments: ["sync --device-name desk", "stats --clear", "use gym", "undo"])
  func `every change is said to be saved where its result cannot be printed`(words: String)
    async throws
  {
    let person = try await withCard()
    let outcome = try await redirected(words, ">/dev/full", by: person)
    #expect(
      outcome.status == 3 && outcome.errors.contains("saved, but the result could not be printed"),
      "\(outcome.errors)")
  }

  @Test func `a closed pipe makes a saved change neither a success nor a failure`()
    async throws
  {
    let person = try await withCard()
    // Nothing is added before the pipe is closed.
    let script = try person.file(
      "gone",
      Array(
        """
        { while (printf x) 2>/dev/null; do sleep 0.05; done; "$1" add --name Zoo; echo $? >status; } | true
        """.utf8))
    _ = try await person.runs(
      "/bin/sh", [script.string, Person.executables.appending("cardvault").string])
    // The shell does not wait for the left side of the pipe.
    var status: String?
    let end = ContinuousClock.now + .seconds(120)
    while status?.hasSuffix("\n") != true, ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(50))
      status = try? String(
        contentsOfFile: person.home.appending("status").string, encoding: .ascii)
    }
    #expect(status == "3\n")
    #expect(try await person.types("list").output.contains("Zoo"))
  }

  @Test func `closed streams are not mistaken for files`() async throws {
    let person = try await withCard()
    for streams in ["<&- >&- 2>&-", ">&- 2>&-", "<&-"] {
      _ = try await redirected("edit Gym --note \"$(date +%N)\"", streams, by: person)
      #expect(try await person.types("verify").status == 0, "\(streams)")
      #expect(try await person.types("list").status == 0, "\(streams)")
    }
  }

  @Test(arguments: [
    "add --name A --code -", "edit Gym --pin -", "find -", "import -", "read -", "key restore -",
    "list --passphrase-fd 0", "list --passphrase-fd 3", "remove Gym", "use",
  ])
  func `with a closed input, a question gets a clear error, and nothing else is read instead`(
    words: String
  ) async throws {
    let person = try await withCard()
    if words.contains("-fd") {
      _ = try await person.types("key", "passphrase", "--passphrase-fd", "0", input: "word\n")
    }
    let outcome = try await redirected(words, "<&-", by: person)
    #expect([12, 64].contains(outcome.status), "\(outcome.status) \(outcome.errors)")
    #expect(outcome.output.isEmpty && outcome.errors.contains("because "), "\(outcome.errors)")
    #expect(outcome.errors.contains("try: "), "\(outcome.errors)")
  }

  @Test func `no card or bundle is written into a vault`() async throws {
    let person = try await withCard()
    try FileManager.default.createSymbolicLink(
      atPath: person.home.appending("link").string, withDestinationPath: person.vault.string)
    for folder in [person.vault.string, person.vault.appending("segments").string, "link"] {
      for words in [["show", "Gym", "-o", "\(folder)/in.png"], ["export", "\(folder)/in.cards"]] {
        let outcome = try await person.types(words)
        #expect(outcome.status == 64, "\(words): \(outcome.errors)")
        #expect(outcome.errors.contains("would be in the vault at ~/.local"), "\(outcome.errors)")
      }
    }
    #expect(try await person.types("verify").output == "2 files are intact.\n")
  }

  @Test(arguments: [["export"], ["show", "Gym", "--as", "png", "-o"]], ["", ".", "..", "/"])
  func `a path that names no file is refused`(words: [String], name: String) async throws {
    let outcome = try await withCard().types(words + [name])
    #expect(outcome.status == 64, "\(outcome.errors)")
    #expect(outcome.errors.contains("because “\(name)” is not a file name"), "\(outcome.errors)")
  }

  @Test func `no vault is made inside another one, and no key is put there`() async throws {
    let person = try await withCard()
    let inner = person.vault.appending("inner")
    let made = try await person.types("init", "--vault", inner.string)
    #expect(made.status == 15 && made.errors.contains("inside the vault"), "\(made.errors)")
    #expect(!FileManager.default.fileExists(atPath: inner.string))
    let around = try await person.types(
      "init", "--vault", person.vault.removingLastComponent().string)
    #expect(around.status == 15 && around.errors.contains("holds other files"))
    let key = person.vault.appending("new.key").string
    let elsewhere = try await person.types("init", "--vault", "other", "--key-file", key)
    #expect(elsewhere.status == 64 && elsewhere.errors.contains("be synced with the vault"))
    #expect(!FileManager.default.fileExists(atPath: key))
    #expect(!FileManager.default.fileExists(atPath: person.home.appending("other").string))
  }
}
