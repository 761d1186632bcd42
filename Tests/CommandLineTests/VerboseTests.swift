import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// The log of `--verbose`, which people publish: nothing of a vault is in it.
@Suite struct `Verbose log` {
  /// What a vault of the tests knows, and no log may.
  private static let secrets = [
    "Zahnbürste", "zahn", "4006381333931", "Quendolin", "739152", "geheim", "ledger",
    "example.org", "Nachtfalter", "12.75", "2099-01",
  ]

  private func logged(_ outcome: Person.Outcome) -> [String] {
    outcome.errors.split(separator: "\n").map(String.init).filter { $0.hasPrefix("log ") }
  }

  private func isSafe(_ lines: [String], _ person: Person, _ more: [String] = []) {
    let secrets: [String] = Self.secrets + more + [person.home.string, "/"]
    for line in lines {
      for secret in secrets {
        #expect(!line.localizedCaseInsensitiveContains(secret), "\(line)")
      }
      // Ids are long runs of hexadecimal digits; numbers of cards have at least eight digits.
      #expect(line.firstMatch(of: /[0-9a-f]{8}/) == nil, "\(line)")
    }
  }

  @Test func `no name, number, path or address is in it`() async throws {
    let person = try Person()
    let sample = person.home.appending("Zahnbürste-geheim.jpg")
    try FileManager.default.copyItem(
      atPath: Person.samples.appending("qr-loyalty.jpg").string, toPath: sample.string)
    let target = person.home.appending("ledger").string
    let commands: [[String]] = [
      ["init"],
      [
        "add", "--name", "Zahnbürste", "--code", "4006381333931", "--holder", "Quendolin",
        "--pin", "739152", "--note", "geheim", "--tag", "Nachtfalter", "--web",
        "https://example.org/x", "--balance", "12.75 EUR", "--expires", "2099-01-31",
      ],
      ["import", sample.string, "--no-review", "--tag", "Nachtfalter"],
      ["list"], ["list", "zahn"], ["Zahnbürste", "--as", "text"], ["find", "3931"],
      ["spend", "zahn", "2"], ["edit", "zahn", "--note", "geheimer"], ["history", "zahn"],
      ["verify"], ["sync", target], ["export", "Nachtfalter.cardvault"], ["stats"],
      ["key", "check"], ["undo"],
      // Errors name what they are about; the log only says of what kind they are.
      ["show", "Zahnpasta", "--as", "text"], ["merge", "geheim.cardvault"],
      ["sync", "https://example.org/x"],
      ["add", "--name", "Zahnbürste2", "--code", "4006381333931"],
      ["list", "--vault", "ledger-elsewhere"],
    ]
    for words in commands {
      let outcome = try await person.types(words + ["--verbose"])
      let lines = logged(outcome)
      #expect(lines.first?.contains("libsodium") == true, "\(words): \(outcome.errors)")
      #expect(lines.last?.contains("ended with \(outcome.status)") == true, "\(words)")
      isSafe(lines, person, [try? person.keyName()].compactMap(\.self))
    }
  }

  @Test func `no other line begins as its lines do, whatever a file is called`() async throws {
    let person = try await Person.withVault()
    let name = "log none 5901234123457.jpg"
    try FileManager.default.copyItem(
      atPath: Person.samples.appending("none.jpg").string,
      toPath: person.home.appending(name).string)
    for command in [["import", "--no-review"], ["read", name]] {
      let outcome = try await person.types(command + [name, "--verbose"])
      #expect(outcome.errors.contains("\n \(name): "), "\(outcome.errors)")
      #expect(!logged(outcome).contains { $0.contains("none") || $0.contains("5901") })
    }
  }

