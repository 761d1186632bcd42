import CommandLineSupport
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
    #expect(outcome.status == 0 && outcome.output.contains("0 imported, 1 already there"))
    #expect(outcome.errors.contains("Gym: already there; the file has a last day (20"))
    #expect(!(try await person.types("import", first)).errors.contains("Gym"))
  }
}
