import CommandLineSupport
import Foundation
import Glibc
import SystemPackage
import Testing

/// Links and files as they really come, from the command line.
@Suite struct `Odd files of other wallets` {
  private static let table = Array("_id,store,cardid,barcodetype\n1,Gym,A-7,CODE_128\n".utf8)

  @Test func `a share link is an argument of import, and no message repeats it`() async throws {
    let person = try await Person.withVault()
    let link = "https://catima.app/share#store%3DGym%26note%3D%26cardid%3D4711471147"
    let outcome = try await person.types("import", link)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!(outcome.output + outcome.errors).contains("4711471147"))
    #expect(try await person.names(["--all"]) == ["Gym"])
  }

  @Test func `zeros behind an archive do not mean that it is cut off`() async throws {
    let person = try await Person.withVault()
    let bytes = ZipFile.of([("catima.csv", Self.table)]) + [UInt8](repeating: 0, count: 70_000)
    let outcome = try await person.types("import", try person.file("catima.zip", bytes).string)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try await person.names(["--all"]) == ["Gym"])
  }

  @Test func `a file in which nothing is readable ends as one that is not`() async throws {
    let person = try await Person.withVault()
    let path = try person.file("a.csv", Array("store,cardid\n,1\n".utf8)).string
    let outcome = try await person.types("import", path)
    #expect(outcome.status == 14, "\(outcome.errors)")
  }

  @Test func `a person is told that a known card's file says otherwise`() async throws {
    let person = try await Person.withVault()
    let first = try person.file("a.csv", Self.table).string
    #expect(try await person.types("import", first).status == 0)
    let later = "_id,store,cardid,barcodetype,expiry\n1,Gym,A-7,CODE_128,4070908800000\n"
    let outcome = try await person.types(
      "import", try person.file("b.csv", Array(later.utf8)).string)
    #expect(outcome.status == 0 && outcome.output.contains("Catima, 1 card: 1 already there"))
    #expect(outcome.errors.contains("Gym: already there; the file has a last day (20"))
    #expect(!(try await person.types("import", first)).errors.contains("Gym"))
  }

  @Test func `a link in a message says to type only the link, and does not repeat it`()
    async throws
  {
    let person = try await Person.withVault()
    let link = "https://catima.app/share#store%3DGym%26note%3D%26cardid%3D4711471147"
    let outcome = try await person.types("import", "My card: <\(link)>. Bye!")
    #expect(outcome.status == 64, "\(outcome.errors)")
    #expect(outcome.errors.contains("try: type only the link, in quotes"))
    #expect(!(outcome.output + outcome.errors).contains("4711471147"))
  }

  @Test(arguments: ["import", "read"])
  func `standard input that is empty is called that`(command: String) async throws {
    let person = try await Person.withVault()
    let outcome = try await person.types(command, "-")
    #expect(outcome.status == 14)
    #expect(outcome.errors.contains("standard input: it is empty"), "\(outcome.errors)")
  }

  @Test func `what is skipped in one of several archives is told with the archive's name`()
    async throws
  {
    let person = try await Person.withVault()
    let evil = (name: "../../evil.csv", bytes: Self.table)
    let archive = ZipFile.of([("catima.csv", Self.table), evil])
    for name in ["one.zip", "two.zip"] { _ = try person.file(name, archive) }
    let outcome = try await person.types("import", "one.zip", "two.zip")
    for name in ["one.zip", "two.zip"] {
      #expect(
        outcome.errors.contains(
          "\(name): ../../evil.csv: skipped, because its name leads out of the archive"))
    }
  }

  @Test func `a pass whose values are damaged has one reason, which is that`() async throws {
    let person = try await Person.withVault()
    let values = Array(#"{"formatVersion":1,"serialNumber":"1","organizationName":"Gym"}"#.utf8)
    let pass = ZipFile.of([("pass.json", values), ("logo.png", [1, 2, 3])])
    let place = try #require(pass.firstRange(of: values)).lowerBound
    var damaged = pass
    damaged[place] ^= 1
    _ = try person.file("a.pkpass", damaged)
    let alone = try await person.types("import", "a.pkpass")
    #expect(alone.status == 14, "\(alone.errors)")
    #expect(alone.errors.contains("a.pkpass: not imported, because it is damaged"))
    #expect(alone.errors.components(separatedBy: "because").count == 2, "\(alone.errors)")
    _ = try person.file("all.pkpasses", ZipFile.of([("a.pkpass", damaged), ("b.pkpass", pass)]))
    let both = try await person.types("import", "all.pkpasses")
    #expect(
      both.status == 3 && both.output == "Pass, 1 card: 1 imported\n",
      "\(both.errors)")
    #expect(
      both.errors.contains("all.pkpasses: a.pkpass/pass.json: skipped, because it is damaged"))
    #expect(both.errors.components(separatedBy: "because").count == 2, "\(both.errors)")
  }

  @Test
  func `into a vault that is in use nothing is imported, and no card is called new before`()
    async throws
  {
    let person = try await Person.withVault()
    _ = try person.file("a.csv", Self.table)
    // The first save makes the file that is locked.
    _ = try await person.types("add", "--name", "Zoo")
    let places = try FileManager.default.subpathsOfDirectory(atPath: person.home.string)
    let lock = try #require(places.first { $0.hasSuffix("/lock") })
    let file = unsafe open(person.home.appending(lock).string, O_RDWR | O_CLOEXEC)
    #expect(flock(file, LOCK_EX) == 0)
    let refused = try await person.types("import", "a.csv")
    // Not only closed: a program that another test is just starting may hold a copy.
    #expect(flock(file, LOCK_UN) == 0)
    close(file)
    #expect(refused.status == 11 && refused.output.isEmpty, "\(refused.errors)")
    #expect(refused.errors.hasPrefix("cardvault: error: nothing was imported\n"))
    #expect(!refused.errors.contains("Gym"))
    let stored = try await person.types("import", "a.csv")
    #expect(stored.status == 0 && stored.errors.contains("Gym: new"), "\(stored.errors)")
  }
}
