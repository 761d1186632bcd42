import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// On a real terminal, with a person who types.
@Suite struct Conversations {
  @Test func `import makes a vault, and continues with the review`() async throws {
    let person = try Person()
    let photo = Person.samples.appending("qr-loyalty.jpg").string
    let outcome = try await person.converses(
      ["import", photo, "--plain"],
      answers: [
        ("Create one? [Y/n]", "\n"), ("Name [", "/tags coffee, town\n"),
        ("Name [", "/expires 31/13/2030\n"), ("is not a date", ""),
        ("Name [", "/expires 2030-12-31\n"), ("Name [", "/once\n"), ("Name [", "Ondéa\n"),
      ])
    #expect(outcome.status == 0, "\(outcome.output)")
    let cards = try await person.cards()
    let card = try #require(cards.first)
    #expect(card.name == "Ondéa" && card.tags == ["coffee", "town"] && card.oneTime)
    #expect(card.expires == "2030-12-31" && card.state == "active")
  }

  @Test func `a person who says no gets no vault`() async throws {
    let person = try Person()
    let photo = Person.samples.appending("qr-loyalty.jpg").string
    let outcome = try await person.converses(["import", photo], answers: [("Create one?", "n\n")])
    #expect(outcome.status == 10)
    #expect(!FileManager.default.fileExists(atPath: person.vault.string))
  }

  @Test func `after a wrong answer the question is asked again`() async throws {
    let person = try await Person.withVault()
    let photo = Person.samples.appending("qr-loyalty.jpg").string
    let outcome = try await person.converses(
      ["import", photo, "--plain"],
      answers: [
        ("Name [", String(repeating: "n", count: 201) + "\n"), ("the limit is 200", ""),
        ("Name [", "/maybe\n"), ("Type a name", ""), ("Name [", "Right\n"),
      ])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(try await person.types("list").output.contains("Right"))
  }

  /// A person with a draft for each code on these photos; by default two.
  private func personWithDrafts(
    of photos: [String] = ["qr-loyalty.jpg", "ean13-grocer.jpg"]
  ) async throws -> Person {
    let person = try await Person.withVault()
    let paths = photos.map { Person.samples.appending($0).string }
    _ = try await person.types(["import", "--no-review"] + paths)
    return person
  }

  @Test func `a name typed for a skipped draft is there when the person goes back`() async throws {
    let person = try await personWithDrafts()
    // Skip and back, then accept it as it is; back from the next one, and forth again.
    let keys = "Gym\u{E}\u{10}\rZoo\u{10}\u{E}\r"
    let outcome = try await person.converses(["review"], answers: [("Card 1 of 2", keys)])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(try await person.names() == ["Gym", "Zoo"])
  }

  @Test func `all sure drafts are accepted with the names that were typed for them`() async throws {
    let person = try await personWithDrafts()
    let outcome = try await person.converses(
      ["review"], answers: [("Card 1 of 2", "\u{E}Zoo\u{10}Gym\u{7}")])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(try await person.names() == ["Gym", "Zoo"])
  }