  @Test func `no row of a table does either, but what scripts read stays as it is`() async throws {
    let person = try await Person.withVault()
    let name = "log 1 ms: Quendolin"
    _ = try await person.types(
      "add", "--name", name, "--code", "log 7", "--symbology", "qr", "--tag", "log a")
    try FileManager.default.copyItem(
      atPath: Person.samples.appending("qr-loyalty.jpg").string,
      toPath: person.home.appending("log 2.jpg").string)
    for words in [["list"], ["list", "--by-tag"], [], ["read", "log 2.jpg"]] {
      let plain = try await person.types(words).output
      #expect(plain.contains(#/(?m)^log /#), "\(words): \(plain)")
      let logged = try await person.types(words + ["--verbose"]).output
      #expect(!logged.contains(#/(?m)^log /#), "\(words): \(logged)")
      #expect(logged.replacing(#/(?m)^ log /#, with: "log ") == plain, "\(words): \(logged)")
    }
    for words in [["list", "--format", "plain"], ["show", "Quendolin", "--as", "text"]] {
      let plain = try await person.types(words)
      #expect(try await person.types(words + ["--verbose"]).output == plain.output, "\(words)")
    }
    let text = try await person.types("show", "Quendolin", "--as", "text", "--verbose").output
    #expect(text == "log 7\n")
  }

