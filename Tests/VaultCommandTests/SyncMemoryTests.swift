import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// What a device remembers of its syncs.
@Suite struct `Remembered syncs` {
  @Test func `without a target, all known ones are synced, and a missing one is named`()
    async throws
  {
    let person = try await Person.withVault()
    let none = try await person.types("sync")
    #expect(none.status == 64 && none.errors.contains("cardvault sync TARGET"), "\(none.errors)")
    let first = try await person.types("sync", "./copy", "--format", "json")
    #expect(first.status == 0 && first.output.contains("\"name\":\"copy\""), "\(first)")
    #expect(try await person.types("sync", "add", "stick", "./usb").status == 0)
    _ = try await person.types("add", "--name", "Gym")
    let both = try await person.types("sync", "--format", "json")
    #expect(both.status == 0, "\(both)")
    #expect(both.output.split(separator: "\n").count == 2, "\(both.output)")
    #expect(both.output.matches(of: /"filesSent":1/).count == 2, "\(both.output)")
    try removeFolder("copy", of: person)
    _ = try await person.types("add", "--name", "Zoo")
    let partly = try await person.types("sync")
    #expect(partly.status == 3 && partly.output.contains("sent 1 file"), "\(partly)")
    #expect(partly.errors.contains("/copy could not be synced"), "\(partly)")
    #expect(partly.errors.contains("Synced with 1 of 2 targets."), "\(partly)")
    #expect(try await person.types("sync", "stick").status == 0)
    try removeFolder("usb", of: person)
    #expect(try await person.types("sync").status == 14)
  }

