import CommandLineSupport
import Foundation
import SystemPackage
import Testing

@Suite struct `Bundle commands` {
  struct Merge: Decodable, Equatable {
    let cardsAdded: Int
    let cardsChanged: Int
    let conflicts: Int
    let filesSent: Int
    let filesReceived: Int
    let bytesSent: Int
    let bytesReceived: Int
  }

  /// Someone else with the same key, and a copy of the current vault.
  func copy(of person: Person) throws -> Person {
    let other = try Person()
    for (from, to) in [(person.vault, other.vault), (person.keys, other.keys)] {
      try FileManager.default.createDirectory(
        atPath: to.removingLastComponent().string, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: from.string, toPath: to.string)
    }
    return other
  }

  func merge(_ person: Person, _ bundle: FilePath) async throws -> Merge {
    let outcome = try await person.types("merge", bundle.string, "--format", "json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(Merge.self, from: Data(outcome.output.utf8))
  }

  func files(_ person: Person) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: person.vault.string).sorted()
  }

  @Test func `a bundle goes to standard output, and its report elsewhere`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gym", "--code", "5901234123457")
    let other = try copy(of: person)
    _ = try await person.types("add", "--name", "Zoo")
    let streamed = try await person.types("export", "-")
    #expect(streamed.status == 0 && streamed.errors.contains("2 cards"), "\(streamed.errors)")
    let bundle = try other.file("bundle", streamed.bytes)
    #expect(try await merge(other, bundle).cardsAdded == 1)
    let unplaced = try await person.types(
      "export", "-", environment: ["TMPDIR": person.home.appending("missing").string])
    #expect(unplaced.status == 1 && unplaced.output.isEmpty)
    #expect(
      unplaced.errors.contains("no temporary file can be made")
        && !unplaced.errors.contains(person.home.string), "\(unplaced.errors)")
    let json = try await person.types("export", "-", "--format", "json")
    #expect(
      json.bytes.prefix(4) == streamed.bytes.prefix(4) && json.errors.contains("\"cards\":2"))
  }

  @Test func `a bundle on standard input is refused in clear words`() async throws {
    let person = try await Person.withVault()
    for (command, what) in [("merge", "nothing was merged"), ("verify", "could not be verified")] {
      let refused = try await person.types(command, "-", input: "bytes")
      #expect(refused.status == 64 && refused.errors.contains(what))
      #expect(refused.errors.contains("because a bundle is read from a file, not from standard"))
    }
  }

  @Test func `two devices merge by bundles, and nothing is lost`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gym", "--code", "5901234123457")
    let other = try copy(of: person)
    _ = try await person.types("add", "--name", "Zoo")
    _ = try await person.types("edit", "Gym", "--note", "mine", "--tag", "a")
    _ = try await other.types("edit", "Gym", "--note", "theirs", "--tag", "b")
    let written = try await person.types("export", "all.cardvault")
    #expect(written.status == 0 && written.output.contains("2 cards"), "\(written.errors)")
    let bundle = person.home.appending("all.cardvault")
    let attributes = try FileManager.default.attributesOfItem(atPath: bundle.string)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try await person.types("export", "all.cardvault").status == 15)

    let before = try files(other).count
    let merged = try await merge(other, bundle)
    #expect(merged.cardsAdded == 1 && merged.cardsChanged == 1 && merged.conflicts == 1)
    #expect(merged.filesReceived == 1 && merged.bytesReceived > 0 && merged.filesSent == 0)
    let after = try files(other)
    // One pack, and its folder.
    #expect(after.count == before + 2)
    let listed = try await other.types("list").output
    #expect(listed.contains("Zoo") && listed.contains("a b") && listed.contains("conflict"))
    #expect(try await other.types("verify").status == 0)
    #expect(try await other.types("verify", "--without-key").status == 0)
    // Again nothing is new, neither here nor for the device that made it.
    #expect(try await merge(other, bundle).filesReceived == 0)
    let same = try await person.types("merge", bundle.string)
    #expect(same.output == "Nothing new: everything is already here.\n")
    #expect(try files(other) == after)
    // And in the other direction.
    _ = try await other.types("edit", "Gym", "--note", "both")
    _ = try await other.types("export", "back")
    let back = try await person.types("merge", other.home.appending("back").string)
    #expect(back.output == "Merged: 0 cards added, 1 changed\n", "\(back.errors)")
    let shown = try await person.types("list", "--format", "json").output
    #expect(try await other.types("list", "--format", "json").output == shown)
    #expect(shown.contains("\"conflicts\":0"))
    #expect(try await person.types("history", "gym").output.contains("note"))
  }

  @Test func `a bundle restores what was lost, history included`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gym", "--note", "x")
    let early = try copy(of: person)
    _ = try await person.types("remove", "Gym", "--yes")
    _ = try await person.types("export", "b")
    let outcome = try await early.types("merge", person.home.appending("b").string)
    #expect(outcome.output == "Merged: 0 cards added, 1 removed\n")
    #expect(try await early.types("restore", "Gym").status == 0)
    #expect(try await early.types("history", "Gym").output.contains("removed"))
  }

  @Test func `a bundle of another vault is refused, with the reason`() async throws {
    let (person, other) = (try Person(), try Person())
    for someone in [person, other] { _ = try await someone.types("init") }
    _ = try await person.types("add", "--name", "Gym")
    _ = try await person.types("export", "b")
    let refused = try await other.types("merge", person.home.appending("b").string)
    #expect(refused.status == 12 && refused.errors.contains("another vault"))
    #expect(try await other.types("list").output.isEmpty)
  }

  @Test
  func `a bundle made with a later key asks for that key, one under a replaced key asks first`()
    async throws
  {
    let person = try await Person.withVault()
    let other = try copy(of: person)
    _ = try await person.types("add", "--name", "Gym")
    _ = try await person.types("export", "early")
    _ = try await other.types("add", "--name", "Zoo")
    _ = try await other.types("export", "old")
    _ = try await person.types("key", "rotate", "--no-sheet", "--yes")
    _ = try await person.types("export", "late")
    let late = try await other.types("merge", person.home.appending("late").string)
    #expect(late.status == 12 && late.errors.contains("a key that is not on this device"))
    #expect(try await other.types("merge", person.home.appending("early").string).status == 0)
    // What the vault has already is nothing to ask about.
    #expect(try await merge(person, person.home.appending("early")).filesReceived == 0)
    let old = other.home.appending("old").string
    let nobody = try await person.types("merge", old)
    #expect(nobody.status == 64 && nobody.errors.contains("use --yes to take it in"))
    #expect(nobody.errors.contains(": “Zoo” (new)\n"), "\(nobody.errors)")
    let question = "Take in what is listed? [y/N]"
    let no = try await person.converses(["merge", old], answers: [(question, "\n")])
    #expect(no.status == 0 && no.output.contains("Nothing was merged."), "\(no.output)")
    #expect(try await person.names() == ["Gym"])
    let yes = try await person.converses(["merge", old], answers: [(question, "y\n")])
    #expect(yes.status == 0 && yes.output.contains("Merged: 1 card added"), "\(yes.output)")
    #expect(try await person.types("merge", old, "--yes").output.hasPrefix("Nothing new"))
    #expect(try await person.types("verify").output == "5 files are intact.\n")
  }

  @Test func `files that are damaged, missing or not bundles are refused`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gym")
    _ = try await person.types("export", "b")
    var bytes = [UInt8](
      try Data(contentsOf: URL(filePath: person.home.appending("b").string)))
    let cut = try person.file("cut", Array(bytes.dropLast(7)))
    bytes[bytes.count / 2] ^= 0x10
    for path in [cut, try person.file("flipped", bytes), try person.file("empty", [])] {
      let refused = try await person.types("merge", path.string)
      #expect(refused.status == 13 && refused.errors.contains("nothing was merged"))
    }
    #expect(try await person.types("merge", "nothing").status == 14)
    let folder = try await person.types("merge", person.home.string)
    #expect(folder.status == 64 && folder.errors.contains("cannot sync with"))
    try FileManager.default.createDirectory(
      atPath: person.home.appending("other").string, withIntermediateDirectories: false)
    _ = try person.file("other/notes.txt", [65])
    let none = try await person.types("merge", "other")
    #expect(none.status == 10 && none.errors.contains("no vault was found at other"))
    let unplaced = try await person.types("export", "nodir/y")
    #expect(unplaced.status == 14, "\(unplaced.errors)")
    #expect(
      unplaced.errors.contains(
        "because there is no folder nodir\ntry: create that folder\nor:  use another folder"),
      "\(unplaced.errors)")
    #expect(try await Person().types("export", "b").status == 10)
  }

  @Test func `a bundle reveals nothing of its content`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Bibliotheque", "--code", "4006381333931")
    _ = try await person.types("export", "b")
    let bytes = try Data(contentsOf: URL(filePath: person.home.appending("b").string))
    for text in ["Bibliotheque", "4006381333931"] {
      #expect(bytes.range(of: Data(text.utf8)) == nil)
    }
  }
}