  @Test func `reading photos is work, of which a single file's pages are the steps`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gym", "--code", "4006381333931")
    let photo = Person.samples.appending("qr-loyalty.jpg").string
    for (words, count) in [
      (["read", photo], 1), (["read", photo, photo], 2), (["read", "--isbn", photo], 1),
      (["find", "--photo", photo], 1), (["import", "--no-review", photo, photo], 2),
      (["edit", "Gym", "--photo", photo], 1),
    ] as [([String], Int)] {
      let lines = logged(try await person.types(words + ["--verbose"]))
      #expect(
        lines.contains { $0.contains("photos: \(count) of \(count) steps in ") }, "\(lines)")
    }
  }

  @Test func `it says what was done`() async throws {
    let person = try Person()
    let made = logged(try await person.types("init", "--verbose"))
    #expect(made.first?.hasSuffix(": init") == true && made.contains { $0.hasSuffix(": stored") })
    let sample = Person.samples.appending("qr-loyalty.jpg").string
    let imported = logged(try await person.types("import", sample, "--no-review", "--verbose"))
    #expect(imported.contains { $0.contains("photo: read, 1 codes in ") })
    let listed = logged(try await person.types("list", "--verbose"))
    #expect(listed.contains { $0.contains("opened the vault: 1 cards") })
    let verified = logged(try await person.types("verify", "--verbose"))
    #expect(verified.contains { $0.contains("checking: ") && $0.contains(" steps in ") })
    let synced = logged(try await person.types("sync", "./there", "--verbose"))
    #expect(synced.contains { $0.contains("synced with folder: ") })
    let failed = logged(try await person.types("list", "--vault", "none", "--verbose"))
    #expect(failed.contains { $0.hasSuffix("failed: VaultError.noVault") })
    #expect(failed.last?.contains("ended with 10") == true)
  }

  @Test func `all that reads the whole vault knows how many files there are`() async throws {
    let person = try Person()
    _ = try await person.types("init")
    _ = try await person.types("add", "--name", "Gym", "--code", "4006381333931")
    for words in [
      ["list"], ["export", "all.cardvault"], ["key", "rotate", "--no-sheet", "--yes"],
    ] {
      let lines = logged(try await person.types(words + ["--verbose"]))
      let readings = lines.filter { $0.contains("reading: ") }
      // One for opening the vault, and one for all else.
      #expect(readings.count >= (words == ["list"] ? 1 : 2), "\(words): \(lines)")
      for line in readings {
        #expect(line.contains(/reading: ([1-9][0-9]*) of \1 steps in/), "\(words): \(line)")
      }
    }
  }

  @Test func `a sync knows how many files it compares and checks`() async throws {
    let person = try Person()
    _ = try await person.types("init")
    _ = try await person.types("add", "--name", "Gym", "--code", "4006381333931")
    let first = logged(try await person.types("sync", "./there", "--verbose"))
    #expect(first.contains { $0.contains(/checking: ([1-9][0-9]*) of \1 steps in/) }, "\(first)")
    let again = logged(try await person.types("sync", "./there", "--check", "--verbose"))
    #expect(again.contains { $0.contains(/comparing: ([1-9][0-9]*) of \1 steps in/) }, "\(again)")
  }

  @Test func `reading a bundle is work, whether it is checked or merged`() async throws {
    let person = try Person()
    _ = try await person.types("init")
    _ = try await person.types("add", "--name", "Gym", "--code", "4006381333931")
    _ = try await person.types("export", "all.cardvault")
    for words in [["verify", "all.cardvault"], ["merge", "all.cardvault"]] {
      let lines = logged(try await person.types(words + ["--verbose"]))
      #expect(lines.contains { $0.contains("unbundling: ") }, "\(words): \(lines)")
    }
  }

  @Test func `refused imports and exports are told apart`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gym", "--code", "4006381333931")
    let table = try person.file("cards.csv", Array("Laden;Nr;Was\r\nBad;A-7;\r\nGym;A-8;\r\n".utf8))
    for (words, kind) in [
      (["export", "--to", "csv", "x.csv", "--cards", "pool"], "Failure"),
      (["export", "--to", "ics", "x.ics"], "ExportRefusal.noneExpires"),
      (
        ["export", "--to", "pass", "x.pkpass", "--sign-with", "no.pem"],
        "PassSigningProblem.unreadable: Failure.missing"
      ),
      (["import", table.string], "ForeignRefusal.unconfirmedColumns"),
    ] as [([String], String)] {
      let lines = logged(try await person.types(words + ["--verbose"]))
      #expect(lines.contains { $0.hasSuffix("failed: \(kind)") }, "\(lines)")
    }
  }

  @Test(arguments: ["picture", "print"])
  func `commands that draw are named, as all others are`(command: String) async throws {
    let outcome = logged(try await Person().types(command, "--all", "--verbose"))
    #expect(outcome.first?.hasSuffix(": \(command)") == true, "\(outcome)")
  }

  @Test func `a card's name is not taken for a command`() async throws {
    let person = try await Person.withVault()
    let outcome = logged(try await person.types("--verbose", "Quendolin", "--as", "text"))
    #expect(outcome.first?.hasSuffix(": show") == true)
  }

  @Test func `the web app's server logs, too`() async throws {
    let person = try Person()
    _ = try await person.types("init")
    // It is ended once it has told where it is.
    let script = """
      "$0" serve --port 0 --verbose >told & server=$!
      for _ in $(seq 600); do [ -s told ] && break; sleep 0.1; done
      kill -TERM $server && wait $server
      """
    let program = Person.executables.appending("cardvault").string
    let served = try await person.runs("/bin/sh", ["-c", script, program])
    let lines = logged(served)
    isSafe(lines, person, [try person.keyName()])
    #expect(served.status == 0, "\(served.errors)")
    #expect(lines.first?.hasSuffix(": serve") == true, "\(served.errors)")
    #expect(lines.contains { $0.contains("opened the vault: 0 cards") }, "\(lines)")
    #expect(lines.contains { $0.contains(" listens: reverse proxy no, home network no") })
    #expect(lines.last?.contains("ended with 0, ") == true, "\(lines)")
    let refused = logged(
      try await person.types("serve", "--verbose", "--public-url", "geheim.example.org/x"))
    isSafe(refused, person)
    #expect(refused.contains { $0.hasSuffix("failed: Failure") }, "\(refused)")
    #expect(refused.last?.contains("ended with 64, ") == true, "\(refused)")
  }

  @Test func `without it, nothing is logged`() async throws {
    let person = try Person()
    #expect(logged(try await person.types("init")).isEmpty)
  }
}