  @Test(arguments: [false, true])
  func `where a copy was, none is made unless it is added again`(isEmptied: Bool) async throws {
    let person = try await Person.withVault()
    _ = try await person.types("sync", "./copy")
    try removeFolder("copy", of: person)
    if isEmptied {
      try FileManager.default.createDirectory(
        atPath: person.home.appending("copy").string, withIntermediateDirectories: false)
    }
    for words in [["sync"], ["sync", "copy"], ["sync", "./copy"], ["sync", "copy", "--dry-run"]] {
      let outcome = try await person.types(words)
      #expect(
        outcome.status == 14 && outcome.errors.contains("that was there is gone"), "\(outcome)")
      #expect(outcome.errors.contains("cardvault sync add copy"), "\(outcome)")
    }
    let isThere = FileManager.default.fileExists(atPath: person.home.appending("copy").string)
    #expect(isThere == isEmptied)
    let added = try await person.types("sync", "add", "copy", "./copy")
    #expect(added.output.contains("Made a new copy"), "\(added)")
    #expect(try await person.types("sync").status == 0)
  }

  @Test func `a mistyped name does not become a folder`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("sync", "add", "stick", "./usb")
    let mistyped = try await person.types("sync", "stik")
    #expect(
      mistyped.status == 64 && mistyped.errors.contains("cardvault sync stick"), "\(mistyped)")
    #expect(!FileManager.default.fileExists(atPath: person.home.appending("stik").string))
    for word in ["add", "remove"] {
      #expect(try await person.types("sync", word).status == 64)
      #expect(try await person.types("sync", "./\(word)").status == 0)
    }
    let status = try await person.types("sync", "--status").output
    #expect(status.contains("add-2") && status.contains("remove-2"), "\(status)")
  }

  @Test func `a target is renamed, keeps its name, and is forgotten`() async throws {
    let person = try await Person.withVault()
    let names = {
      let report = try await person.types("sync", "--status", "--format", "json").output
      return report.matches(of: /"name":"([^"]+)"/).map { String($0.1) }
    }
    _ = try await person.types("sync", "./copy")
    _ = try await person.types("sync", "add", "stick", "./copy")
    #expect(try await names() == ["stick"])
    #expect(try await person.types("sync", "add", "stick", "./other").status == 64)
    #expect(try await names() == ["stick"])
    #expect(try await person.types("sync", "add", "other", "./other").status == 0)
    #expect(Set(try await names()) == ["stick", "other"])
    let forgotten = try await person.types("sync", "remove", "other")
    #expect(forgotten.status == 0 && forgotten.output.contains("other stays"), "\(forgotten)")
    #expect(try await names() == ["stick"])
    #expect(try await person.types("sync", "remove", "other").status == 14)
    #expect(FileManager.default.fileExists(atPath: person.home.appending("other").string))
  }

  private func removeFolder(_ name: String, of person: Person) throws {
    try FileManager.default.removeItem(atPath: person.home.appending(name).string)
  }

  @Test func `the cards of a second vault come along`() async throws {
    let (first, second) = (try Person(), try Person())
    _ = try await first.types("init")
    _ = try await first.types("add", "--name", "Gym", "--code", "4006381333931")
    let target = first.home.appending("copy").string
    #expect(try await first.types("sync", target).status == 0)
    _ = try await second.types("init")
    _ = try await second.types("add", "--name", "Pool", "--tag", "sport")
    _ = try await second.types("add", "--name", "Gym here", "--code", "4006381333931")
    #expect(try await second.types("sync", target).status == 12)
    let name = try first.keyName()
    try FileManager.default.copyItem(
      atPath: first.keys.appending(name).string, toPath: second.keys.appending(name).string)
    let refused = try await second.types("sync", target)
    #expect(refused.status == 12 && refused.errors.contains("--bring-cards"), "\(refused.errors)")
    let brought = try await second.types("sync", target, "--bring-cards")
    #expect(brought.status == 0, "\(brought.errors)")
    #expect(brought.output.contains("1 of 2; 1 were here already"), "\(brought.output)")
    #expect(try await second.names() == ["Gym", "Pool"])
    #expect(
      FileManager.default.fileExists(
        atPath: second.vault.removingLastComponent().appending("vault.old").string))
  }

  @Test(arguments: [[], ["--format", "json"]])
  func `a replacement by a copy with a damaged file is partly done, and says so`(words: [String])
    async throws
  {
    let (first, second) = (try await Person.withVault(), try await Person.withVault())
    for name in ["Gym", "Zoo"] { _ = try await first.types("add", "--name", name) }
    let target = first.home.appending("copy")
    _ = try await first.types("sync", target.string)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: target.appending("segments").string)
    let url = URL(filePath: target.appending("segments/\(try #require(names.first))").string)
    var bytes = try Data(contentsOf: url)
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: url)
    let name = try first.keyName()
    try FileManager.default.copyItem(
      atPath: first.keys.appending(name).string, toPath: second.keys.appending(name).string)
    let brought = try await second.types(["sync", target.string, "--bring-cards"] + words)
    #expect(brought.status == 3, "\(brought.errors)")
    #expect(brought.errors.contains("damaged or not complete yet"), "\(brought.errors)")
    #expect(try await second.names().count == 1)
  }

  @Test func `the same vault is only synced, and an interrupted replacement goes on`() async throws
  {
    let (first, second) = (try Person(), try Person())
    _ = try await first.types("init")
    _ = try await first.types("add", "--name", "Gym")
    let target = first.home.appending("copy").string
    _ = try await first.types("sync", target)
    #expect(try await first.types("sync", target, "--bring-cards").status == 0)
    #expect(try await first.names() == ["Gym"])
    _ = try await second.types("init")
    _ = try await second.types("add", "--name", "Pool")
    let name = try first.keyName()
    try FileManager.default.copyItem(
      atPath: first.keys.appending(name).string, toPath: second.keys.appending(name).string)
    // As a command leaves it that was killed once the new vault was there.
    let staged = second.vault.removingLastComponent().appending("vault.joining").string
    _ = try await second.types("sync", target, "--vault", staged)
    #expect(try await second.names() == ["Pool"])
    #expect(try await second.types("sync", target, "--bring-cards").status == 0)
    #expect(try await second.names() == ["Gym", "Pool"])
    #expect(!FileManager.default.fileExists(atPath: staged))
  }

  @Test func `a failed replacement leaves the old vault in its place`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Pool")
    try FileManager.default.createDirectory(
      atPath: person.home.appending("empty").string, withIntermediateDirectories: false)
    let outcome = try await person.types("sync", "nowhere/at/all", "--bring-cards")
    #expect(outcome.status != 0)
    #expect(try await person.names() == ["Pool"])
  }
}
