import CommandLineSupport
import Foundation
import SystemPackage
import Testing

extension Passphrases {
  /// A key with a passphrase beside the retired plain one that it replaced.
  @Suite struct `Replaced key` {
    /// A person whose vault has Gym from before the change of the key, and Zoo from after it.
    private func person() async throws -> (Person, replaced: FilePath) {
      let person = try await Person.withVault()
      let replaced = person.keys.appending("retired").appending(try person.keyName())
      for (words, input) in [
        (["add", "--name", "Gym", "--code", "4006381333931"], ""),
        (["key", "rotate", "--no-sheet", "--yes"], ""),
        (["key", "passphrase", "--passphrase-fd", "0"], "right\n"),
        (["add", "--name", "Zoo", "--passphrase-fd", "0"], "right\n"),
      ] {
        let outcome = try await person.types(words, input: input)
        try #require(outcome.status == 0, "\(words): \(outcome.errors)")
      }
      return (person, replaced)
    }

    /// The vault's files and the keys.
    private func files(_ person: Person) throws -> [String: Data] {
      var files: [String: Data] = [:]
      for folder in [person.vault, person.keys] {
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.string) {
          let path = folder.appending(name).string
          files[path] = FileManager.default.contents(atPath: path)
        }
      }
      return files
    }

    @Test(arguments: ["wrong", nil])
    func `a wrong or missing passphrase does not open less of the vault with the replaced key`(
      passphrase: String?
    ) async throws {
      let (person, replaced) = try await person()
      let before = try files(person)
      let descriptor = passphrase == nil ? [] : ["--passphrase-fd", "0"]
      let input = passphrase.map { "\($0)\nnew\nnew\n" } ?? ""
      for words in [
        ["list"], ["export", "all.bundle"], ["sync", "./there"], ["merge", "--retired"],
        ["key", "rotate", "--no-sheet", "--yes"], ["key", "passphrase"],
      ] {
        let outcome = try await person.types(words + descriptor, input: input)
        #expect(outcome.status == 12 && outcome.output.isEmpty, "\(words): \(outcome.errors)")
        #expect(outcome.errors.contains("passphrase"), "\(words): \(outcome.errors)")
        #expect(try files(person) == before, "\(words)")
      }
      for name in ["all.bundle", "there"] {
        #expect(!FileManager.default.fileExists(atPath: person.home.appending(name).string))
      }
      let listed = try await person.types(
        "list", "--format", "plain", "--passphrase-fd", "0", input: "right\n")
      #expect(listed.status == 0 && listed.output.contains("Gym"), "\(listed.errors)")
      #expect(listed.output.contains("Zoo"), "\(listed.output)")
      // To name the replaced key changes nothing, as long as the new one is here.
      let named = ["list", "--key-file", replaced.string] + descriptor
      #expect(try await person.types(named, input: input).status == 12)
      try FileManager.default.removeItem(atPath: person.keys.appending(person.keyName()).string)
      let rest = try await person.types("list", "--format", "plain")
      #expect(rest.status == 3 && rest.output.isEmpty, "\(rest.errors)")
      #expect(rest.errors.contains("and that key is missing"), "\(rest.errors)")
    }
  }
}
