import CommandLineSupport
import Foundation
import SystemPackage
import Testing

@Suite struct `Key rotation` {
  struct Rotation: Decodable {
    let epoch: Int
    let file: String
    let fingerprint: String
    let keyID: String
  }

  struct Finish: Decodable { let filesRemoved: Int }

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

  func rotate(_ person: Person, _ words: String..., input: String = "") async throws -> Rotation {
    let outcome = try await person.types(
      ["key", "rotate", "--yes", "--format", "json"] + words, input: input)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(Rotation.self, from: Data(outcome.output.utf8))
  }

  @Test func `after a change of the key everything is as before`() async throws {
    let person = try await withCards()
    let old = try person.keyName()
    let new = try await rotate(person)
    #expect(new.epoch == 1 && new.keyID != old && new.file.hasSuffix(new.keyID))
    #expect(new.fingerprint.split(separator: " ").count == 6)
    #expect(try names(person.keys).contains(new.keyID))
    #expect(try await person.types("show", "gym", "--as", "text").output == "5901234123457\n")
    #expect(try await person.types("verify").status == 0)
    #expect(try await person.types("edit", "gym", "--note", "x").status == 0)
    #expect(try await person.types("restore", "zoo").status == 0)
  }

  @Test func `finishing removes the old files and keys, and keeps removed cards`() async throws {
    let person = try await withCards()
    let old = try person.keyName()
    let new = try await rotate(person)
    let nobody = try await person.types("key", "rotate", "--finish")
    #expect(nobody.status == 64 && nobody.errors.contains("--yes"))
    let outcome = try await person.types("key", "rotate", "--finish", "--yes", "--format", "json")
    let finish = try JSONDecoder().decode(Finish.self, from: Data(outcome.output.utf8))
    // Three segments, and one vault file of each epoch.
    #expect(outcome.status == 0 && finish.filesRemoved == 5)
    #expect(try names(person.keys) == [new.keyID] && old != new.keyID)
    #expect(try names(person.vault.appending("segments")).isEmpty)
    #expect(try await person.types("history", "gym").status == 0)
    #expect(try await person.types("verify").status == 0)
    #expect(try await person.types("restore", "zoo").status == 0)
    let again = try await person.types("key", "rotate", "--finish", "--yes")
    #expect(again.status == 0 && again.output.contains("Already finished"))
  }

  @Test func `finishing needs something to finish, and someone to ask`() async throws {
    let person = try await withCards()
    #expect(try await person.types("key", "rotate", "--finish", "--yes").status == 14)
    let keys = try names(person.keys)
    let nobody = try await person.types("key", "rotate")
    #expect(nobody.status == 64 && nobody.errors.contains("--yes"))
    let no = try await person.converses(
      ["key", "rotate"],
      answers: [("stay readable with the old key", ""), ("Change the key now? [y/N]", "\n")])
    #expect(no.status == 0 && no.output.contains("The key was not changed"))
    #expect(try names(person.keys) == keys)
    let yes = try await person.converses(
      ["key", "rotate"], answers: [("Change the key now? [y/N]", "y\n")])
    #expect(yes.status == 0, "\(yes.output)")
    for words in ["Key id:", "Fingerprint:", "recovery sheet", "other devices", "--finish"] {
      #expect(yes.output.contains(words), "\(yes.output)")
    }
    let finish = try await person.converses(
      ["key", "rotate", "--finish"],
      answers: [("Do all your devices have the new key? [y/N]", "y\n")])
    #expect(finish.status == 0 && finish.output.contains("5 files"), "\(finish.output)")
  }

