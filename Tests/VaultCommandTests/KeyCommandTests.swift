import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// Tests of passphrases; each command that sets one uses 256 MB for a while.
@Suite struct Passphrases {}

extension Passphrases {
  /// Keys with passphrases, used by scripts: without any terminal.
  @Suite struct `Key commands` {
    struct Check: Decodable {
      let keyID: String
      let isWrapped: Bool
      let kibibytes: Int?
      let fingerprint: String?
      let opensVault: Bool?
      let leftovers: [String]?
    }

    func check(_ person: Person, _ words: String..., input: String = "") async throws -> Check {
      let outcome = try await person.types(
        ["key", "check", "--format", "json"] + words, input: input)
      return try JSONDecoder().decode(Check.self, from: Data(outcome.output.utf8))
    }

    func keyText(_ person: Person) throws -> String {
      try String(contentsOfFile: person.keys.appending(person.keyName()).string, encoding: .ascii)
    }

    @Test func `a vault with a passphrase opens with it, and not without`() async throws {
      let person = try Person()
      let made = try await person.types(
        "init", "--passphrase", "--passphrase-fd", "0", input: "a b\n")
      #expect(made.status == 0, "\(made.errors)")
      #expect(made.errors.contains("Without it and its passphrase"))
      #expect(try keyText(person).hasPrefix("cardvault-wrapped-key1"))
      let listed = try await person.types("list", "--passphrase-fd", "0", input: "a b")
      #expect(listed.status == 0, "\(listed.errors)")
      for input in ["a b \n", "A b\n", "a  b\n"] {
        let wrong = try await person.types("list", "--passphrase-fd", "0", input: input)
        #expect(wrong.status == 12 && wrong.errors.contains("not the passphrase"))
      }
      let none = try await person.types("list")
      #expect(none.status == 12 && none.errors.contains("try: cardvault unlock"))
      let bare = try await person.types()
      #expect(bare.status == 12)
    }

    @Test func `a passphrase can come from any descriptor, and a bad one is named`() async throws {
      let person = try Person()
      _ = try person.file("words", Array("open sesame\nsecond line\n".utf8))
      let program = Person.executables.appending("cardvault").string
      for words in ["init", "list"] {
        let script = try person.file(
          "script", Array("exec \"$1\" \(words) --passphrase-fd 7 7<words".utf8))
        let outcome = try await person.runs("/bin/sh", [script.string, program])
        #expect(outcome.status == 0, "\(outcome.errors)")
      }
      let closed = try await person.types("list", "--passphrase-fd", "77")
      #expect(closed.status == 64 && closed.errors.contains("--passphrase-fd"))
      #expect(try await person.types("list", "--passphrase-fd", "-1").status == 64)
      let empty = try await person.types("list", "--passphrase-fd", "0", input: "\n")
      #expect(empty.status == 12 && empty.errors.contains("it is empty"))
      let ended = try await person.types("list", "--passphrase-fd", "0")
      #expect(ended.status == 12 && ended.errors.contains("ended"))
      let long = String(repeating: "x", count: 1_025)
      let tooLong = try await person.types("list", "--passphrase-fd", "0", input: long)
      #expect(tooLong.status == 12 && tooLong.errors.contains("1024 bytes"))
    }

    @Test func `init with a passphrase but nobody to ask creates nothing`() async throws {
      let person = try Person()
      let outcome = try await person.types("init", "--passphrase")
      #expect(outcome.status == 12 && outcome.errors.contains("no terminal"))
      #expect(!FileManager.default.fileExists(atPath: person.vault.string))
      #expect(!FileManager.default.fileExists(atPath: person.keys.string))
      _ = try await person.types("init")
      #expect(try await person.types("init", "--passphrase").status == 15)
    }

