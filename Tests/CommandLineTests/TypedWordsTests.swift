import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// Words and dates that people type, and cards that they begin to add.
@Suite struct TypedWordsTests {
  @Test func `device is short for the status of syncs, and help knows it`() async throws {
    let person = try await Person.withVault()
    let status = try await person.types("sync", "--status")
    #expect(try await person.types("device").output == status.output && status.status == 0)
    #expect(try await person.types("help", "device").output.contains("cardvault sync"))
  }

  @Test(arguments: ["conflicts", "device", "Conflicts", "Lock"])
  func `a card whose name is an earlier command's is shown by it`(name: String) async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", name, "--number", "77-12")
    let shown = try await person.types(name)
    #expect(shown.status == 0 && shown.output.contains("77-12"), "\(shown)")
  }

  @Test func `a number behind a photo's name is not repeated`() async throws {
    let person = try await Person.withVault()
    let outcome = try await person.types("photo.jpg", "4006381333931")
    #expect(outcome.status == 14 && outcome.errors.contains("try: cardvault import photo.jpg\n"))
    // The words that nothing matched are what the person typed, not advice.
    #expect(!outcome.errors.components(separatedBy: "try:")[1].contains("4006381333931"))
  }

  @Test func `what is suggested behind a list breaks between words, and its command not at all`()
    async throws
  {
    let person = try await Person.withVault()
    for name in ["Gym", "Old"] { _ = try await person.types("add", "--name", name) }
    _ = try await person.types("archive", "old")
    _ = try await person.types("add", "--name", "Gone", "--number", "1", "--expires", "2020-01-31")
    let outcome = try await person.converses(["list"], answers: [], columns: 30)
    let lines = outcome.output.split(whereSeparator: \.isNewline).map(String.init)
    let start = try #require(lines.firstIndex { $0.hasPrefix("Not listed: ") })
    #expect(
      Array(lines[start...]) == [
        "Not listed: 1 archived, 1", "expired or used up. To see", "them:",
        "  cardvault list --archived", "  or:  cardvault list --expired",
      ])
  }

  @Test func `a date that could be two is refused, and what was read is shown`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gym", "--number", "1")
    let edit = { (date: String, locale: String) in
      try await person.types(
        ["edit", "Gym", "--expires", date], environment: ["LC_ALL": locale])
    }
    let refused = try await edit("3/4/2031", "en_ZA.UTF-8")
    #expect(refused.status == 64 && refused.errors.contains("2031-04-03"), "\(refused)")
    let read = try await edit("3/4/2031", "en_US.UTF-8")
    #expect(read.errors.contains("3/4/2031 is 2031-03-04."), "\(read)")
    #expect(try await edit("12/2031", "C").errors.contains("12/2031 is 2031-12-31."))
    #expect(!(try await edit("2031-12-30", "C").errors.contains(" is ")))
  }

  @Test func `an add that is left at once leaves nothing`() async throws {
    let person = try await Person.withVault()
    for keys in ["\u{1B}", "\u{3}"] {
      _ = try await person.converses(
        ["add"], answers: [("Enter for none", "\n"), ("Card 1 of 1", keys)])
      #expect(try await person.names(["--all"]).isEmpty)
    }
    // What was typed stays.
    _ = try await person.converses(
      ["add"], answers: [("Enter for none", "A-7\n"), ("Card 1 of 1", "\u{1B}")])
    #expect(try await person.names(["--all"]).count == 1)
  }

  @Test func `a code that another card has is told, and asked for again`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Zoo", "--code", "A-7")
    let outcome = try await person.converses(
      ["add", "--name", "Gym"],
      answers: [
        ("Enter for none", "A-7\n"), ("“Zoo”", ""), ("Enter for none", "A-8\n"), ("Added: Gym", ""),
      ])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(try await person.names().sorted() == ["Gym", "Zoo"])
  }

  @Test func `an address without a scheme becomes a draft with a QR Code`() async throws {
    let person = try await Person.withVault()
    let outcome = try await person.types(
      "add", "--name", "Club", "--code", "www.example.org/club", "--format", "json")
    #expect(outcome.output.contains(#""counts":{"#) && outcome.output.contains(#""found":1"#))
    #expect(outcome.output.contains(#""outcome":"draft""#), "\(outcome.output)")
    #expect(outcome.output.contains("QR Code"))
    let drafts = try await person.converses(
      ["review", "--plain"], answers: [("Typed in", ""), ("Name [", "/quit\n")])
    #expect(!drafts.output.contains("From by hand"))
  }

  @Test func `a sync of all targets that watches ends once none can be synced any more`()
    async throws
  {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gym")
    for name in ["one", "two"] {
      _ = try await person.types("sync", "add", name, "./\(name)", "--quiet")
      let folder = person.home.appending(name).string
      try FileManager.default.removeItem(atPath: folder)
      // Another vault's copy is there now, which is final.
      let other = try await Person.withVault()
      _ = try await other.types("sync", folder, "--quiet")
    }
    let outcome = try await person.types("sync", "--watch", "--every", "1s")
    #expect(outcome.status == 12, "\(outcome)")
    #expect(outcome.errors.contains("one holds another vault"), "\(outcome.errors)")
    #expect(outcome.errors.contains("two holds another vault"), "\(outcome.errors)")
  }
}