  @Test func `a person who leaves the review is told which names were not accepted`() async throws {
    let person = try await personWithDrafts()
    let outcome = try await person.converses(
      ["review"], answers: [("Card 1 of 2", "Gym\u{E}Zoo\u{1B}")])
    #expect(outcome.status == 0)
    #expect(
      outcome.output.contains("Typed but not accepted yet, and kept: “Gym”, “Zoo”"),
      "\(outcome.output)")
    #expect(try await person.names(["--drafts"]) == ["Gym", "Zoo"])
  }

  @Test func `a review of one draft offers to join the others of its photo`() async throws {
    let person = try await Person.withVault()
    let photos = ["two-codes-one-card.webp", "qr-loyalty.jpg"].map {
      Person.samples.appending($0).string
    }
    _ = try await person.types(["import", "--no-review"] + photos)
    let cards = try await person.cards()
    let second = try #require(cards.last { $0.name.hasPrefix("two codes") })
    let outcome = try await person.converses(
      ["review", String(second.id.prefix(8)), "--plain"],
      answers: [
        ("Card 1 of 2", ""), ("On the same photo: 1 more code", ""), ("Name [", "/join\n"),
        ("this card has 2 codes", ""), ("Name [", "Both\n"), ("1 draft left", ""),
      ])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(try await person.names() == ["Both", "qr loyalty"])
  }

  @Test func `a joined card's second code can be corrected`() async throws {
    let person = try await Person.withVault()
    let photo = Person.samples.appending("two-codes-one-card.webp").string
    let outcome = try await person.converses(
      ["import", photo, "--plain"],
      answers: [
        ("Name [", "/join\n"), ("Name [", "/code\n"), ("Which code", "2\n"),
        ("as printed", "NEW-128\n"), ("Kind of", "\n"), ("Name [", "\n"),
      ])
    #expect(outcome.status == 0, "\(outcome.output)")
    let text = try await person.types("show", "two codes", "--as", "text").output
    #expect(text.split(separator: "\n").count == 2 && text.hasSuffix("\nNEW-128\n"))
  }

  @Test func `drafts are skipped, corrected, discarded and postponed`() async throws {
    let person = try await personWithDrafts(of: ["three-codes.jpg"])
    let outcome = try await person.converses(
      ["review", "--plain"],
      answers: [
        ("Name [", "/skip\n"), ("Name [", "/discard\n"), ("Name [", "/x\n"), ("Type a name", ""),
        ("Name [", "/back\n"), ("Card 1 of 2", ""), ("Name [", "/quit\n"), ("2 drafts left", ""),
      ])
    #expect(outcome.status == 0, "\(outcome.output)")
    let drafts = try await person.cards("--drafts")
    #expect(drafts.count == 2)
  }

  @Test func `what was typed before a skip is there on the way back`() async throws {
    let person = try await personWithDrafts(of: ["three-codes.jpg"])
    let outcome = try await person.converses(
      ["review", "--plain"],
      answers: [
        ("Name [", "/tags food\n"), ("Name [", "/once\n"), ("Name [", "/skip\n"),
        ("Name [", "/tags town\n"), ("Name [", "/back\n"), ("Tags: food", ""),
        ("One-time card", ""), ("Name [", "First\n"), ("Tags: town", ""), ("Name [", "/skip\n"),
        ("Name [", "/quit\n"), ("Typed but not accepted yet, and kept: ", ""),
      ])
    #expect(outcome.status == 0, "\(outcome.output)")
    let first = try await person.types("show", "First", "--as", "json").output
    #expect(first.contains(#""tags":["food"]"#) && first.contains(#""oneTime":true"#), "\(first)")
  }

  @Test func `accepting all sure drafts keeps what was typed for each`() async throws {
    let person = try await personWithDrafts(of: ["three-codes.jpg"])
    let outcome = try await person.converses(
      ["review", "--plain"],
      answers: [
        ("Name [", "/skip\n"), ("Name [", "/tags town\n"), ("Name [", "/back\n"),
        ("Name [", "/all\n"), ("Accepted 3 sure drafts.", ""),
      ])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(try await person.names(["--tag", "town"]).count == 1)
    // A skipped draft is one of them.
    _ = try await person.types("undo")
    let skipped = try await person.converses(
      ["review", "--plain"],
      answers: [("Name [", "/skip\n"), ("Name [", "/all\n"), ("Accepted 3 sure drafts.", "")])
    #expect(skipped.status == 0, "\(skipped.output)")
  }

  @Test func `the codes of one photo can become one card`() async throws {
    let person = try await Person.withVault()
    let photo = Person.samples.appending("two-codes-one-card.webp").string
    let outcome = try await person.converses(
      ["import", photo, "--plain"],
      answers: [
        ("Card 1 of 2", ""), ("1 more code", ""), ("Name [", "/join\n"), ("2 codes now", ""),
        ("Name [", "Both\n"),
      ])
    #expect(outcome.status == 0, "\(outcome.output)")
    let card = try await person.card("Both")
    #expect(card.codes.map(\.symbology) == ["QR Code", "Code 128"])
    let again = try await person.types("import", photo, "--no-review")
    #expect(again.output.contains("2 already there"))
  }

  @Test func `Ctrl-C in review keeps what was accepted`() async throws {
    let person = try await Person.withVault()
    let photo = Person.samples.appending("two-codes.jpg").string
    let outcome = try await person.converses(
      ["import", photo, "--plain"],
      answers: [("Name [", "First\n"), ("Card 2 of 2", ""), ("Name [", "\u{3}")])
    #expect(outcome.status == 130, "\(outcome.output)")
    #expect(outcome.output.contains("stopped; what was saved is kept"), "\(outcome.output)")
    let cards = try await person.cards()
    #expect(cards.map(\.state).sorted() == ["active", "draft"])
    #expect(cards.contains { $0.name == "First" })
  }

  @Test func `a code is typed without being shown`() async throws {
    let person = try await Person.withVault()
    let outcome = try await person.converses(
      ["add", "--name", "Secret", "--code", "-", "--symbology", "code128"],
      answers: [("Code (not shown):", "tell-nobody\n")])
    #expect(outcome.status == 0)
    #expect(!outcome.output.contains("tell-nobody"))
    #expect(try await person.types("show", "Secret", "--as", "text").output == "tell-nobody\n")
  }

  @Test func `add asks for the code in the open, says what it was taken for, and opens the form`()
    async throws
  {
    let person = try await Person.withVault()
    let outcome = try await person.converses(
      ["add"],
      answers: [
        ("Code, as printed", "4006381333931\n"),
        ("EAN-13 4006381333931: 13 digits with the right check digit", ""),
        ("Card 1 of 1", "City gym\t sport\r"), ("Added: City gym", ""),
      ])
    #expect(outcome.status == 0, "\(outcome.output)")
    let card = try #require(try await person.cards().first)
    #expect(card.name == "City gym" && card.tags == ["sport"] && card.state == "active")
    // One undo takes all of it back.
    #expect(try await person.types("undo").status == 0)
    #expect(try await person.names().isEmpty)
  }

  @Test func `what was typed stays as a draft if the form is left`() async throws {
    let person = try await Person.withVault()
    let outcome = try await person.converses(
      ["add", "--plain"],
      answers: [("Code, as printed", "M-1234\n"), ("Name [", "/quit\n"), ("as a draft", "")])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.contains("Code 128 M-1234: no check digit fits"))
    #expect(try await person.cards().first?.state == "draft")
  }

  @Test func `with a name, only the code is asked for, and a web address's kind`() async throws {
    let person = try await Person.withVault()
    let outcome = try await person.converses(
      ["add", "--name", "Club"],
      answers: [
        ("Code, as printed", "https://example.org/1\n"), ("[q] QR Code", "q\n"),
        ("Added: Club", ""),
      ])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(try await person.cards().first?.symbologies == ["QR Code"])
    let none = try await person.converses(
      ["add", "--name", "Gym"], answers: [("Code, as printed", "\n"), ("Added: Gym", "")])
    #expect(none.status == 0)
    #expect(try await person.names() == ["Club", "Gym"])
  }

  @Test func `edit without options opens the form of a card`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gym", "--code", "4006381333931")
    let changed = try await person.converses(
      ["edit", "gym"],
      answers: [("This card is accepted", "Spa\t\t31.12.99\r"), ("Changed: Spa", "")])
    #expect(changed.status == 0, "\(changed.output)")
    let card = try #require(try await person.cards().first)
    #expect(card.name == "Spa" && card.expires == "2099-12-31")
    let kept = try await person.converses(
      ["edit", "spa"], answers: [("Card 1 of 1", "\u{11}"), ("Nothing to change", "")])
    #expect(kept.status == 0, "\(kept.output)")
  }

  @Test func `a date that could be two is asked about`() async throws {
    let person = try await Person.withVault()
    let outcome = try await person.converses(
      ["add", "--name", "Gym", "--number", "1", "--expires", "3/4/2099"],
      answers: [
        ("Which day is “3/4/2099”? [1] 2099-04-03  [2] 2099-03-04", "x\n"), ("Type a number", ""),
        ("none >", "2\n"),
      ], environment: ["LC_ALL": "C.UTF-8"])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(try await person.cards().first?.expires == "2099-03-04")
  }

  @Test func `a code too wide for the window comes with advice`() async throws {
    let person = try await Person.withVault()
    let code = String(repeating: "wide", count: 12)
    _ = try await person.types("add", "--name", "Wide", "--code", code, "--symbology", "code128")
    let outcome = try await person.converses(
      ["show", "Wide", "--as", "terminal"], answers: [], columns: 60)
    #expect(outcome.status == 3)
    #expect(outcome.output.contains("columns") && outcome.output.contains("--output card.png"))
    #expect(outcome.output.contains("  widewide"))
  }

  @Test(
    arguments: [
      (["use"], "Used: Zoo"), (["spend", "5"], "Left on Zoo"), (["favourite"], "Favourite: Zoo"),
      (["archive"], "Archived: Zoo"), (["edit", "--note", "x"], "Changed: Zoo"),
      (["remove", "--yes"], "Removed: Zoo"),
      (["show", "--as", "json"], "\"name\""),
    ] as [([String], String)])
  func `without a card, a person picks it, and a script gets the list`(
    words: [String], result: String
  ) async throws {
    let person = try await Person.withVault()
    for name in ["Gym", "Zoo"] {
      _ = try await person.types("add", "--name", name, "--balance", "20 EUR")
    }
    let refused = try await person.types(words)
    #expect(
      refused.status == 64 && refused.errors.contains("no card was named"), "\(refused.errors)")
    // As JSON, the lines are in one text.
    #expect(refused.errors.contains("  Gym, ") && refused.errors.contains("  Zoo"))
    let picked = try await person.converses(
      words, answers: [("Which card?", "zoo\r"), (result, "")])
    #expect(picked.status == 0, "\(picked.output)")
  }

  @Test(arguments: ["3\n", "shop\n"])
  func `without full screens, a card is picked by its number or words`(answer: String) async throws
  {
    let person = try await Person.withVault()
    for name in ["Gym", "Zoo", "Zoo shop"] {
      _ = try await person.types("add", "--name", name)
    }
    let program = Person.executables.appending("cardvault").string
    let picked = try await person.converses(
      ["TERM=dumb", program, "use"],
      answers: [
        ("Which card?", "9\n"), ("or words of its name.", answer), ("Used: Zoo shop", ""),
      ], program: FilePath("/usr/bin/env"))
    #expect(picked.status == 0, "\(picked.output)")
  }

  @Test func `favourites are picked from the top of the list`() async throws {
    let person = try await Person.withVault()
    for name in ["Gym", "Zoo"] { _ = try await person.types("add", "--name", name) }
    _ = try await person.types("favourite", "Zoo")
    let picked = try await person.converses(
      ["use"], answers: [("★ Zoo", "\r"), ("Used: Zoo", "")])
    #expect(picked.status == 0, "\(picked.output)")
    let program = Person.executables.appending("cardvault").string
    let numbered = try await person.converses(
      ["TERM=dumb", program, "use"], answers: [("Which card?", "1\n"), ("Used: Zoo", "")],
      program: FilePath("/usr/bin/env"))
    #expect(numbered.status == 0, "\(numbered.output)")
  }

  @Test func `without a card, a person picks the removed one to bring back`() async throws {
    let person = try await Person.withVault()
    for name in ["Gym", "Zoo"] {
      _ = try await person.types("add", "--name", name)
      _ = try await person.types("remove", name, "--yes")
    }
    let listed = try await person.types("restore")
    #expect(listed.status == 0 && listed.output.contains("Gym"), "\(listed.errors)")
    let picked = try await person.converses(
      ["restore"], answers: [("Which card?", "zoo\r"), ("Restored: Zoo", "")])
    #expect(picked.status == 0, "\(picked.output)")
    #expect(try await person.names() == ["Zoo"])
  }
}
