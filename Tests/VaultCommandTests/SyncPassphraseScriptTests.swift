import CommandLineSupport
import Foundation
import SystemPackage
import Testing

extension Passphrases {
  /// Scripts that pass passphrases while a sync brings the news of a changed key.
  @Suite struct `Syncs by scripts` {
    /// Two synced machines of one person; the first one changed the key, and passed it on.
    func rotated() async throws -> (Person, target: String) {
      let (one, two) = (try await Person.withVault(passphrase: "old"), try Person())
      let target = one.home.appending("target").string
      _ = try await one.types(
        "add", "--name", "Gym", "--code", "5901234123457", "--passphrase-fd", "0", input: "old\n")
      try await sync(one, target, input: "old\n", status: 0)
      try handKeys(one, two)
      try await sync(two, target, input: "old\n", status: 0)
      let rotated = try await one.types(
        "key", "rotate", "--no-sheet", "--yes", "--passphrase-fd", "0", input: "old\nnew\n")
      try #require(rotated.status == 0, "\(rotated.errors)")
      try await sync(one, target, input: "new\n", status: 0)
      try handKeys(one, two)
      // The target is deleted with its owner.
      let place = two.home.appending("target").string
      try FileManager.default.moveItem(atPath: target, toPath: place)
      return (two, place)
    }

    func handKeys(_ one: Person, _ two: Person) throws {
      try FileManager.default.createDirectory(
        atPath: two.keys.string, withIntermediateDirectories: true)
      let name = try one.keyName()
      try FileManager.default.copyItem(
        atPath: one.keys.appending(name).string, toPath: two.keys.appending(name).string)
    }

    @discardableResult
    func sync(
      _ person: Person, _ target: String, input: String, status: Int32
    ) async throws -> Person.Outcome {
      let outcome = try await person.types("sync", target, "--passphrase-fd", "0", input: input)
      #expect(outcome.status == status, "\(outcome.errors)")
      return outcome
    }

    @Test func `a line for each key is enough`() async throws {
      let (person, target) = try await rotated()
      try await sync(person, target, input: "old\nnew\n", status: 0)
      try await sync(person, target, input: "new\n", status: 0)
    }

    @Test
    func `a script with one line continues with the old key, and is told of the new one`()
      async throws
    {
      let (person, target) = try await rotated()
      let told = try await sync(person, target, input: "old\n", status: 3)
      #expect(told.errors.contains("the vault's key was changed on"))
      try await sync(person, target, input: "old\n", status: 3)
      // Files that the old key does not prove are not imported.
      try await sync(person, target, input: "new\n", status: 12)
      try await sync(person, target, input: "old\nnew\n", status: 0)
      try await sync(person, target, input: "new\n", status: 0)
    }
  }
}
