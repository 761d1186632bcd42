import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// Text that is pasted into prompts and screens, on a real terminal that marks it.
@Suite struct `Pasted text` {
  /// A person with two drafts.
  private func person() async throws -> Person {
    let person = try await Person.withVault()
    let photos = ["qr-loyalty.jpg", "ean13-grocer.jpg"].map { Person.samples.appending($0).string }
    let imported = try await person.types(["import", "--no-review"] + photos)
    try #require(imported.status == 0, "\(imported.errors)")
    return person
  }

  /// A paste as a terminal sends it, with a carriage return for each line's end.
  private func paste(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }

  @Test func `lines pasted into a prompt answer nothing`() async throws {
    let person = try await person()
    // Enter, commands of the review, and the end of input.
    let decisions = paste("\r/discard\r\n/join\r/quit\r\u{4}")
    let name = paste("One\rTwo")
    let outcome = try await person.converses(
      ["review", "--plain"],
      answers: [("Name [", "\(decisions)\u{15}\(name)\r"), ("Name [", "Zoo\r")])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(try await person.names() == ["One Two", "Zoo"], "\(outcome.output)")
  }

  @Test func `lines pasted into a yes-or-no question answer nothing`() async throws {
    let person = try Person()
    let photo = Person.samples.appending("qr-loyalty.jpg").string
    let outcome = try await person.converses(
      ["import", photo], answers: [("Create one?", paste("\ry\ryes\r") + "\u{15}n\r")])
    #expect(outcome.status == 10, "\(outcome.output)")
    #expect(!FileManager.default.fileExists(atPath: person.vault.string))
  }

  @Test func `lines pasted into the review screen decide nothing`() async throws {
    let person = try await person()
    // Accept, join, skip, correct, open, undo, discard, accept all sure, next field, quit.
    let decisions = paste("\rx\u{14}\u{E}\u{2}\u{F}\u{12}\u{4}\u{7}\t\u{11}\r")
    let name = paste("One\rTwo")
    let outcome = try await person.converses(
      ["review"],
      answers: [("Card 1 of 2", "\(decisions)\u{15}\(name)\r"), ("Accepted:", "\u{1B}")])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(try await person.names(["--drafts"]).count == 1)
    #expect(try await person.names().contains("One Two"))
  }

  @Test func `stopped at a prompt, the shell gets pasted text as it is`() async throws {
    let person = try await person()
    let (marked, plain) = (`Hostile text`.marksPastes, `Hostile text`.leavesPastes)
    let command = Person.executables.appending("cardvault").string
    let outcome = try await person.converses(
      ["-i"],
      answers: [
        ("", "'\(command)' review --plain\n"),
        // The paste is cut short by the stop.
        ("Name [", "\u{1B}[200~half"), ("half", "\u{1A}"), ("Stopped", "echo =$((1 + 1))=\n"),
        ("=2=", "fg\n"), (marked, "\u{15}Gym\r"), ("Name [", "Zoo\r"), ("Reviewed:", "exit\n"),
      ], program: "/bin/sh")
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(try await person.names() == ["Gym", "Zoo"])
    // For the first prompt, again after the stop, and for the second prompt.
    let marks = outcome.output.components(separatedBy: marked)
    #expect(marks.count == 4, "\(outcome.output)")
    for text in marks.dropFirst() {
      #expect(text.components(separatedBy: plain).count == 2, "\(outcome.output)")
    }
    let stopped = try #require(marks.dropFirst().first?.components(separatedBy: plain).last)
    #expect(stopped.contains("=2="), "\(outcome.output)")
  }
}
