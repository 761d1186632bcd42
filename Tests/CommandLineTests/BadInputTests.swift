import CommandLineSupport
import Foundation
import SystemPackage
import Testing

@Suite struct `Bad input` {
  @Test func `a missing vault is reported, with advice`() async throws {
    let person = try Person()
    for words in [["list"], ["show", "x"], ["review"], ["remove", "x", "--yes"]] {
      let outcome = try await person.types(words)
      outcome.expectClear(10, "there is no vault", "try: cardvault init")
    }
    let script = try await person.types("list", "--format", "json")
    struct Report: Decodable {
      let error: String
      let because: String
      let exit: Int32
    }
    let report = try JSONDecoder().decode(Report.self, from: Data(script.errors.utf8))
    #expect(report.exit == 10)
  }

  @Test(arguments: [
    ["list", "--bogus"], ["find"], ["list", "--format", "xml"], ["find", "--format=json"],
  ])
  func `a script gets the error of a wrong command in JSON`(words: [String]) async throws {
    let outcome = try await Person().types(words + ["--format", "json"])
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    let report = try JSONSerialization.jsonObject(with: Data(outcome.errors.utf8))
    #expect((report as? [String: Any])?["exit"] as? Int == 64)
  }

  @Test func `a result that cannot be written is an error`() async throws {
    let person = try await Person.withVault()
    let script = try person.file("full", Array("exec \"$1\" list --format json >/dev/full".utf8))
    let outcome = try await person.runs(
      "/bin/sh", [script.string, Person.executables.appending("cardvault").string])
    outcome.expectClear(1, "could not be printed")
  }

