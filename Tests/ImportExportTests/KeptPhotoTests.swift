import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// Photos that are kept with a card, from the command line.
@Suite struct `Kept photos` {
  private func photos(_ person: Person, _ name: String) async throws -> [String]? {
    let outcome = try await person.types("show", name, "--as", "json")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    return try #require(object as? [String: Any])["photos"] as? [String]
  }

  private func size(_ person: Person, _ name: String) throws -> Int {
    let path = person.home.appending(name).string
    return try Data(contentsOf: URL(filePath: path)).count
  }

  private let sample = Person.samples.appending("qr-loyalty.jpg").string
  private let other = Person.samples.appending("ean13-grocer.jpg").string

  @Test func `an import keeps photos only on request, and show writes them`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("import", "--name", "Grocer", other)
    #expect(try await photos(person, "grocer") == nil)
    let imported = try await person.types("import", "--name", "Cafe", "--keep-photo", sample)
    #expect(imported.status == 0, "\(imported.errors)")
    #expect(imported.output == "1 card added, 1 photo kept\n")
    #expect(try await photos(person, "cafe") == ["front"])
    let shown = try await person.types("show", "cafe", "--photo", "--output", "cafe.jpg")
    #expect(shown.status == 0 && shown.errors == "Written: cafe.jpg\n")
    let piped = try await person.types("show", "cafe", "--photo")
    #expect(piped.bytes.starts(with: [0xFF, 0xD8, 0xFF]))
    #expect(try size(person, "cafe.jpg") == piped.bytes.count)
    // The same code is on the kept photo.
    let read = try await person.types("read", "--format", "plain", "cafe.jpg")
    let original = try await person.types("read", "--format", "plain", sample)
    #expect(read.output == original.output && !read.output.isEmpty)
    // Nothing is written over.
    #expect(try await person.types("show", "cafe", "--photo", "--output", "cafe.jpg").status != 0)
    let none = try await person.types("show", "grocer", "--photo")
    #expect(none.status == 14 && none.errors.contains("--photo FILE"))
  }

  @Test func `one photo of several cards is kept once, and counted for scripts too`() async throws {
    let person = try await Person.withVault()
    let three = Person.samples.appending("three-codes.jpg").string
    let imported = try await person.types("import", "--no-review", "--keep-photo", three, sample)
    #expect(imported.output == "4 cards added, 2 photos kept\n", "\(imported.errors)")
    let changed = try await person.types(
      "edit", "three codes 1", "--photo-back", other, "--format", "json")
    #expect(changed.output.contains(#""photosKept":1"#))
    let added = try await person.types(
      "add", "--name", "Zoo", "--photo", other, "--format", "json")
    #expect(added.output.contains(#""photosKept":1"#))
    let none = try await person.types("add", "--name", "X", "--format", "json")
    #expect(!none.output.contains("photosKept"))
  }

  @Test func `front and back are kept, replaced, undone and removed`() async throws {
    let person = try await Person.withVault()
    let added = try await person.types(
      "add", "--name", "Gym", "--photo", sample, "--photo-back", other)
    #expect(added.status == 0, "\(added.errors)")
    #expect(added.output == "Added: Gym, 2 photos kept\n")
    #expect(try await photos(person, "gym") == ["front", "back"])
    let back = try await person.types("show", "gym", "--photo-back").bytes
    let replaced = try await person.types("edit", "gym", "--photo-back", sample)
    #expect(replaced.status == 0 && replaced.output == "Changed: Gym, 1 photo kept\n")
    #expect(try await photos(person, "gym") == ["front", "back"])
    #expect(try await person.types("show", "gym", "--photo-back").bytes != back)
    #expect(try await person.types("undo").status == 0)
    #expect(try await person.types("show", "gym", "--photo-back").bytes == back)
    #expect(try await person.types("edit", "gym", "--remove-photos").status == 0)
    #expect(try await photos(person, "gym") == nil)
    let history = try await person.types("history", "gym")
    for words in [
      "photo of the front added", "photo of the back added", "photo of the back replaced",
      "photo of the front removed", "photo of the back removed",
    ] {
      #expect(history.output.contains(words), "\(history.output)")
    }
    let json = try await person.types("history", "gym", "--format", "json").output
    #expect(json.contains(#"{"field":"photo","from":"back","to":"back"}"#))
  }

  @Test func `what is no photo is refused, and nothing changes`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gym")
    _ = try await person.types("add", "--name", "Zoo")
    _ = try person.file("words.txt", Array("words".utf8))
    for file in ["words.txt", "none.jpg"] {
      let outcome = try await person.types("edit", "gym", "--photo", file)
      #expect(outcome.status == 14 && outcome.errors.contains("\(file) was not kept"))
    }
    for words in [["edit", "gym", "--photo", "."], ["find", "--photo", "."]] {
      let outcome = try await person.types(words)
      #expect(outcome.status == 14 && outcome.errors.contains("try: name one photo\n"))
    }
    #expect(try await person.types("edit", "gym", "zoo", "--photo", sample).status == 64)
    #expect(try await person.types("show", "gym", "--photo", "--photo-back").status == 64)
    #expect(try await photos(person, "gym") == nil)
  }

  @Test func `a bundle and a change of keys are made without missing photos, and name them`()
    async throws
  {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gym", "--photo", sample)
    _ = try await person.types("add", "--name", "Zoo")
    let folder = person.vault.appending("photos").string
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
    try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    #expect(try await person.types("verify").status == 13)
    let words = "missing from the vault's folder, or damaged: the front of “Gym”"
    let checked = try await person.types("verify", "--format", "json")
    let photo = try #require(checked.output.firstMatch(of: /"missing":\["([0-9a-f]{64})"\]/)?.1)
    let written = try await person.types("export", "all")
    #expect(written.status == 3 && written.output.contains("Written: all, 2 cards"))
    #expect(written.errors.contains("the bundle lacks 1 photo\nbecause its file is \(words)\n"))
    #expect(try await person.types("verify", "all").status == 0)
    let streamed = try await person.types("export", "-", "--format", "json")
    #expect(streamed.status == 3 && streamed.errors.contains("[\"\(photo)\"]"))
    #expect(!streamed.bytes.isEmpty)
    let other = try await person.types("export", "zoo", "--cards", "zoo")
    #expect(other.status == 0, "\(other.errors)")
    let given = try await person.types(
      "export", "given", "--passphrase", "--passphrase-fd", "0", input: "word\n")
    #expect(given.status == 3 && given.errors.contains(words), "\(given.errors)")
    let rotated = try await person.types("key", "rotate", "--no-sheet", "--yes")
    #expect(rotated.status == 3 && rotated.output.contains("The key was changed."))
    #expect(rotated.errors.contains(words) && rotated.errors.contains("try: cardvault sync"))
  }

  @Test func `a lost photo is missing until it is forgotten, and then pending`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gym", "--photo", sample)
    let folder = person.vault.appending("photos").string
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
    try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    let found = try await person.types("verify")
    #expect(found.status == 13, "\(found.errors)")
    let title = "Missing photos: here before, now gone or damaged\n  the front of “Gym”\n"
    #expect(found.output.contains(title) && !found.output.contains("Pending"), "\(found.output)")
    #expect(found.output.contains("cardvault verify --forget-missing"))
    let forgotten = try await person.types("verify", "--forget-missing", "--yes")
    #expect(forgotten.status == 0, "\(forgotten.errors)")
    #expect(forgotten.output.contains("The missing files are no longer reported."))
    let after = try await person.types("verify")
    #expect(after.status == 0 && after.output.contains("Pending: "), "\(after.output)")
    #expect(!after.output.contains("Missing"))
  }

  @Test func `a photo that a device kept before it got the new key comes along`()
    async throws
  {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gym")
    let second = ["--vault", "second"]
    _ = try await person.types("sync", "./copy")
    _ = try await person.types(second + ["sync", "./copy"])
    _ = try await person.types(second + ["edit", "gym", "--photo", sample])
    _ = try await person.types("key", "rotate", "--no-sheet", "--yes")
    _ = try await person.types("sync")
    let synced = try await person.types(second + ["sync", "./copy"])
    #expect(synced.output.contains("; 1 save that it had not synced came along."), "\(synced)")
    #expect(try await person.types(second + ["show", "gym", "--photo"]).status == 0)
    #expect(try await person.types("sync").status == 0)
    #expect(try await person.types("show", "gym", "--photo").status == 0)
  }

  @Test func `a photo replaced on two devices is there twice, until one is removed`()
    async throws
  {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gym", "--photo", sample)
    for words in [["sync", "./copy"], ["--vault", "second", "sync", "./copy"]] {
      #expect(try await person.types(words).status == 0)
    }
    _ = try await person.types("edit", "gym", "--photo", other)
    let third = Person.samples.appending("three-codes.jpg").string
    _ = try await person.types("--vault", "second", "edit", "gym", "--photo", third)
    for words in [["--vault", "second", "sync", "./copy"], ["sync"]] {
      #expect(try await person.types(words).status == 0)
    }
    #expect(try await photos(person, "gym") == ["front", "front"])
    #expect(try await person.types("list").output.contains("2 fronts"))
    let conflicts = try await person.types("conflicts")
    #expect(conflicts.output.hasPrefix("“Gym” has 2 photos of the front (1, 2)\n"))
    #expect(conflicts.errors.hasPrefix("2 photos of the front (1, 2): cardvault show "))
    let json = try await person.types("conflicts", "--format", "json").output
    #expect(json.contains(#""name":"Gym","numbers":[1,2],"side":"front""#))
    let shown = try await person.types("show", "gym", "--photo-number", "2").bytes
    #expect(try await person.types("show", "gym", "--photo-number", "1").bytes != shown)
    let least = try await person.types("edit", "gym", "--remove-photo=\(Int.min)")
    #expect(least.status == 14, "\(least.errors)")
    let none = try await person.types("edit", "gym", "--remove-photo", "3")
    #expect(none.status == 14 && none.errors.contains("because it has 2 photos\n"))
    #expect(try await person.types("edit", "gym", "--remove-photo", "1").status == 0)
    #expect(try await photos(person, "gym") == ["front"])
    #expect(try await person.types("show", "gym", "--photo").bytes == shown)
    #expect(try await person.types("conflicts").output == "There is nothing to decide.\n")
  }
}
