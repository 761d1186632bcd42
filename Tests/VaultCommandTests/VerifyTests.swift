import CommandLineSupport
import Foundation
import SystemPackage
import Testing

@Suite struct `Verify command` {
  struct Report: Decodable {
    let files: Int
    let damaged: [String]
    let missing: [String]
    let pending: [String]
    let misnamed: [String]
    let foreign: [String]
    let retired: [String]
    let newer: [String]
    let rolledBack: Bool
    let forgotten: Bool?
  }

  func verify(_ person: Person, _ words: String...) async throws -> (Report, Int32) {
    let outcome = try await person.types(["verify", "--format", "json"] + words)
    return (
      try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8)), outcome.status
    )
  }

  /// A person with three cards, and the files of their segments in the order of the cards.
  func three() async throws -> (Person, [FilePath]) {
    let person = try await Person.withVault()
    let folder = person.vault.appending("segments")
    var files: [FilePath] = []
    for name in ["Gym", "Zoo", "Bakery"] {
      _ = try await person.types("add", "--name", name)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.string)
      files += names.map { folder.appending($0) }.filter { !files.contains($0) }
    }
    try #require(files.count == 3)
    return (person, files)
  }

  func name(_ file: FilePath) -> String { "segments/\(file.lastComponent?.string ?? "")" }

  func headerName(_ person: Person) throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: person.vault.string)
    return try #require(names.first { $0.hasSuffix(".vault") })
  }

  func flip(_ file: FilePath) throws {
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: file.string)))
    bytes[bytes.count / 2] ^= 1
    try Data(bytes).write(to: URL(filePath: file.string))
  }

  @Test func `a whole vault is reported as whole, with and without its key`() async throws {
    let (person, _) = try await three()
    for words in [["verify"], ["verify", "--without-key"]] {
      let outcome = try await person.types(words)
      #expect(outcome.status == 0 && outcome.output == "4 files are intact.\n")
    }
    let (report, status) = try await verify(person)
    #expect(status == 0 && report.files == 4)
    #expect(!report.rolledBack && report.forgotten == nil)
    #expect(try await Person().types("verify").status == 10)
    #expect(try await Person().types("verify", "--without-key").status == 10)
    let empty = try await person.types("verify", "--without-key", "--vault", person.home.string)
    #expect(empty.status == 10)
  }

  @Test(arguments: [["list"], ["conflicts"], ["review"], ["review", "--accept-sure"]])
  func `who looks through cards is told of a damaged file`(words: [String]) async throws {
    let (person, files) = try await three()
    try flip(files[1])
    let outcome = try await person.types(words)
    #expect(outcome.status == 3 && outcome.errors.contains("some cards may be missing"))
  }

  @Test func `a damaged file is named, and what was in it is missing`() async throws {
    let (person, files) = try await three()
    for file in files.dropFirst() { try flip(file) }
    let (report, status) = try await verify(person)
    #expect(status == 13 && report.damaged == files.dropFirst().map(name).sorted())
    #expect(report.missing.count == 1 && report.missing.allSatisfy { $0.hasSuffix(":2-3") })
    let table = try await person.types("verify")
    #expect(table.status == 13 && table.output.contains("2 files are intact."))
    #expect(table.output.contains(name(files[2])) && table.output.contains("another device"))
    #expect(table.output.contains("Missing: perhaps in the damaged files"))
    let (blind, blindStatus) = try await verify(person, "--without-key")
    #expect(blindStatus == 13 && blind.damaged == report.damaged)
  }

  @Test func `a lost file is missed until it is forgotten`() async throws {
    let (person, files) = try await three()
    _ = try await person.types("edit", "Gym", "--note", "x")
    try FileManager.default.removeItem(atPath: files[1].string)
    let (report, status) = try await verify(person)
    #expect(status == 13 && !report.rolledBack)
    #expect(report.missing.count == 1 && report.missing.allSatisfy { $0.hasSuffix(":2") })
    let table = try await person.types("verify").output
    #expect(table.contains("Missing: here before, now gone") && table.contains("--forget-missing"))
    let nobody = try await person.types("verify", "--forget-missing")
    #expect(nobody.status == 64 && nobody.errors.contains("--yes"))
    let no = try await person.converses(
      ["verify", "--forget-missing"], answers: [("gone for good? [y/N]", "\n")])
    #expect(no.status == 13 && no.output.contains("still reported"))
    let json = try await person.converses(
      ["verify", "--forget-missing", "--format", "json"], answers: [("gone for good? [y/N]", "\n")])
    #expect(json.status == 13 && json.output.contains("\"forgotten\":false"), "\(json.output)")
    #expect(!json.output.contains("still reported"), "\(json.output)")
    let yes = try await person.converses(
      ["verify", "--forget-missing"], answers: [("gone for good? [y/N]", "y\n")])
    #expect(yes.status == 0 && yes.output.contains("no longer reported"), "\(yes.output)")
    let (after, afterStatus) = try await verify(person)
    #expect(afterStatus == 0 && after.missing.isEmpty && after.pending == report.missing)
    #expect(try await person.types("list").status == 0)
  }

  @Test func `an older state of the vault is reported as having gone back in time`() async throws {
    let (person, files) = try await three()
    try FileManager.default.removeItem(atPath: files[2].string)
    let (report, status) = try await verify(person)
    #expect(status == 13 && report.rolledBack && report.missing.count == 1)
    #expect(report.missing.allSatisfy { $0.hasSuffix(":3") })
    #expect(
      try await person.types("verify").output.contains("the vault went back to an older state"))
    #expect(
      try await person.types("list").errors.contains(
        "lost files: one change made on one device is no longer here"))
    let (after, afterStatus) = try await verify(person, "--forget-missing", "--yes")
    #expect(afterStatus == 0 && after.forgotten == true && !after.rolledBack)
    let (again, _) = try await verify(person, "--forget-missing")
    #expect(again.forgotten == false)
  }

  @Test func `what a damaged file may contain is no proof of an older state`() async throws {
    let (person, files) = try await three()
    try FileManager.default.removeItem(atPath: files[2].string)
    try Data("x".utf8).write(to: URL(filePath: files[0].string))
    let (report, status) = try await verify(person)
    #expect(status == 13 && report.rolledBack && report.damaged.count == 1)
    let table = try await person.types("verify").output
    #expect(table.contains("Missing: perhaps in the damaged files; if not,"), "\(table)")
  }

  @Test func `misnamed and foreign files are named, and are not a loss`() async throws {
    let (person, files) = try await three()
    let vault = person.vault
    try FileManager.default.moveItem(
      atPath: files[0].string, toPath: vault.appending("segments/renamed").string)
    try Data("hello".utf8).write(to: URL(filePath: vault.appending("notes.txt").string))
    for words in [[], ["--without-key"]] {
      let outcome = try await person.types(["verify"] + words)
      #expect(outcome.status == 0 && outcome.output.contains("4 files are intact."))
      #expect(outcome.output.contains("segments/renamed") && outcome.output.contains("notes.txt"))
    }
    let (report, _) = try await verify(person)
    #expect(report.misnamed == ["segments/renamed"] && report.foreign == ["notes.txt"])
  }

  @Test func `a vault that cannot be opened still gets a report`() async throws {
    let (person, files) = try await three()
    let names = try FileManager.default.contentsOfDirectory(atPath: person.vault.string)
    let header = try #require(names.first { $0.hasSuffix(".vault") })
    try flip(person.vault.appending(header))
    try flip(files[1])
    let (report, status) = try await verify(person)
    #expect(status == 13 && report.damaged == [header, name(files[1])].sorted())
    let table = try await person.types("verify")
    #expect(table.status == 13 && table.output.contains(header))
    #expect(table.output.contains("nothing can be opened"))
  }

  @Test(arguments: [-1, 1])
  func `a vault file that is a byte shorter or longer is damaged and named`(
    difference: Int
  ) async throws {
    let (person, files) = try await three()
    let header = try headerName(person)
    let url = URL(filePath: person.vault.appending(header).string)
    let bytes = try Data(contentsOf: url)
    try (difference < 0 ? bytes.dropLast() : bytes + [0]).write(to: url)
    let listed = try await person.types("list")
    #expect(listed.status == 13 && listed.errors.contains(header), "\(listed.errors)")
    let (report, status) = try await verify(person)
    #expect(status == 13 && report.damaged == [header] && report.files == files.count + 1)
  }

  @Test func `a lost vault file is reported, and the rest is still checked`()
    async throws
  {
    let (person, files) = try await three()
    try FileManager.default.removeItem(
      atPath: person.vault.appending(try headerName(person)).string)
    try flip(files[1])
    for words in [[], ["--without-key"]] {
      let table = try await person.types(["verify"] + words)
      #expect(table.status == 13 && table.output.contains("2 files are intact."), "\(table.errors)")
      #expect(table.output.contains("name ends in .vault again") && table.output.contains("HASH"))
    }
    try FileManager.default.removeItem(atPath: person.keys.string)
    let (report, status) = try await verify(person)
    #expect(status == 13 && report.missing == ["*.vault"] && report.damaged == [name(files[1])])
    // Only that file is wrong, but the vault is still not whole.
    try flip(files[1])
    #expect(try await person.types("verify", "--without-key").status == 13)
  }

  @Test(arguments: [
    "x.vault", "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8.vault",
  ])
  func `a file named like the vault file does not replace it`(name: String)
    async throws
  {
    let (person, files) = try await three()
    let header = person.vault.appending(try headerName(person)).string
    let kept = person.home.appending("kept").string
    try FileManager.default.moveItem(atPath: header, toPath: kept)
    let junk = person.vault.appending(name).string
    try Data((name == "x.vault" ? "evil\n" : "").utf8).write(to: URL(filePath: junk))
    for words in [[], ["--without-key"]] {
      let table = try await person.types(["verify"] + words)
      #expect(table.status == 13 && table.output.contains("3 files are intact."), "\(table.errors)")
      #expect(table.output.contains("Missing: the vault header"))
      #expect(table.output.contains("Foreign: the vault's key does not open them\n  \(name)"))
    }
    let (report, status) = try await verify(person)
    #expect(status == 13 && report.missing == ["*.vault"] && report.foreign == [name])
    #expect(report.damaged.isEmpty && report.files == files.count + 1)
    for words in [["list"], ["key", "check"]] {
      let outcome = try await person.types(words)
      #expect(outcome.status == 13 && outcome.errors.contains("HASH.vault, is not in"))
    }
    // A copy that has it restores it.
    let copy = person.home.appending("copy")
    try FileManager.default.copyItem(atPath: person.vault.string, toPath: copy.string)
    try FileManager.default.removeItem(atPath: copy.appending(name).string)
    try FileManager.default.moveItem(
      atPath: kept, toPath: copy.appending(FilePath(header).lastComponent?.string ?? "").string)
    #expect(try await person.types("sync", copy.string).status == 0)
    #expect(try await person.types("list").status == 0)
  }

  @Test func `swapped names are detected without the key`() async throws {
    let (person, files) = try await three()
    let spare = person.home.appending("spare").string
    for (from, to) in [
      (files[0].string, spare), (files[1].string, files[0].string), (spare, files[1].string),
    ] {
      try FileManager.default.moveItem(atPath: from, toPath: to)
    }
    let (report, status) = try await verify(person, "--without-key")
    #expect(status == 13 && report.damaged == files.prefix(2).map(name).sorted())
    let header = person.vault.appending(try headerName(person)).string
    try FileManager.default.moveItem(
      atPath: header, toPath: person.vault.appending("renamed.vault").string)
    let (renamed, _) = try await verify(person, "--without-key")
    #expect(renamed.misnamed == ["renamed.vault"] && renamed.missing.isEmpty)
  }

  @Test func `another vault's files are detected without the key`() async throws {
    let (person, files) = try await three()
    let (other, theirs) = try await three()
    let foreign = name(theirs[0])
    try FileManager.default.copyItem(
      atPath: theirs[0].string, toPath: person.vault.appending(foreign).string)
    let (report, status) = try await verify(person, "--without-key")
    #expect(status == 0 && report.foreign == [foreign] && report.files == files.count + 2)
    // A save under the old key that arrived after the change.
    let late = try Data(contentsOf: URL(filePath: files[1].string))
    try FileManager.default.removeItem(atPath: files[1].string)
    #expect(try await person.types("key", "rotate", "--no-sheet", "--yes").status == 0)
    try FileManager.default.createDirectory(
      atPath: files[1].removingLastComponent().string, withIntermediateDirectories: true)
    try late.write(to: URL(filePath: files[1].string))
    let (after, _) = try await verify(person)
    #expect(after.retired == [name(files[1])])
    _ = other
  }

  @Test func `without the key no key is asked for, and missing files are unknown`()
    async throws
  {
    let (person, files) = try await three()
    try FileManager.default.removeItem(atPath: person.keys.string)
    try FileManager.default.removeItem(atPath: files[2].string)
    let (report, status) = try await verify(person, "--without-key")
    #expect(status == 0 && report.files == 3 && report.missing.isEmpty)
    #expect(try await person.types("verify").status == 12)
    let both = try await person.types("verify", "--without-key", "--forget-missing")
    #expect(both.status == 64)
  }
}