  @Test func `a device without the new key can still read, cannot save, and is told why`()
    async throws
  {
    let person = try await withCards()
    let other = try Person()
    let keys = other.keys.removingLastComponent()
    try FileManager.default.createDirectory(
      atPath: keys.string, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: person.keys.string, toPath: other.keys.string)
    _ = try await rotate(person)
    let vault = ["CARDVAULT_VAULT": person.vault.string]
    let listed = try await other.types("list", environment: vault)
    #expect(
      listed.output.contains("Gym")
        && listed.errors.contains("and the new key is not here"))
    let edit = try await other.types("edit", "gym", "--note", "x", environment: vault)
    #expect(edit.status == 12 && edit.errors.contains("key restore"), "\(edit.errors)")
    let rotation = try await other.types("key", "rotate", "--yes", environment: vault)
    // This is never refused: it is the way out when the new key is lost.
    #expect(rotation.status == 3 && rotation.errors.contains("key restore"), "\(rotation.errors)")
    #expect(
      try await other.types("edit", "gym", "--note", "x", environment: vault).status == 0)
  }

  @Test func `restoring the key that a sync asked for leads back to the sync`() async throws {
    let (person, other) = (try await withCards(), try Person())
    let target = person.home.appending("copy").string
    try other.takesKeys(of: person)
    for each in [person, other] {
      let synced = try await each.types("sync", target)
      try #require(synced.status == 0, "\(synced.errors)")
    }
    let new = try await rotate(person)
    #expect(try await person.types("sync").status == 0)
    #expect(try await other.types("sync").errors.contains("key restore"))
    func restored(_ key: String) async throws -> String {
      let outcome = try await other.types("key", "restore", "-", input: key)
      #expect(outcome.status == 0, "\(outcome.errors)")
      return outcome.errors
    }
    let key = try String(
      contentsOfFile: person.keys.appending(new.keyID).string, encoding: .ascii)
    let asked = try await restored(key)
    #expect(
      asked.contains("It is the key that the vault at ")
        && asked.hasSuffix("asks for. Next: cardvault sync\n"), "\(asked)")
    let synced = try await other.types("sync")
    #expect(synced.status == 0, "\(synced.errors)")
    #expect(try await other.types("edit", "gym", "--note", "x").status == 0)
    let stranger = try await Person.withVault()
    let strange = try String(
      contentsOfFile: stranger.keys.appending(try stranger.keyName()).string, encoding: .ascii)
    let next = try await restored(strange)
    #expect(next.contains("does not use this key. "))
    #expect(next.contains("cardvault sync TARGET --bring-cards replaces"), "\(next)")
    // A sync with that vault names the same way on.
    let strangers = person.home.appending("strangers").string
    _ = try await stranger.types("sync", strangers)
    let refused = try await other.types("sync", strangers)
    #expect(refused.status == 12, "\(refused.errors)")
    #expect(refused.errors.contains("its key is on this device"), "\(refused.errors)")
    let joined = try await other.types("sync", strangers, "--bring-cards")
    #expect(joined.status == 0, "\(joined.errors)")
  }

  @Test func `a key with a passphrase is replaced by one with a new passphrase`()
    async throws
  {
    let person = try await Person.withVault(passphrase: "old")
    let new = try await rotate(person, "--passphrase-fd", "0", input: "old\nnew\n")
    let path = person.keys.appending(new.keyID).string
    let text = try String(contentsOfFile: path, encoding: .ascii)
    #expect(text.hasPrefix("cardvault-wrapped-key1"))
    #expect(try await person.types("list", "--passphrase-fd", "0", input: "new\n").status == 0)
    let none = try await person.types(
      "key", "rotate", "--yes", "--passphrase-fd", "0", input: "new\n")
    #expect(none.status == 12, "\(none.errors)")
    #expect(try await person.types("list", "--passphrase-fd", "0", input: "new\n").status == 0)
  }

  @Test func `a copy from before the change of the key says what it lacks`() async throws {
    let person = try await withCards()
    let target = person.home.appending("copy").string
    #expect(try await person.types("sync", target).status == 0)
    _ = try await rotate(person)
    try FileManager.default.removeItem(atPath: person.vault.string)
    let joined = try await person.types("sync", target)
    #expect(joined.errors.contains("that key file is here"), "\(joined.errors)")
    #expect(!joined.errors.contains("key restore"), "\(joined.errors)")
    let refused = try await person.types("edit", "gym", "--note", "x")
    #expect(refused.status == 12 && refused.errors.contains("try: cardvault sync TARGET"))
    let again = try await person.types("sync")
    #expect(!again.errors.contains("has not synced the vault yet"), "\(again.errors)")
    _ = try await person.types("key", "rotate", "--yes")
    #expect(try await person.types("edit", "gym", "--note", "x").status == 0)
  }
}
