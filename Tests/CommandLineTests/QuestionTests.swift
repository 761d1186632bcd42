import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// Questions on a terminal, and what ends them.
@Suite struct `Questions on a terminal` {
  @Test func `Ctrl-C at a question before anything was saved does not speak of savings`()
    async throws
  {
    let person = try Person()
    let photo = Person.samples.appending("qr-loyalty.jpg").string
    let outcome = try await person.converses(
      ["import", photo], answers: [("Create one?", "\u{3}")])
    #expect(outcome.status == 130)
    #expect(
      outcome.output.contains("interrupted; nothing was changed"),
      "\(outcome.output)")
    #expect(!FileManager.default.fileExists(atPath: person.vault.string))
  }

  @Test func `init asks before it makes another vault than that of the key here`() async throws {
    let person = try await Person.withVault()
    let again = try await person.converses(["init"], answers: [])
    #expect(again.status == 15 && !again.output.contains("[y/N]"), "\(again.output)")
    try FileManager.default.removeItem(atPath: person.vault.string)
    let declined = try await person.converses(
      ["init"], answers: [("brings that vault. Make another? [y/N]", "\n")])
    #expect(declined.status == 10, "\(declined.output)")
    #expect(declined.output.contains("this device has a vault's key"), "\(declined.output)")
    #expect(!FileManager.default.fileExists(atPath: person.vault.string))
    let agreed = try await person.converses(["init"], answers: [("Make another? [y/N]", "y\n")])
    #expect(agreed.status == 0 && agreed.output.contains("The vault is ready."))
  }

  @Test func `a script's init goes on beside another vault's key, and warns`() async throws {
    let person = try await Person.withVault()
    try FileManager.default.removeItem(atPath: person.vault.string)
    let made = try await person.types("init", "--quiet")
    #expect(made.status == 0 && made.output.contains("The vault is ready."))
    #expect(made.errors.contains("This device has the key of another vault"), "\(made.errors)")
  }

  @Test func `one undo undoes an import that made its vault, too`() async throws {
    let person = try Person()
    let photos = ["qr-loyalty.jpg", "ean13-grocer.jpg"].map { Person.samples.appending($0).string }
    let outcome = try await person.converses(
      ["import", "--no-review"] + photos, answers: [("Create one? [Y/n]", "\n")])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(try await person.names() == ["ean13 grocer", "qr loyalty"])
    #expect(try await person.types("undo").status == 0)
    #expect(try await person.names().isEmpty)
  }

  @Test(
    arguments: [
      ("maybe\n", "yes\n", []), ("yep\n", "n\n", ["Gym"]), ("x\n", "\n", ["Gym"]),
      ("x\n", "\u{4}", ["Gym"]),
    ] as [(String, String, [String])])
  func `a yes-or-no question is asked again until it is answered`(
    unclear: String, answer: String, left: [String]
  ) async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gym")
    let outcome = try await person.converses(
      ["remove", "Gym"],
      answers: [("[y/N]", unclear), ("Type y or n.", ""), ("[y/N]", answer)])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(try await person.names() == left)
  }

  @Test func `a person who declines adds no words to JSON`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gym")
    let kept = try await person.converses(
      ["remove", "Gym", "--format", "json"],
      answers: [("[y/N]", "n\n"), ("\"words\":\"Kept.\"}", "")])
    #expect(kept.status == 0 && !kept.output.contains("\nKept."), "\(kept.output)")
    let old = try await person.converses(
      ["key", "rotate", "--format", "json"], answers: [("[y/N]", "n\n")])
    #expect(old.status == 0 && !old.output.contains("was not changed"), "\(old.output)")
    #expect(try await person.names() == ["Gym"])
  }

  @Test func `nobody picks among cards that need not be brought back`() async throws {
    let person = try await Person.withVault()
    for name in ["Shop A", "Shop B", "Gym", "Zoo"] {
      _ = try await person.types("add", "--name", name)
    }
    _ = try await person.types("remove", "Zoo", "--yes")
    let several = try await person.converses(
      ["restore", "shop"], answers: [("there is no removed card “shop”", "")])
    #expect(several.status == 14, "\(several.output)")
    let one = try await person.converses(
      ["restore", "gym"], answers: [("“Gym” was not brought back", "")])
    #expect(one.status == 15, "\(one.output)")
  }
}
