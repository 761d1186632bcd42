import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// What a device remembers of its syncs.
@Suite struct `Remembered syncs` {
  @Test func `the last target is used again`() async throws {
    let person = try await Person.withVault()
    let none = try await person.types("sync")
    #expect(none.status == 64 && none.errors.contains("cardvault sync TARGET"), "\(none.errors)")
    #expect(try await person.types("sync", "copy").status == 0)
    _ = try await person.types("add", "--name", "Gym")
    let again = try await person.types("sync", "--format", "json")
    #expect(again.status == 0 && again.output.contains("\"filesSent\":1"), "\(again.output)")
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

  @Test func `a remembered folder that is gone is not made again`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("sync", "copy")
    try FileManager.default.removeItem(atPath: person.home.appending("copy").string)
    let outcome = try await person.types("sync")
    #expect(outcome.status == 14 && outcome.errors.contains("is gone"), "\(outcome.errors)")
    #expect(try await person.types("sync", "copy").output.contains("Made a new copy"))
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