    @Test func `a passphrase is set, changed and removed, and the key stays the same`()
      async throws
    {
      let person = try await Person.withVault()
      _ = try await person.types("add", "--name", "Grocer")
      let plain = try keyText(person)
      let fingerprint = try await check(person).fingerprint
      let set = try await person.types("key", "passphrase", "--passphrase-fd", "0", input: "one\n")
      #expect(set.status == 0 && set.output.contains("now has a passphrase"), "\(set.errors)")
      let first = try keyText(person)
      #expect(first.hasPrefix("cardvault-wrapped-key1") && first.count == 225)
      let wrong = try await person.types(
        "key", "passphrase", "--passphrase-fd", "0", input: "two\nthree\n")
      #expect(wrong.status == 12)
      #expect(try keyText(person) == first)
      let short = try await person.types(
        "key", "passphrase", "--passphrase-fd", "0", input: "one\n")
      #expect(short.status == 12)
      #expect(try keyText(person) == first)
      let changed = try await person.types(
        "key", "passphrase", "--passphrase-fd", "0", "--new-passphrase-fd", "0", input: "one\ntwo\n"
      )
      #expect(changed.status == 0, "\(changed.errors)")
      #expect(try keyText(person) != first)
      let after = try await check(person, "--passphrase-fd", "0", input: "two\n")
      #expect(after.isWrapped && after.kibibytes == 262_144 && after.opensVault == true)
      #expect(after.fingerprint == fingerprint && after.leftovers == nil)
      let removed = try await person.types(
        "key", "passphrase", "--remove", "--passphrase-fd", "0", input: "two\n")
      #expect(removed.status == 0, "\(removed.errors)")
      #expect(try keyText(person) == plain)
      #expect(try await person.types("list").output.contains("Grocer"))
      #expect(try await person.types("key", "passphrase", "--remove").status == 0)
      let nobody = try await person.types("key", "passphrase")
      #expect(nobody.status == 12 && nobody.errors.contains("no terminal"))
    }

    @Test func `a key is checked with and without its vault`() async throws {
      let (person, other) = (try Person(), try Person())
      for someone in [person, other] { _ = try await someone.types("init") }
      let right = try await check(person)
      #expect(right.opensVault == true && !right.isWrapped && right.kibibytes == nil)
      #expect(right.keyID == (try person.keyName()))
      let foreign = other.keys.appending(try other.keyName()).string
      let outcome = try await person.types("key", "check", "--key-file", foreign)
      #expect(outcome.status == 12 && outcome.output.contains("Opens vault  no"))
      try FileManager.default.removeItem(atPath: other.vault.string)
      let alone = try await check(other, "--key-file", foreign)
      #expect(
        alone.opensVault == nil && alone.fingerprint != nil
          && alone.fingerprint != right.fingerprint)
      #expect(try await other.types("key", "check").status == 10)
    }

    @Test func `a replaced key is checked by itself, although the new one is here`() async throws {
      let person = try await Person.withVault(passphrase: "old")
      let old = try await check(person, "--passphrase-fd", "0", input: "old\n")
      let file = person.keys.appending("retired").appending(old.keyID).string
      let changed = try await person.types(
        "key", "rotate", "--no-sheet", "--yes", "--passphrase-fd", "0", input: "old\nnew\n")
      try #require(changed.status == 0, "\(changed.errors)")
      let words = ["--key-file", file, "--passphrase-fd", "0"]
      let again = try await person.types(
        ["key", "check", "--format", "json"] + words, input: "old\nnew\n")
      let checked = try JSONDecoder().decode(Check.self, from: Data(again.output.utf8))
      #expect(checked.keyID == old.keyID && checked.fingerprint == old.fingerprint)
      #expect(checked.opensVault == false && old.fingerprint != nil)
      #expect(again.status == 12 && again.errors.contains("another one now"), "\(again.errors)")
      let wrong = try await person.types(["key", "check"] + words, input: "new\n")
      #expect(wrong.status == 12 && wrong.output.contains("Opens vault  no"), "\(wrong.output)")
    }

    @Test func `a key whose passphrase nobody can give is described, and the exit status is 3`()
      async throws
    {
      let person = try await Person.withVault(passphrase: "x")
      let outcome = try await person.types("key", "check")
      #expect(outcome.status == 3 && outcome.output.contains("Argon2id"))
      #expect(!outcome.output.contains("Fingerprint") && outcome.errors.contains("unlock"))
    }

