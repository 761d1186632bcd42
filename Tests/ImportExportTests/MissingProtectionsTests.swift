import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// Messages when the kernel lacks a protection of the photo reader.
@Suite struct `Missing protections` {
  /// Runs `cardvault` as on a kernel without Landlock.
  func runs(_ words: [String], by person: Person) async throws -> Person.Outcome {
    let call = "landlock_create_ruleset"
    return try await person.runs(
      "/usr/bin/strace",
      [
        "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
        "inject=\(call):error=ENOSYS", Person.executables.appending("cardvault").string,
      ] + words)
  }

  @Test(
    .enabled(if: HeldProcess.isPossible),
    arguments: [
      // It refuses a key.
      ("read", 3), ("key sheet", 0), ("key restore", 0), ("show --as png", 0),
      ("show --as pdf", 0),
    ])
  func `are reported once by every command that starts a reader`(
    command: String, status: Int32
  ) async throws {
    let owner = try await SheetOwner()
    let person = owner.person
    var words = command.split(separator: " ").map(String.init)
    if words[0] == "show" {
      _ = try await person.types(
        "add", "--name", "Gym", "--code", "12345", "--symbology", "Code 128")
      words = ["show", "Gym"] + words.dropFirst() + ["--output", "gym"]
    } else if words.last == "sheet" {
      words += ["--output", "sheet.png"]
    } else {
      #expect(try await owner.makesSheet("--output", "sheet.png").status == 0)
      words.append("sheet.png")
    }
    let outcome = try await runs(words, by: person)
    #expect(outcome.status == status, "\(outcome.errors)")
    let notice = "this kernel lacks protections of the photo reader: Landlock (files)"
    #expect(outcome.errors.ranges(of: notice).count == 1, "\(outcome.errors)")
  }
}
