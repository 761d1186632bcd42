import Foundation
import SystemPackage
import Testing

/// On a real terminal, with someone who types.
@Suite struct Conversations {
  @Test func `import makes a vault, and goes on into review`() async throws {
    let person = try Person()
    let photo = Person.samples.appending("qr-loyalty.jpg").string
    let outcome = try await person.converses(
      ["import", photo],
      answers: [
        ("Make one? [Y/n]", "\n"), ("[q]uit >", "\n"), ("Name [", "Ondéa\n"),
        ("Tags", "coffee, town\n"), ("Expires", "31.12.2030\n"), ("Expires", "2030-12-31\n"),
        ("only once,", "y\n"),
      ])
    #expect(outcome.status == 0, "\(outcome.output)")
    let listed = try await person.types("list", "--format", "json")
    let cards = try JSONDecoder().decode([ListedCard].self, from: Data(listed.output.utf8))
    let card = try #require(cards.first)
    #expect(card.name == "Ondéa" && card.tags == ["coffee", "town"] && card.oneTime)
    #expect(card.expires == "2030-12-31" && card.state == "active")
  }

  @Test func `a person who says no gets no vault`() async throws {
    let person = try Person()
    let photo = Person.samples.appending("qr-loyalty.jpg").string
    let outcome = try await person.converses(["import", photo], answers: [("Make one?", "n\n")])
    #expect(outcome.status == 10)
    #expect(!FileManager.default.fileExists(atPath: person.vault.string))
  }

  @Test func `an answer that makes no sense is asked for again`() async throws {
    let person = try Person()
    _ = try await person.types("init")
    let photo = Person.samples.appending("qr-loyalty.jpg").string
    let outcome = try await person.converses(
      ["import", photo],
      answers: [
        ("[q]uit >", "\n"), ("Name [", String(repeating: "n", count: 201) + "\n"),
        ("200 fit", ""), ("Name [", "Right\n"), ("Tags", "\n"), ("Expires", "never\n"),
        ("only once,", "maybe\n"), ("only once,", "n\n"),
      ])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(try await person.types("list").output.contains("Right"))
  }

  @Test func `a joined card's second code can be corrected`() async throws {
    let person = try Person()
    _ = try await person.types("init")
    let photo = Person.samples.appending("two-codes-one-card.webp").string
    let outcome = try await person.converses(
      ["import", photo],
      answers: [
        ("[o]ne card", "o\n"), ("[q]uit >", "c\n"), ("Which code", "2\n"),
        ("as printed", "NEW-128\n"), ("[q]uit >", "a\n"),
      ])
    #expect(outcome.status == 0, "\(outcome.output)")
    let text = try await person.types("show", "two codes", "--as", "text").output
    #expect(text.split(separator: "\n").count == 2 && text.hasSuffix("\nNEW-128\n"))
  }

  @Test func `drafts are skipped, corrected, discarded and left for later`() async throws {
    let person = try Person()
    _ = try await person.types("init")
    let photo = Person.samples.appending("three-codes.jpg").string
    _ = try await person.types("import", photo, "--no-review")
    let outcome = try await person.converses(
      ["review"],
      answers: [
        ("[q]uit >", "s\n"), ("[q]uit >", "d\n"), ("[q]uit >", "x\n"), ("one of the letters", ""),
        ("[q]uit >", "q\n"),
      ])
    #expect(outcome.status == 0, "\(outcome.output)")
    let listed = try await person.types("list", "--drafts", "--format", "json")
    let drafts = try JSONDecoder().decode([ListedCard].self, from: Data(listed.output.utf8))
    #expect(drafts.count == 2)
  }

  @Test func `the codes of one photo can become one card`() async throws {
    let person = try Person()
    _ = try await person.types("init")
    let photo = Person.samples.appending("two-codes-one-card.webp").string
    let outcome = try await person.converses(
      ["import", photo],
      answers: [
        ("[o]ne card", "o\n"), ("Card 1 of 1", ""), ("[q]uit >", "\n"), ("Name [", "Both\n"),
        ("Tags", "\n"), ("Expires", "\n"), ("only once,", "\n"),
      ])
    #expect(outcome.status == 0, "\(outcome.output)")
    let shown = try await person.types("show", "Both", "--as", "json")
    let card = try JSONDecoder().decode(ShownCard.self, from: Data(shown.output.utf8))
    #expect(card.codes.map(\.symbology) == ["QR Code", "Code 128"])
    let again = try await person.types("import", photo, "--no-review")
    #expect(again.output.contains("2 already there"))
  }

  @Test func `Ctrl-C in review keeps what was accepted`() async throws {
    let person = try Person()
    _ = try await person.types("init")
    let photo = Person.samples.appending("two-codes.jpg").string
    let outcome = try await person.converses(
      ["import", photo],
      answers: [
        ("[o]ne card", "\n"), ("[q]uit >", "\n"), ("Name [", "First\n"), ("Tags", "\n"),
        ("Expires", "\n"),
        ("only once,", "\n"), ("[q]uit >", "\u{3}"),
      ])
    #expect(outcome.status == 130, "\(outcome.output)")
    let listed = try await person.types("list", "--format", "json")
    let cards = try JSONDecoder().decode([ListedCard].self, from: Data(listed.output.utf8))
    #expect(cards.map(\.state).sorted() == ["active", "draft"])
    #expect(cards.contains { $0.name == "First" })
  }

  @Test func `a code is asked for without being shown`() async throws {
    let person = try Person()
    _ = try await person.types("init")
    let outcome = try await person.converses(
      ["add", "--name", "Secret", "--code", "-", "--symbology", "code128"],
      answers: [("Code (not shown):", "tell-nobody\n")])
    #expect(outcome.status == 0)
    #expect(!outcome.output.contains("tell-nobody"))
    #expect(try await person.types("show", "Secret", "--as", "text").output == "tell-nobody\n")
  }

  @Test func `a code too wide for the window says what to do`() async throws {
    let person = try Person()
    _ = try await person.types("init")
    _ = try await person.types(
      "add", "--name", "Wide", "--code", String(repeating: "wide", count: 12), "--symbology",
      "code128")
    let outcome = try await person.converses(["show", "Wide"], answers: [], columns: 60)
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("columns") && outcome.output.contains("--output card.png"))
    #expect(outcome.output.contains("  widewide"))
  }
}
