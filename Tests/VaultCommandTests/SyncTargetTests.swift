import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// Targets with files that are named like a vault's but are not.
@Suite struct `Sync targets` {
  /// The files there: a name and its content.
  static let files: [(name: String, text: String)] = [
    ("a.vault", "evil\n"), ("a.vault", ""), ("a.vault", "CARDVLT\u{2}"),
    // This is the hash of empty content.
    ("0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8.vault", ""),
    ("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855.vault", "cut short"),
  ]

  private func expectUnproved(_ outcome: Person.Outcome, _ name: String) {
    #expect(outcome.status == 15, "\(outcome.errors)")
    for words in [
      "there contains no vault", "but are not one: \(name.prefix(40))", "try: use an empty or new",
    ] {
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }
    #expect(!outcome.errors.contains("the vault is damaged"), "\(outcome.errors)")
  }

  private func holder(_ name: String, _ text: String) throws -> (Person, FilePath) {
    let person = try Person()
    let place = person.home.appending("there")
    try FileManager.default.createDirectory(
      atPath: place.string, withIntermediateDirectories: false)
    return (person, try person.file("there/\(name)", Array(text.utf8)))
  }

  @Test func `a sync says when it makes the folder there, and when it removes files there`()
    async throws
  {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gym")
    let made = try await person.types("sync", "./copy")
    #expect(made.output.hasPrefix("Made a new copy, in a new folder."))
    try FileManager.default.createDirectory(
      atPath: person.home.appending("empty").string, withIntermediateDirectories: false)
    let filled = try await person.types("sync", "empty")
    #expect(filled.output.hasPrefix("Made a new copy: nothing of this vault was at the target."))
    _ = try await person.types("key", "rotate", "--no-sheet", "--yes")
    let cleared = try await person.types("sync", "./copy")
    #expect(
      cleared.output.contains("at the target: other files there have the same contents.\n"),
      "\(cleared)")
  }

  @Test func `targets are listed, with when each was last synced, even if nobody watched`()
    async throws
  {
    let person = try await Person.withVault()
    #expect(!(try await person.types("sync", "--status").output.contains("LAST SYNCED")))
    #expect(
      !(try await person.types("sync", "--status", "--format", "json").output.contains("lastSync")))
    _ = try await person.types("sync", "./copy", "--quiet")
    let shown = try await person.types("sync", "--status").output
    #expect(shown.contains(/\ncopy +\d{4}-\d\d-\d\d \d\d:\d\d +\/.*copy\n/), "\(shown)")
    let report = try await person.types("sync", "--status", "--format", "json").output
    #expect(report.contains("\"name\":\"copy\""), "\(report)")
    #expect(report.contains(/"lastSync":"\d{4}-\d\d-\d\dT[0-9:]+Z"/), "\(report)")
  }

  @Test func `a name stays that of its target until that one is removed`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("sync", "add", "home", "./one", "--quiet")
    let refused = try await person.types("sync", "add", "home", "./two")
    #expect(refused.status == 64, "\(refused)")
    #expect(refused.errors.contains("another target here has that name"))
    #expect(refused.errors.contains("cardvault sync remove home"))
    #expect(!FileManager.default.fileExists(atPath: person.home.appending("two/vault").string))
    let status = try await person.types("sync", "--status").output
    #expect(status.contains("/one") && !status.contains("/two"), "\(status)")
    // The same target may be added again, and get another name.
    for name in ["home", "stick"] {
      let again = try await person.types("sync", "add", name, "./one")
      #expect(again.status == 0, "\(again.errors)")
    }
    let moved = try await person.types("sync", "add", "home", "./two")
    #expect(moved.status == 0, "\(moved.errors)")
    let both = try await person.types("sync", "--status").output
    #expect(both.contains(/\nstick .*one\n/) && both.contains(/\nhome .*two\n/), "\(both)")
  }

  @Test(arguments: files)
  func `a file named like a header does not make a vault`(name: String, text: String)
    async throws
  {
    let (person, file) = try holder(name, text)
    _ = try await person.types("init")
    _ = try await person.types("add", "--name", "Gym")
    let box = ["RCLONE_CONFIG_BOX_TYPE": "local"]
    for words in [["sync", "./there"], ["merge", "there"], ["sync", "rclone:box:there"]] {
      expectUnproved(try await person.types(words, environment: box), name)
    }
    #expect(FileManager.default.contents(atPath: file.string) == Data(text.utf8))
    let names = try FileManager.default.contentsOfDirectory(
      atPath: file.removingLastComponent().string)
    #expect(names == [name])
    #expect(try await person.types("verify").output == "2 files are intact.\n")
    // Nor is it joined, where none is yet.
    let other = try holder(name, text).0
    try other.takesKeys(of: person)
    expectUnproved(try await other.types("sync", "./there"), name)
  }

  @Test func `a file named like a header in a repository does not make a vault`() async throws {
    let person = try await Person.withVault()
    let work = person.home.appending("work").string
    let git = { (words: [String]) in
      let name = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
      let outcome = try await person.runs("/usr/bin/git", ["-C", work] + name + words)
      try #require(outcome.status == 0, "\(outcome.errors)")
    }
    let repository = try await person.makesRepository("there")
    try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: false)
    _ = try person.file("work/a.vault", Array("evil\n".utf8))
    try await git(["init", "--quiet", "--initial-branch=main"])
    try await git(["add", "a.vault"])
    try await git(["commit", "--quiet", "-m", "Files"])
    try await git(["push", "--quiet", repository.string, "main"])
    expectUnproved(try await person.types("sync", "git:there"), "a.vault")
  }

  @Test(arguments: ["git:ssh://host/a\nb", "rclone:drive:a\u{1B}[2J", "git:\u{85}x"])
  func `a target that is no folder has no control characters`(target: String) async throws {
    let person = try await Person.withVault()
    let outcome = try await person.types("sync", target)
    #expect(outcome.status == 64, "\(outcome)")
    #expect(!outcome.errors.isEmpty)
    #expect(
      outcome.errors.unicodeScalars.allSatisfy {
        $0 == "\n" || $0.properties.generalCategory != .control
      })
  }
}
