import CommandLineSupport
import Foundation
import SystemPackage
import Testing

extension Passphrases {
  /// What is left in a command's memory when it ends: no key and no passphrase.
  @Suite(
    .enabled(
      if: HeldProcess.isPossible, "another process's memory is read by root only, and with strace"))
  struct `Key memory` {
    static let passphrase = "correct horse battery staple lantern"

    /// A person with a plain key and a card, and the secrets that must not be found: the key, as bytes and as text
    /// in both cases, and passphrases.
    func prepared() async throws -> (person: Person, secrets: [(name: String, bytes: Data)]) {
      let person = try await Person.withVault()
      _ = try await person.types("add", "--name", "Grocer", "--code", "4006381333931")
      return (person, try secrets(of: person))
    }

    func secrets(of person: Person) throws -> [(name: String, bytes: Data)] {
      let path = person.keys.appending(try person.keyName()).string
      let line = try String(contentsOfFile: path, encoding: .ascii).dropLast()
      let root = KeyText.bytes(String(line) + "\n")
      try #require(line.hasPrefix("cardvault-key1") && root.count == 32)
      var secrets: [(name: String, bytes: Data)] = [("root", root)]
      // Word by word, the way registers leave it behind.
      for word in 0..<4 {
        secrets.append(("word \(word) of the root", root.dropFirst(8 * word).prefix(8)))
      }
      // Both ends of the text, so that partly overwritten text is found, too.
      let (start, end) = (String(line.dropFirst(22).prefix(24)), String(line.suffix(24)))
      let texts: [(name: String, text: String)] = [
        ("line", start), ("end of the line", end), ("capitals", start.uppercased()),
        ("end in capitals", end.uppercased()), ("passphrase", Self.passphrase),
        ("new passphrase", "Tr0ub4dor and 3"),
      ]
      return secrets + texts.map { (name: $0.name, bytes: Data($0.text.utf8)) }
    }

    func found(_ secrets: [(name: String, bytes: Data)], in memory: [Data]) -> [String] {
      secrets.filter { secret in memory.contains { $0.holds(secret.bytes) } }.map(\.name)
    }

    @Test func `the search finds a key that is in use`() async throws {
      let (person, secrets) = try await prepared()
      let memory = try await HeldProcess.memory(
        of: ["add", "--name", "More"], by: person, at: .naming)
      #expect(found(secrets, in: memory).contains("root"))
    }

    @Test func `commands with a plain key leave nothing`() async throws {
      let (person, secrets) = try await prepared()
      for words in [["list"], ["key", "check"], ["add", "--name", "Baker"], ["show", "Grocer"]] {
        let memory = try await HeldProcess.memory(of: words, by: person)
        #expect(memory.contains { $0.holds(Data(person.vault.string.utf8)) })
        #expect(found(secrets, in: memory).isEmpty, "\(words)")
      }
    }

    @Test func `creating a key leaves nothing of it`() async throws {
      let person = try Person()
      let memory = try await HeldProcess.memory(of: ["init"], by: person)
      #expect(found(try secrets(of: person), in: memory).isEmpty)
    }

    @Test func `setting, using, changing and removing a passphrase leaves nothing`()
      async throws
    {
      let (person, secrets) = try await prepared()
      let old = Self.passphrase + "\n"
      let new = "Tr0ub4dor and 3\n"
      let steps: [(words: [String], input: String)] = [
        (["key", "passphrase", "--passphrase-fd", "0"], old),
        (["list", "--passphrase-fd", "0"], old), (["list", "--passphrase-fd", "0"], new),
        (["key", "check", "--passphrase-fd", "0"], old),
        (["key", "passphrase", "--passphrase-fd", "0"], old + new),
        (["key", "passphrase", "--remove", "--passphrase-fd", "0"], new),
      ]
      for step in steps {
        let memory = try await HeldProcess.memory(of: step.words, by: person, input: step.input)
        #expect(memory.contains { $0.holds(Data(person.vault.string.utf8)) })
        #expect(found(secrets, in: memory).isEmpty, "\(step.words)")
      }
      // All of those commands worked.
      #expect(try await person.types("list").output.contains("Grocer"))
    }

    @Test(.enabled(if: isKeyringThere, "the kernel gives no keyring here"))
    func `unlock, commands after it, and lock leave nothing`() async throws {
      let (person, secrets) = try await prepared()
      let input = Self.passphrase + "\n"
      _ = try await person.types("key", "passphrase", "--passphrase-fd", "0", input: input)
      let unlocked = try await HeldProcess.memory(
        of: ["unlock", "--passphrase-fd", "0"], by: person, input: input)
      #expect(found(secrets, in: unlocked).isEmpty)
      for words in [["list"], ["lock"]] {
        let memory = try await HeldProcess.memory(of: words, by: person)
        #expect(found(secrets, in: memory).isEmpty, "\(words)")
      }
      #expect(try await person.types("lock").output == "Nothing was unlocked.\n")
    }

    @Test func `a typed passphrase leaves nothing`() async throws {
      let (person, secrets) = try await prepared()
      let typed = Self.passphrase + "\n"
      let set = try await HeldProcess.memory(
        of: ["key", "passphrase"], by: person, answers: [("not shown):", typed), ("Again:", typed)])
      #expect(found(secrets, in: set).isEmpty)
      let listed = try await HeldProcess.memory(
        of: ["list"], by: person, answers: [("not shown):", "wrong\n"), ("not shown):", typed)])
      #expect(found(secrets, in: listed).isEmpty)
    }
  }
}
