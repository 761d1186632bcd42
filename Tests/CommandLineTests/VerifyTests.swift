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
    let late: [String]
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

  /// Someone with three cards, and the files of their segments in the order of the cards.
  func three() async throws -> (Person, [FilePath]) {
    let person = try Person()
    _ = try await person.types("init")
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

  func flip(_ file: FilePath) throws {
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: file.string)))
    bytes[bytes.count / 2] ^= 1
    try Data(bytes).write(to: URL(filePath: file.string))
  }

  @Test func `a whole vault is said to be so, with and without its key`() async throws {
    let (person, _) = try await three()
    for words in [["verify"], ["verify", "--without-key"]] {
      let outcome = try await person.types(words)
      #expect(outcome.status == 0 && outcome.output == "4 files are whole.\n")
    }
    let (report, status) = try await verify(person)
    #expect(status == 0 && report.files == 4 && !report.rolledBack && report.forgotten == nil)
    #expect(try await Person().types("verify").status == 10)
    #expect(try await Person().types("verify", "--without-key").status == 10)
    let empty = try await person.types("verify", "--without-key", "--vault", person.home.string)
    #expect(empty.status == 10)
  }

  @Test func `a damaged file is named with its cards, and is not missing as well`() async throws {
    let (person, files) = try await three()
    for file in files.dropFirst() { try flip(file) }
    let (report, status) = try await verify(person)
    #expect(status == 13 && report.damaged == files.dropFirst().map(name).sorted())
    #expect(report.missing.isEmpty && !report.rolledBack)
    let table = try await person.types("verify")
    #expect(table.status == 13 && table.output.contains("2 files are whole."))
    #expect(table.output.contains(name(files[2])) && table.output.contains("another device"))
    #expect(!table.output.contains("Missing"))
    let (blind, blindStatus) = try await verify(person, "--without-key")
    #expect(blindStatus == 13 && blind.damaged == report.damaged)
  }

  @Test func `a lost file is missed until it is forgotten`() async throws {
    let (person, files) = try await three()
    _ = try await person.types("edit", "Gym", "--note", "x")
    try FileManager.default.removeItem(atPath: files[1].string)
    let (report, status) = try await verify(person)
    #expect(status == 13 && report.missing == [name(files[1])] && !report.rolledBack)
    let table = try await person.types("verify").output
    #expect(table.contains("Missing: here once, and gone") && table.contains("--forget-missing"))
    let nobody = try await person.types("verify", "--forget-missing")
    #expect(nobody.status == 64 && nobody.errors.contains("--yes"))
    let no = try await person.converses(
      ["verify", "--forget-missing"], answers: [("gone for good? [y/N]", "\n")])
    #expect(no.status == 13 && no.output.contains("still missed"))
    let yes = try await person.converses(
      ["verify", "--forget-missing"], answers: [("gone for good? [y/N]", "y\n")])
    #expect(yes.status == 0 && yes.output.contains("missed no longer"), "\(yes.output)")
    let (after, afterStatus) = try await verify(person)
    #expect(afterStatus == 0 && after.missing.isEmpty && after.pending == [name(files[1])])
    #expect(try await person.types("list").status == 0)
  }

  @Test func `an older state of the vault is said to have gone back in time`() async throws {
    let (person, files) = try await three()
    try FileManager.default.removeItem(atPath: files[2].string)
    let (report, status) = try await verify(person)
    #expect(status == 13 && report.rolledBack && report.missing == [name(files[2])])
    #expect(try await person.types("verify").output.contains("the vault went back in time"))
    let (after, afterStatus) = try await verify(person, "--forget-missing", "--yes")
    #expect(afterStatus == 0 && after.forgotten == true && !after.rolledBack)
    let (again, _) = try await verify(person, "--forget-missing")
    #expect(again.forgotten == false)
  }

  @Test func `what is misnamed or foreign is named, and is no loss`() async throws {
    let (person, files) = try await three()
    let vault = person.vault
    try FileManager.default.moveItem(
      atPath: files[0].string, toPath: vault.appending("segments/renamed").string)
    try Data("hello".utf8).write(to: URL(filePath: vault.appending("notes.txt").string))
    for words in [[], ["--without-key"]] {
      let outcome = try await person.types(["verify"] + words)
      #expect(outcome.status == 0 && outcome.output.contains("4 files are whole."))
      #expect(outcome.output.contains("segments/renamed") && outcome.output.contains("notes.txt"))
    }
    let (report, _) = try await verify(person)
    #expect(report.misnamed == ["segments/renamed"] && report.foreign == ["notes.txt"])
  }

  @Test func `a vault that cannot be opened still gets a report`() async throws {
    let (person, files) = try await three()
    let names = try FileManager.default.contentsOfDirectory(atPath: person.vault.string)
    let marker = try #require(names.first { $0.hasSuffix(".vault") })
    try flip(person.vault.appending(marker))
    try flip(files[1])
    let (report, status) = try await verify(person)
    #expect(status == 13 && report.damaged == [marker, name(files[1])].sorted())
    let table = try await person.types("verify")
    #expect(table.status == 13 && table.output.contains(marker))
    #expect(table.output.contains("nothing can be opened"))
  }

  @Test func `without the key no key is needed, and nothing is known of what is missing`()
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
