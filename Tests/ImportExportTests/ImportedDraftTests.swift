import CommandLineSupport
import SystemPackage
import Testing

/// Drafts of imported cards are reviewed for what is in doubt, and each step is undone on its own.
@Suite struct `Imported drafts` {
  /// A person with a draft of a number whose kind of barcode nobody knows.
  private func personWithNumber() async throws -> Person {
    let person = try await Person.withVault()
    let header = "Retailer;Program;Added At;Reference;Firstname;Lastname\n"
    let table = header + "Shop;Club;;5901234123457;;\n"
    let path = try person.file("fidme.csv", Array(table.utf8)).string
    _ = try await person.types("import", "--no-review", path)
    return person
  }

  @Test func `a number without a kind of barcode is shown, and corrected into a code`() async throws
  {
    let person = try await personWithNumber()
    let seen = try await person.converses(["review"], answers: [("Card 1 of 1", "\u{1B}")])
    #expect(seen.output.contains("5901234123457") && seen.output.contains("CHECK THIS"))
    #expect(!seen.output.contains("has no barcode"))
    _ = try await person.types("review", "--accept-sure")
    #expect(try await person.names(["--drafts"]) == ["Shop"])
    // Its likely kind is chosen already: Ctrl-B, then Enter twice.
    let outcome = try await person.converses(
      ["review"], answers: [("Card 1 of 1", "\u{2}\r\r")])
    #expect(outcome.status == 0, "\(outcome.output)")
    let card = try await person.types("show", "Shop", "--as", "json").output
    #expect(card.contains(#""symbology":"EAN-13""#) && card.contains(#""state":"active""#))
  }

  @Test func `line by line, too, a code begins with the printed number`() async throws {
    let person = try await personWithNumber()
    let outcome = try await person.converses(
      ["review", "--plain"],
      answers: [
        ("Number  5901234123457", ""), ("Name [", "/code\n"),
        ("as printed on the card [5901234123457]", "\n"), ("[by the number]", "\n"),
        ("EAN-13  5901234123457", ""), ("Name [", "\n"),
      ])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(try await person.names(["--drafts"]).isEmpty)
  }

  @Test func `after the review of an import, a person is told that each is undone`() async throws {
    let person = try await Person.withVault()
    let photo = Person.samples.appending("qr-loyalty.jpg").string
    let outcome = try await person.converses(
      ["import", "--plain", photo], answers: [("Name [", "Gym\n")])
    #expect(
      outcome.output.contains("To undo the review: cardvault undo"))
    for left in [1, 0] {
      _ = try await person.types("undo")
      #expect(try await person.names(["--drafts"]).count == left)
    }
  }
}
