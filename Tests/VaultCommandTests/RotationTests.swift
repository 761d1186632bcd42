import CommandLineSupport
import Foundation
import SystemPackage
import Testing

@Suite struct `Key rotation` {
  struct Rotation: Decodable {
    let file: String
    let fingerprint: String
    let keyID: String
    let sheet: String?
    let synced: Bool?
  }

  struct Restored: Decodable {
    let file: String
    let isNew: Bool
    let isRetired: Bool
    let moved: Int?
  }

  private let rivals = "two devices changed the vault's key at once, and both new keys are here"

  func names(_ folder: FilePath) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.string).sorted()
  }

  /// A person with one card, and one that was removed.
  func withCards() async throws -> Person {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gym", "--code", "5901234123457")
    _ = try await person.types("add", "--name", "Zoo")
    let removed = try await person.types("remove", "Zoo", "--yes")
    try #require(removed.status == 0, "\(removed.errors)")
    return person
  }

  /// Two devices of one person, synced with a folder.
  func synced() async throws -> (Person, Person, target: String) {
    let (person, other) = (try await withCards(), try Person())
    let target = person.home.appending("copy").string
    try other.takesKeys(of: person)
    for each in [person, other] {
      let synced = try await each.types("sync", target)
      try #require(synced.status == 0, "\(synced.errors)")
    }
    return (person, other, target)
  }

  @discardableResult func rotate(
    _ person: Person, _ words: String..., input: String = ""
  ) async throws -> Rotation {
    let sheet = words.contains("--sheet") ? [] : ["--no-sheet"]
    let outcome = try await person.types(
      ["key", "rotate", "--yes", "--format", "json"] + sheet + words, input: input)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(Rotation.self, from: Data(outcome.output.utf8))
  }

  func key(_ person: Person) throws -> String {
    try String(contentsOfFile: person.keys.appending(person.keyName()).string, encoding: .ascii)
  }

  func restore(_ key: String, on person: Person, _ words: String...) async throws -> Restored {
    let outcome = try await person.types(
      ["key", "restore", "-", "--format", "json"] + words, input: key)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(Restored.self, from: Data(outcome.output.utf8))
  }

  @Test func `after a change of the key everything is as before, and the old key is retired`()
    async throws
  {
    let person = try await withCards()
    let old = try person.keyName()
    let new = try await rotate(person, "--sheet", "new.png")
    #expect(new.keyID != old && new.file.hasSuffix(new.keyID) && new.synced == nil)
    #expect(new.fingerprint.split(separator: " ").count == 6)
    #expect(try names(person.keys) == [new.keyID, "retired"].sorted())
    #expect(try names(person.keys.appending("retired")) == [old])
    #expect(try names(person.vault.appending("segments")).isEmpty)
    #expect(try await person.types("show", "gym", "--as", "text").output == "5901234123457\n")
    #expect(try await person.types("verify").status == 0)
    #expect(try await person.types("edit", "gym", "--note", "x").status == 0)
    #expect(try await person.types("history", "gym").status == 0)
    #expect(try await person.types("restore", "zoo").status == 0)
    // The sheet is that of the new key.
    let sheet = try #require(new.sheet)
    let read = try await restore(try key(person), on: person)
    let photo = try await person.types("key", "restore", sheet, "--format", "json")
    #expect(photo.output.contains(new.fingerprint) && !read.isNew && read.moved == nil)
    #expect(
      try FileManager.default.attributesOfItem(atPath: sheet)[.posixPermissions] as? Int == 0o600)
  }

  @Test(
    arguments: [
      (["--yes"], 64, "use --sheet sheet.pdf\nor:  use --no-sheet"), (["--no-sheet"], 64, "--yes"),
      (["--yes", "--sheet", "new.txt"], 64, "does not end in .pdf or .png"),
      (["--yes", "--sheet", "there.pdf"], 15, "there.pdf"),
      (["--yes", "--sheet", "none/new.pdf"], 14, "there is no folder none"),
      (["--sheet", "new.pdf", "--no-sheet"], 64, "cannot be used together"),
    ] as [([String], Int32, String)])
  func `without a sheet, or its place, the key stays`(
    words: [String], status: Int32, reason: String
  ) async throws {
    let person = try await withCards()
    _ = try person.file("there.pdf", [])
    let (keys, files) = (try names(person.keys), try names(person.home))
    let outcome = try await person.types(["key", "rotate"] + words)
    #expect(outcome.status == status && outcome.output.isEmpty, "\(outcome.errors)")
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    #expect(try names(person.keys) == keys && names(person.home) == files)
    #expect(try await person.types("verify").output == "4 files are intact.\n")
  }

  @Test func `on a terminal, a person types two groups of the new sheet`() async throws {
    let person = try await withCards()
    let (keys, files) = (try names(person.keys), try names(person.home))
    let (question, group) = ("Change the key now? [y/N]", "on the sheet >")
    let no = try await person.converses(
      ["key", "rotate"], answers: [("stay readable with the old key", ""), (question, "\n")])
    #expect(no.status == 0 && no.output.contains("The key was not changed"))
    let wrong = [(wait: group, type: "qqqqq\n"), (group, "\n"), (group, "qq\n")]
    for answers in [wrong, [(group, "{group}\n")] + wrong, [(group, "\u{4}")]] {
      let outcome = try await person.converses(
        ["key", "rotate"], answers: [(question, "y\n")] + answers)
      #expect(outcome.status != 0 && outcome.output.contains("was not changed"), "\(outcome)")
      #expect(try names(person.keys) == keys && names(person.home) == files)
    }
    let yes = try await person.converses(
      ["key", "rotate"],
      answers: [(question, "y\n"), (group, "qqqqq\n"), (group, "{group}\n"), (group, "{group}\n")])
    #expect(yes.status == 0, "\(yes.output)")
    let sheet = "cardvault-recovery-\(try person.keyName().prefix(8)).pdf"
    for words in ["Key id:", "Fingerprint:", "Recovery sheet: \(sheet)", "other devices"] {
      #expect(yes.output.contains(words), "\(yes.output)")
    }
    #expect(try names(person.home).contains(sheet) && names(person.keys) != keys)
    #expect(try await person.types("verify").status == 0)
  }

  @Test func `a device without the new key reads, saves nothing, and is told the way`() async throws
  {
    let (person, other, target) = try await synced()
    _ = try await other.types("add", "--name", "Pool")
    #expect(try await rotate(person).synced == true)
    #expect(try await person.types("sync").status == 0)
    let told = try await other.types("sync")
    #expect(told.status == 3 && told.errors.contains("and the new key is not here"))
    #expect(try await other.names() == ["Gym", "Pool"])
    let edit = try await other.types("edit", "gym", "--note", "x")
    #expect(edit.status == 12 && edit.errors.contains("key restore"), "\(edit.errors)")
    let restored = try await other.types("key", "restore", "-", input: try key(person))
    #expect(
      restored.status == 0 && restored.errors.contains("It is the key that the vault at ")
        && restored.errors.hasSuffix("asks for.\nNext: cardvault sync\n"), "\(restored.errors)")
    let synced = try await other.types("sync")
    #expect(
      synced.status == 0 && synced.output.contains("; 1 save that it had not synced came along."),
      "\(synced)")
    #expect(try names(other.keys) == [try person.keyName(), "retired"].sorted())
    #expect(try await other.types("edit", "gym", "--note", "x").status == 0)
    #expect(try await other.types("sync").status == 0)
    #expect(try await person.types("sync", "--format", "json").output.contains("\"retired\":0"))
    #expect(try await person.names() == ["Gym", "Pool"])
    for each in [person, other] { #expect(try await each.types("verify").status == 0) }
    // A stranger's key leads elsewhere, and so does a sync with their vault.
    let stranger = try await Person.withVault()
    let strange = try await other.types("key", "restore", "-", input: try key(stranger))
    #expect(strange.errors.contains("does not use this key yet."))
    #expect(strange.errors.contains("cardvault sync TARGET\n"), "\(strange)")
    let strangers = "\(target)-of-a-stranger"
    _ = try await stranger.types("sync", strangers)
    let refused = try await other.types("sync", strangers)
    #expect(refused.status == 12 && refused.errors.contains("its key is on this device"))
    #expect(try await other.types("sync", strangers, "--bring-cards").status == 0)
  }

  @Test func `where the folder itself is shared, key restore moves the device at once`()
    async throws
  {
    let (person, other) = (try await withCards(), try Person())
    try other.takesKeys(of: person)
    let shared = ["--vault", person.vault.string]
    #expect(try await other.types(["list"] + shared).status == 0)
    try await rotate(person)
    let listed = try await other.types(["list"] + shared)
    #expect(listed.status == 3 && listed.errors.contains("readable only with it"), "\(listed)")
    let moved = try await restore(try key(person), on: other, "--vault", person.vault.string)
    #expect(moved.isNew && !moved.isRetired && moved.moved == 0)
    #expect(try await other.types(["edit", "gym", "--note", "x"] + shared).status == 0)
  }

  @Test func `a lost new key is replaced by another one`() async throws {
    let (person, other, _) = try await synced()
    try await rotate(person)
    _ = try await person.types("sync")
    _ = try await other.types("sync")
    // Never refused: it is the way out when the new key is lost.
    let outcome = try await other.types("key", "rotate", "--no-sheet", "--yes")
    #expect(
      [0, 3].contains(outcome.status) && outcome.errors.contains("key restore"), "\(outcome)")
    #expect(try await other.types("edit", "gym", "--note", "x").status == 0)
    #expect(try await other.types("list").status == 0)
  }

  @Test func `the change syncs first, and an unreachable target does not stop it`() async throws {
    let (person, other, target) = try await synced()
    _ = try await other.types("add", "--name", "Pool")
    _ = try await other.types("sync")
    #expect(try await rotate(person).synced == true)
    #expect(try await person.names() == ["Gym", "Pool"])
    try FileManager.default.moveItem(atPath: target, toPath: "\(target)-away")
    let outcome = try await person.types("key", "rotate", "--no-sheet", "--yes", "--format", "json")
    #expect(outcome.status == 0 && outcome.output.contains("\"synced\":false"), "\(outcome)")
    #expect(
      outcome.errors.contains("the vault was not synced with all its targets first"),
      "\(outcome.errors)")
    try FileManager.default.moveItem(atPath: "\(target)-away", toPath: target)
    let synced = try await person.types("sync")
    #expect(synced.status == 0 && synced.output.contains("Removed "), "\(synced)")
  }

  @Test func `what a lost device saved under the old key is shown, and taken in if wanted`()
    async throws
  {
    let (person, other, _) = try await synced()
    let early = other.home.appending("early")
    _ = try await other.types("sync", "--device-name", "phone")
    _ = try await other.types("add", "--name", "Pool")
    _ = try await other.types("edit", "Gym", "--note", "of the phone")
    try FileManager.default.copyItem(atPath: other.vault.string, toPath: early.string)
    try await rotate(person)
    func takesIn(_ words: String...) async throws -> Person.Outcome {
      try await person.types(["merge", "--retired"] + words)
    }
    let none = try await takesIn()
    #expect(none.status == 14 && none.errors.contains("there is nothing to take in"))
    let nobody = try await takesIn(early.string)
    #expect(nobody.status == 64 && nobody.errors.contains("use --yes to take them in"))
    #expect(nobody.errors.contains(", device phone: “Pool” (new)\n"), "\(nobody.errors)")
    #expect(nobody.errors.contains(", device phone: “Gym”\n"), "\(nobody.errors)")
    let question = "Take in what is listed? [y/N]"
    let no = try await person.converses(
      ["merge", "--retired", early.string], answers: [(question, "\n")])
    #expect(no.status == 0 && no.output.contains("Nothing was merged."), "\(no.output)")
    #expect(try await person.names() == ["Gym"])
    let taken = try await takesIn(early.string, "--yes", "--format", "json")
    #expect(taken.status == 0 && taken.output.contains("\"cardsAdded\":1"), "\(taken)")
    #expect(try await person.names() == ["Gym", "Pool"])
    #expect(try await takesIn(early.string).status == 14)
    // In the vault's own folder, such files end once all of them is here.
    func arrive() async throws {
      for name in try names(early.appending("segments")) {
        try FileManager.default.copyItem(
          atPath: early.appending("segments").appending(name).string,
          toPath: person.vault.appending("segments").appending(name).string)
      }
      let verified = try await person.types("verify")
      #expect(verified.status == 0 && verified.output.contains("Retired: "), "\(verified.output)")
    }
    try await arrive()
    #expect(try await takesIn().status == 14)
    #expect(try await !person.types("verify").output.contains("Retired: "))
    _ = try await other.types("add", "--name", "Park", "--vault", early.string)
    try await arrive()
    #expect(try await person.types("list").status == 0)
    #expect(try await takesIn("--yes").status == 0)
    #expect(try await person.names() == ["Gym", "Park", "Pool"])
    #expect(try await !person.types("verify").output.contains("Retired: "))
  }

  @Test(arguments: ["restored", "present"])
  func `of two keys made at once a script keeps the one that it names`(kept: String) async throws {
    let (person, other, own) = try await changedAtOnce()
    let theirs = try key(person)
    let nobody = try await other.types("key", "restore", "-", input: theirs)
    #expect(nobody.status == 64 && nobody.errors.contains("--keep restored"))
    let decided = try await restore(theirs, on: other, "--keep", kept)
    #expect(decided.moved == (kept == "restored" ? 1 : nil), "\(decided)")
    try await isDecided(other, person, for: kept == "restored" ? try person.keyName() : own)
  }

  @Test func `of two keys made at once a person is offered the lower one`() async throws {
    let (person, other, own) = try await changedAtOnce()
    let theirs = try person.keyName()
    let file = try other.file("key.txt", Array(try key(person).utf8)).string
    let outcome = try await other.converses(
      ["key", "restore", file], answers: [("Keep ", "\n")])
    #expect(outcome.status == 0, "\(outcome.output)")
    try await isDecided(other, person, for: min(own, theirs))
  }

  /// Two devices that changed the key at once and saved a card each; the second one has both keys.
  private func changedAtOnce() async throws -> (Person, Person, own: String) {
    let (person, other, target) = try await synced()
    try FileManager.default.moveItem(atPath: target, toPath: "\(target)-away")
    for (each, name) in [(person, "Park"), (other, "Pool")] {
      try await rotate(each)
      _ = try await each.types("add", "--name", name)
    }
    try FileManager.default.moveItem(atPath: "\(target)-away", toPath: target)
    for each in [person, other] { #expect(try await each.types("sync").status == 0) }
    let own = try other.keyName()
    let restored = try await other.types("key", "restore", "-", input: try key(person))
    #expect(
      restored.errors.contains("does not use this key yet.\nNext: cardvault sync"), "\(restored)")
    let asked = try await other.types("sync")
    #expect(asked.status == 3 && asked.errors.contains(rivals), "\(asked)")
    let verified = try await other.types("verify")
    #expect(verified.status == 0 && !verified.output.contains("Foreign"), "\(verified)")
    return (person, other, own)
  }

  /// Brings both devices together under the key that was chosen.
  private func isDecided(_ other: Person, _ person: Person, for chosen: String) async throws {
    #expect(try other.keyName() == chosen)
    #expect(try await other.types("sync").status == 0)
    if try person.keyName() != chosen {
      let told = try await person.types("sync")
      #expect(told.status == 3 && told.errors.contains("the new key is not here"), "\(told)")
      _ = try await restore(try key(other), on: person)
      let moved = try await person.types("sync")
      #expect(moved.status == 0 && moved.output.contains("came along"), "\(moved)")
    }
    for each in [person, other, person] { #expect(try await each.types("sync").status == 0) }
    for each in [person, other] {
      #expect(try await each.names() == ["Gym", "Park", "Pool"])
      #expect(try await each.types("list").status == 0)
      #expect(try names(each.keys) == [chosen, "retired"].sorted())
    }
  }

  @Test func `an older sheet is filed among the retired keys`() async throws {
    let person = try await withCards()
    let (old, text) = (try person.keyName(), try key(person))
    try await rotate(person)
    let retired = person.keys.appending("retired").appending(old)
    let restored = try await restore(text, on: person)
    #expect(restored.isNew && restored.isRetired && restored.file == retired.string)
    let told = try await person.types("key", "restore", "-", input: text)
    #expect(told.errors.contains("an older key of this vault"), "\(told.errors)")
    #expect(try await person.types("list").status == 0)
  }

  @Test func `an older copy of the vault is only read`() async throws {
    let person = try await withCards()
    let stick = person.home.appending("stick").string
    try FileManager.default.copyItem(atPath: person.vault.string, toPath: stick)
    try await rotate(person)
    _ = try await person.types("add", "--name", "Pool")
    let old = try await person.types("list", "--vault", stick)
    #expect(old.status == 3 && old.output.contains("Gym") && !old.output.contains("Pool"))
    #expect(old.errors.contains("is older than its present key, which is on this device"))
    let refused = try await person.types("edit", "gym", "--note", "x", "--vault", stick)
    #expect(refused.status == 12 && refused.errors.contains("sync TARGET\n"))
    // As a target it is brought up to date.
    #expect(try await person.types("sync", stick).status == 0)
    #expect(try await person.types("list", "--vault", stick).status == 0)
    // If nothing newer is left, a new key lets it be changed again.
    let copy = person.home.appending("copy").string
    _ = try await person.types("sync", copy)
    try await rotate(person)
    try FileManager.default.removeItem(atPath: person.vault.string)
    let joined = try await person.types("sync", copy)
    #expect(
      joined.status == 3 && !joined.errors.contains("try: cardvault key restore"), "\(joined)")
    #expect(try await person.types("edit", "gym", "--note", "x").status == 12)
    try await rotate(person)
    #expect(try await person.types("edit", "gym", "--note", "x").status == 0)
  }

  @Test func `a key with a passphrase is replaced by one with a new passphrase`() async throws {
    let person = try await Person.withVault(passphrase: "old")
    _ = try await person.types(
      "add", "--name", "Gym", "--passphrase-fd", "0", input: "old\n")
    let late = person.home.appending("late").string
    try FileManager.default.copyItem(atPath: person.vault.string, toPath: late)
    _ = try await person.types(
      "add", "--name", "Pool", "--vault", late, "--passphrase-fd", "0", input: "old\n")
    if isKeyringThere {
      _ = try await person.types("unlock", "--passphrase-fd", "0", input: "old\n")
    }
    let new = try await rotate(person, "--passphrase-fd", "0", input: "old\nnew\n")
    // The old key is no longer unlocked.
    #expect(try await person.types("lock").output == "Nothing was unlocked.\n")
    #expect(try key(person).hasPrefix("cardvault-wrapped-key1") && person.keyName() == new.keyID)
    #expect(try await person.types("list", "--passphrase-fd", "0", input: "new\n").status == 0)
    let none = try await person.types(
      "key", "rotate", "--no-sheet", "--yes", "--passphrase-fd", "0", input: "new\n")
    #expect(none.status == 12, "\(none.errors)")
    #expect(try await person.types("list", "--passphrase-fd", "0", input: "new\n").status == 0)
    // A late save is under the old key, which has its own passphrase.
    let words = ["merge", "--retired", late, "--yes", "--passphrase-fd", "0"]
    let locked = try await person.types(words, input: "new\n")
    #expect(locked.status == 12 && locked.errors.contains("passphrase"), "\(locked)")
    let taken = try await person.types(words, input: "new\nold\n")
    #expect(taken.status == 0 && taken.output.contains("1 card added"), "\(taken)")
  }
}