  @Test func `a command that ignores SIGHUP outlives its terminal`() async throws {
    let person = try Person()
    let script = try person.file(
      "hang-up",
      Array(
        """
        trap '' HUP
        "$1" add --name A --code - --symbology qr < pipe & child=$!
        exec 3> pipe; sleep 0.5; kill -HUP $child; echo survives >&3; exec 3>&-; wait $child
        """.utf8))
    _ = try await person.types("init")
    _ = try await person.runs("/usr/bin/mkfifo", [person.home.appending("pipe").string])
    let outcome = try await person.runs(
      "/bin/sh", [script.string, Person.executables.appending("cardvault").string])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try await person.types("show", "A", "--as", "text").output == "survives\n")
  }

  @Test(arguments: [false, true])
  func `closing the terminal ends the web app and removes the file to sign in`(
    isIgnored: Bool
  ) async throws {
    let person = try await Person.withVault()
    let script = try person.file(
      "hang-up",
      Array(
        """
        \(isIgnored ? "trap '' HUP" : "")
        "$1" serve --port 0 >told & server=$!
        for _ in $(seq 600); do [ -s told ] && break; sleep 0.1; done
        file=$(sed -n 's/.* are in //p' told); [ -e "$file" ] && echo written
        kill -HUP $server
        if \(isIgnored); then sleep 1; kill -0 $server && echo serves; kill -TERM $server; fi
        wait $server; echo $?
        [ -e "$file" ] || echo gone
        """.utf8))
    let outcome = try await person.runs(
      "/bin/sh", [script.string, Person.executables.appending("cardvault").string])
    let expected = isIgnored ? "written\nserves\n0\ngone\n" : "written\n0\ngone\n"
    #expect(outcome.output == expected, "\(outcome.errors)")
  }

  @Test func `every command's help names its exit codes`() async throws {
    let person = try Person()
    for command in ["init", "import", "review", "list", "show", "add", "edit", "remove", "read"] {
      let help = try await person.types(command, "--help")
      #expect(help.status == 0 && help.output.contains("EXIT CODES"), "\(command)")
    }
  }

  @Test func `another vault's key is refused`() async throws {
    let person = try Person()
    let other = try Person()
    _ = try await person.types("init")
    _ = try await other.types("init")
    let key = try other.keyName()
    let outcome = try await person.types("list", "--key-file", other.keys.appending(key).string)
    outcome.expectClear(12, "belongs to another vault")
  }

  @Test func `a key file that others can read is refused`() async throws {
    let person = try await Person.withVault()
    let key = try person.keyName()
    let path = person.keys.appending(key).string
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    try await person.types("list").expectClear(12, "other users can read", "chmod 600")
  }

  @Test(arguments: ["\r\n", "\n\n", " \n", ""])
  func `a key file with other line ends still opens its vault`(ending: String) async throws {
    let person = try await Person.withVault()
    let url = URL(filePath: person.keys.appending(try person.keyName()).string)
    let text = try #require(String(data: try Data(contentsOf: url), encoding: .utf8))
    let handle = try FileHandle(forWritingTo: url)
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data((text.dropLast() + ending).utf8))
    try handle.close()
    #expect(try await person.types("list").status == 0)
  }

  @Test func `a vault without its first file is damaged, not absent`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "A")
    let names = try FileManager.default.contentsOfDirectory(atPath: person.vault.string)
    let first = try #require(names.first { $0.hasSuffix(".vault") })
    try FileManager.default.removeItem(atPath: person.vault.appending(first).string)
    let outcome = try await person.types("list")
    outcome.expectClear(13, "HASH.vault, is not in ~/.local", "ends in .vault again")
  }

  private static var tomorrow: String {
    Date.now.addingTimeInterval(86_400)
      .formatted(.iso8601.year().month().day().dateSeparator(.dash))
  }

  /// Adds a card, and damages the file that holds it.
  ///
  /// - Returns: The beginning of the file's name.
  private func loses(_ card: String, _ person: Person) async throws -> String {
    let segments = person.vault.appending("segments")
    // A vault that never held a card has no such folder yet.
    let before = (try? FileManager.default.contentsOfDirectory(atPath: segments.string)) ?? []
    _ = try await person.types("add", "--name", card, "--code", "4006381333931")
    let added = try FileManager.default.contentsOfDirectory(atPath: segments.string)
      .first { !before.contains($0) }
    let name = try #require(added)
    let url = URL(filePath: segments.appending(name).string)
    var bytes = try Data(contentsOf: url)
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: url)
    return String(name.prefix(20))
  }

  @Test func `a damaged file is named once, however many cards are meant`() async throws {
    let person = try await Person.withVault()
    for name in ["Gym", "Zoo"] { _ = try await person.types("add", "--name", name) }
    let file = try await loses("Gone", person)
    for words in [
      ["archive", "gym", "zoo"], ["edit", "gym", "zoo", "--note", "x"],
      ["resolve", "gym", "--join-with", "zoo"],
    ] {
      let outcome = try await person.types(words)
      #expect(outcome.status == 0, "\(words): \(outcome.errors)")
      #expect(outcome.errors.components(separatedBy: file).count == 2, "\(outcome.errors)")
    }
    try await person.types("archive", "gone", "gym").expectClear(13, "may be in one of the files")
  }

  @Test func `a code that a damaged file may have held is not said to be on no card`() async throws
  {
    let person = try await Person.withVault()
    let file = try await loses("Gone", person)
    for words in [["find", "4006381333931"], ["find", "-"]] {
      let outcome = try await person.types(words, input: "4006381333931\n")
      outcome.expectClear(13, file, "it may be in one of the files", "cardvault verify")
      #expect(!outcome.errors.contains("4006381333931"), "\(outcome.errors)")
    }
    // What is still there is found.
    _ = try await person.types("add", "--name", "Gym", "--number", "771234")
    #expect(try await person.types("find", "771234").status == 0)
  }

  @Test func `a damaged file is named, and the rest is listed as not all`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Kept")
    let file = try await loses("Gone", person)
    let outcome = try await person.types("list")
    outcome.expectClear(3, "damaged", file)
    #expect(outcome.output.contains("Kept") && !outcome.output.contains("Gone"))
    // A bare command hints at what is next all the same.
    _ = try await person.types("edit", "kept", "--expires", Self.tomorrow)
    try await person.types().expectClear(3, "damaged", file, "1 card expires within 30 days")
    for format in ["table", "plain", "json"] {
      let history = try await person.types("history", "kept", "--format", format)
      #expect(history.status == 3 && history.output.contains("Kept"), "\(format)")
    }
    try await person.types("history", "kept").expectClear(3, file)
    #expect(try await person.types("add", "--name", "More").status == 0)
  }

  @Test func `a missing key file is reported`() async throws {
    let person = try await Person.withVault()
    try FileManager.default.removeItem(atPath: person.keys.string)
    try await person.types("list").expectClear(12, "there is no key file at ~/.config")
  }

  @Test func `init refuses to replace a vault, and touches nothing`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Mine")
    let keys = try FileManager.default.contentsOfDirectory(atPath: person.keys.string)
    try await person.types("init").expectClear(15, "there is one already")
    #expect(try FileManager.default.contentsOfDirectory(atPath: person.keys.string) == keys)
    #expect(try await person.types("list").output.contains("Mine"))
  }

  @Test(
    arguments: [
      (["add", "--name", "", "--code", "1"], "the name is empty"),
      (["add", "--name", String(repeating: "x", count: 201)], "the limit is 200"),
      (["add", "--name", "A", "--tag", ""], "the tag is empty"),
      (["add", "--name", "A", "--symbology", "qr"], "--code as well"),
      (["add", "--name", "A", "--code", "036000291452", "--symbology", "ean13"], "UPC-A"),
      (["add", "--name", "A", "--code", "abc", "--symbology", "code39"], "does not have"),
      (["bogus"], "no name, id, tag or number matches"),
      (["add", "--name", "A", "--code", "123", "--symbology", "ean-13"], "13 digits"),
      (["add", "--name", "A", "--code", "5901234123458", "--symbology", "ean13"], "check digit"),
      (["add", "--name", "A", "--code", "lowers", "--symbology", "itf"], "is not allowed in"),
      (["add", "--name", "A", "--code", "1", "--symbology", "morse"], "kinds are"),
      (["add", "--name", "A", "--expires", "2026-02-30"], "that day does not exist"),
      (["edit", "A", "--symbology", "qr"], "no name, id, tag or number matches"),
      (["import", "x.jpg", "--expires", "soon"], "it is not written like"),
    ] as [([String], String)])
  func `a wrong command explains why`(words: [String], reason: String) async throws {
    let person = try await Person.withVault()
    let outcome = try await person.types(words)
    #expect([14, 64].contains(outcome.status), "\(outcome.errors)")
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    #expect(try await person.types("list", "--format", "json").output == "[]\n")
  }
}