    @Test func `leftovers of a stopped change are named, and removed by the next change`()
      async throws
    {
      let person = try await Person.withVault()
      let name = ".\(try person.keyName()).0123456789abcdef.new"
      _ = try person.file(".config/cardvault/keys/" + name, [1])
      #expect(try await check(person).leftovers == [name])
      let outcome = try await person.types("key", "check")
      #expect(
        outcome.status == 0 && outcome.errors.contains("interrupted change")
          && outcome.errors.contains(name))
      _ = try await person.types("key", "passphrase", "--passphrase-fd", "0", input: "x\n")
      let names = try FileManager.default.contentsOfDirectory(atPath: person.keys.string)
      #expect(names.count == 1 && !names.contains(name))
    }

    @Test func `completions never ask for anything`() async throws {
      let person = try await Person.withVault(passphrase: "x")
      for shell in ["bash", "zsh", "fish"] {
        let outcome = try await person.converses(
          ["--generate-completion-script", shell], answers: [])
        #expect(outcome.status == 0 && !outcome.output.contains("not shown"))
        #expect(outcome.output.contains("passphrase-fd"))
      }
    }

    @Test(arguments: ["0s", "25h", "86401s", "15", "m", "-5m", "1.5h", "９m", "999999999h"])
    func `an invalid time is refused`(time: String) async throws {
      let person = try await Person.withVault()
      #expect(try await person.types("unlock", "--for=\(time)").status == 64)
    }

    @Test func `a key without a passphrase is never locked`() async throws {
      let person = try await Person.withVault()
      let outcome = try await person.types("unlock", "--for", "24h")
      #expect(outcome.status == 0 && outcome.output.contains("no passphrase"))
      #expect(try await person.types("lock").output == "Nothing was unlocked.\n")
      #expect(try await person.types("list").status == 0)
    }

    @Test func `locking needs no usable vault`() async throws {
      #expect(try await Person().types("lock").status == 0)
      let person = try await Person.withVault(passphrase: "x")
      if isKeyringThere {
        #expect(
          try await person.types("unlock", "--passphrase-fd", "0", input: "x\n").status == 0)
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: person.vault.string)
      let header = person.vault.appending(try #require(names.first)).string
      try Data("?".utf8).write(to: URL(filePath: header))
      #expect(try await person.types("unlock").status == 13)
      let words = isKeyringThere ? "Locked.\n" : "Nothing was unlocked.\n"
      let locked = try await person.types("lock")
      #expect(locked.status == 0 && locked.output == words, "\(locked.errors)")
      #expect(try await person.types("lock").output == "Nothing was unlocked.\n")
    }

    @Test(.enabled(if: isKeyringThere, "the kernel gives no keyring here"))
    func `an unlocked key works until it is locked or its time is over`() async throws {
      let person = try await Person.withVault(passphrase: "x")
      let wrong = try await person.types("unlock", "--passphrase-fd", "0", input: "y\n")
      #expect(wrong.status == 12)
      #expect(try await person.types("list").status == 12)
      let unlocked = try await person.types("unlock", "--passphrase-fd", "0", input: "x\n")
      #expect(unlocked.output == "Unlocked for 15 minutes.\n", "\(unlocked.errors)")
      #expect(try await person.types("add", "--name", "Grocer").status == 0)
      #expect(try await person.types("list").output.contains("Grocer"))
      #expect(try await check(person).opensVault == true)
      // A given descriptor takes precedence.
      #expect(try await person.types("list", "--passphrase-fd", "0", input: "y\n").status == 12)
      #expect(try await person.types("lock").output == "Locked.\n")
      #expect(try await person.types("list").status == 12)
      let again = try await person.types("lock", "--format", "json")
      #expect(again.output == "{\"wasUnlocked\":false}\n")
      let short = try await person.types(
        "unlock", "--for", "1s", "--passphrase-fd", "0", input: "x\n")
      #expect(short.output == "Unlocked for 1 second.\n")
      try await Task.sleep(for: .milliseconds(2_200))
      #expect(try await person.types("list").status == 12)
    }

    @Test(.enabled(if: isKeyringThere, "the kernel gives no keyring here"))
    func `a new passphrase locks what the old one unlocked`() async throws {
      let person = try await Person.withVault(passphrase: "x")
      _ = try await person.types("unlock", "--passphrase-fd", "0", input: "x\n")
      // The old one is asked for even though the key is unlocked.
      #expect(try await person.types("key", "passphrase").status == 12)
      let changed = try await person.types(
        "key", "passphrase", "--passphrase-fd", "0", input: "x\ny\n")
      #expect(changed.status == 0, "\(changed.errors)")
      #expect(try await person.types("list").status == 12)
    }
  }
}
