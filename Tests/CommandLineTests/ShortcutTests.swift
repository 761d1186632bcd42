import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// Shorter ways to a card, and what lists and reports tell.
@Suite struct Shortcuts {
  /// A person with two cards; no id contains the PIN, as ids are hexadecimal.
  private func person() async throws -> Person {
    let person = try await Person.withVault()
    _ = try await person.types(
      "add", "--name", "Müller Drogerie", "--code", "4006381333931", "--tag", "health", "--pin",
      "7x91")
    _ = try await person.types(
      "add", "--name", "Sainsbury's", "--number", "633174001", "--tag", "food,town")
    return person
  }

  @Test func `a card's name alone shows it`() async throws {
    let person = try await person()
    for words in [["muller"], ["drogerie", "müller"], ["--format", "json", "health"]] {
      let outcome = try await person.types(words + ["--color"])
      #expect(outcome.status == 0 && outcome.output.contains("4006381333931"), "\(words)")
    }
    #expect(try await person.types("sainsburys", "--as", "text").output == "633174001\n")
    let missed = try await person.types("mullre")
    #expect(
      missed.status == 14 && missed.errors.hasSuffix("try: cardvault show \"Müller Drogerie\"\n"))
  }

  @Test func `the PIN is shown only on request`() async throws {
    let person = try await person()
    for form in ["terminal", "text", "json"] {
      let masked = try await person.types("show", "muller", "--as", form)
      #expect(!masked.output.contains("7x91"), "\(form)")
      let shown = try await person.types("show", "muller", "--as", form, "--pin")
      #expect(shown.output.contains("7x91"), "\(form)")
    }
    let copied = try await person.types("show", "muller", "--pin", "--copy")
    #expect(copied.status == 64 && !copied.errors.contains("7x91"))
    let none = try await person.types("show", "sainsburys", "--pin", "--copy")
    #expect(none.status == 14 && none.errors.hasSuffix(" --pin -\n"), "\(none.errors)")
    let terminal = try await person.converses(["show", "muller", "--pin", "--copy"], answers: [])
    // OSC 52 with the PIN in base 64.
    #expect(terminal.output.contains("\u{1B}]52;c;N3g5MQ==\u{7}"), "\(terminal.output)")
    #expect(!terminal.output.contains("7x91"))
  }

  @Test func `a tag of several cards does not show a script just any of them`() async throws {
    let person = try await person()
    let one = try await person.types("show", "--tag", "food", "--as", "text")
    #expect(one.status == 0 && one.output == "633174001\n", "\(one.errors)")
    _ = try await person.types("edit", "muller", "--tag", "food")
    for words in [[], ["--as", "text"], ["--output", "food.txt"], ["--copy"], ["--photo"]] {
      let outcome = try await person.types(["show", "--tag", "food"] + words)
      #expect(outcome.status == 64 && outcome.output.isEmpty, "\(words): \(outcome.errors)")
      #expect(outcome.errors.contains("Müller") && outcome.errors.contains("Sainsbury"))
    }
    let picked = try await person.converses(
      ["show", "--tag", "food", "--as", "text"],
      answers: [("Which card?", "sains\r"), ("633174001", "")])
    #expect(picked.status == 0, "\(picked.output)")
    // On a full screen, arrow keys lead to the others.
    let tmux = try await Tmux(["show", "--tag", "food"], person, size: (columns: 80, rows: 24))
    let first = try await tmux.page(showing: "other cards", insteadOf: nil)
    #expect(first.first?.contains("Müller") == true, "\(first)")
    try await tmux.press(["Right"])
    _ = try await tmux.page(showing: "633174001", insteadOf: first)
    await tmux.close()
  }

  @Test func `a card without a code has its number as text and picture`() async throws {
    let person = try await person()
    #expect(try await person.types("show", "sainsburys", "--output", "s.png").status == 0)
    let svg = try await person.types("show", "sainsburys", "--as", "svg")
    #expect(svg.output.contains("633174001"))
  }

  @Test(arguments: [20, 40, 60, 80]) func `a list is never wider than the window`(columns: Int)
    async throws
  {
    let person = try await person()
    _ = try await person.types(
      "add", "--name", "東京カード 🎉 with a very long name indeed", "--code", "123456789012", "--tag",
      "one,two,three," + String(repeating: "four", count: 16), "--symbology", "code-128",
      "--expires", "2099-12-31")
    for words in [["list"], ["list", "--by-tag"]] {
      let outcome = try await person.converses(words, answers: [], columns: columns)
      #expect(outcome.status == 0)
      let plain = outcome.output.replacing(/\u{1B}\[[0-9;]*m/, with: "")
      for line in plain.split(whereSeparator: \.isNewline) {
        let wide = line.unicodeScalars.count { $0.value > 0x2E80 }
        #expect(line.unicodeScalars.count + wide <= columns, "\(line)")
      }
      #expect(plain.contains("Müller"))
    }
  }

  @Test func `lists are grouped by tag and filtered by expiry`() async throws {
    let person = try await person()
    let soon = Date.now.addingTimeInterval(86_400 * 9).formatted(
      .iso8601.year().month().day().dateSeparator(.dash))
    _ = try await person.types("edit", "muller", "--expires", soon)
    #expect(try await person.names(["--expiring", "2w"]) == ["Müller Drogerie"])
    #expect(try await person.names(["--expiring", "3d"]).isEmpty)
    let bare = try await person.types()
    #expect(bare.errors.contains("1 card expires within 30 days"), "\(bare.errors)")
    let groups = try await person.types("list", "--by-tag").output
    let titles = groups.split(separator: "\n").filter { ["food", "health", "town"].contains($0) }
    #expect(titles == ["food", "health", "town"], "\(groups)")
  }

  @Test func `a misspelt name gets suggestions, also in a list`() async throws {
    let person = try await person()
    for name in ["Lidl", "Lidl Plus"] { _ = try await person.types("add", "--name", name) }
    let advice = [
      (["show", "lidel"], "cardvault show Lidl\nor:  cardvault show \"Lidl Plus\""),
      (["lidel"], "cardvault show Lidl\nor:  cardvault show \"Lidl Plus\""),
      // Another command goes on with one of the names.
      (["edit", "lidel", "--note", "x"], "“Lidl” or “Lidl Plus”"),
    ]
    for (words, advice) in advice {
      let outcome = try await person.types(words)
      #expect(outcome.status == 14, "\(outcome.errors)")
      #expect(outcome.errors.hasSuffix("try: \(advice)\n"), "\(outcome.errors)")
    }
    let listed = try await person.types("list", "lidel")
    #expect(listed.errors.hasPrefix("No card matches. Did you mean “Lidl” or “Lidl Plus”? Try: "))
    // A card that is only in another list is spelt well.
    _ = try await person.types("archive", "muller")
    let archived = try await person.types("list", "muller")
    #expect(
      archived.errors
        == "No card matches. 1 card in another state does: cardvault list --all muller\n")
    let script = try await person.types(
      "list", "--tag", "health", "drogerie", "muller", "--format", "json")
    #expect(script.status == 14 && script.errors.contains("1 card in another state matches"))
    let command = "cardvault list --all --tag health drogerie muller"
    #expect(script.errors.contains(command), "\(script.errors)")
  }

  @Test func `JSON names doubts and duplicates`() async throws {
    let person = try await person()
    _ = try await person.types("add", "--name", "Twin", "--code", "4006381333931", "--duplicate")
    let output = try await person.types("list", "--format", "json").output
    let cards = try #require(
      try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
    let byName = Dictionary(uniqueKeysWithValues: cards.map { ($0["name"] as? String ?? "", $0) })
    let original = try #require(byName["Müller Drogerie"]?["id"] as? String)
    #expect(byName["Twin"]?["duplicateOf"] as? [String] == [original])
    #expect(byName["Twin"]?["doubtful"] as? Bool == false)
    #expect(byName["Sainsbury's"]?["duplicateOf"] == nil)
  }

  @Test func `counts are kept here and cleared on request`() async throws {
    let person = try await person()
    let photo = Person.samples.appending("qr-loyalty.jpg").string
    let none = Person.samples.appending("none.jpg").string
    _ = try await person.types("import", photo, none, "--no-review")
    struct Report: Decodable {
      struct Count: Decodable { let name: String, count: Int }
      struct Codes: Decodable { let name: String, sure: Int, doubtful: Int }
      struct Reads: Decodable {
        let started: Int, succeeded: Int, failed: [Count], codes: [Codes]
      }
      let cards: Int, scanned: Int, typed: Int
      let reads: Reads
      let tags: [Count]
    }
    let output = try await person.types("stats", "--format", "json").output
    let report = try JSONDecoder().decode(Report.self, from: Data(output.utf8))
    #expect(report.cards == 3 && report.scanned == 1 && report.typed == 2)
    #expect(report.reads.started == 2 && report.reads.succeeded == 1)
    #expect(report.reads.failed.map(\.name) == ["nocode"])
    #expect(report.reads.codes.map(\.name) == ["QR Code"] && report.reads.codes[0].sure == 1)
    #expect(report.tags.map(\.name) == ["food", "health", "town"])
    let cleared = try await person.types("stats", "--clear", "--format", "json").output
    #expect(try JSONDecoder().decode(Report.self, from: Data(cleared.utf8)).reads.started == 0)
  }

  @Test func `one undo undoes an import, and another one the command before`() async throws {
    let person = try await person()
    let photos = ["qr-loyalty.jpg", "ean13-grocer.jpg", "three-codes.jpg"].map {
      Person.samples.appending($0).string
    }
    _ = try await person.types(["import", "--no-review"] + photos)
    #expect(try await person.names().count == 7)
    #expect(try await person.types("undo").status == 0)
    #expect(try await person.names() == ["Müller Drogerie", "Sainsbury's"])
    #expect(try await person.types("undo").status == 0)
    #expect(try await person.names() == ["Müller Drogerie"])
  }

  @Test func `one undo undoes a whole review, and another one the import`() async throws {
    let person = try await Person.withVault()
    let photos = ["qr-loyalty.jpg", "ean13-grocer.jpg"].map { Person.samples.appending($0).string }
    let reviewed = try await person.converses(
      ["import", "--plain"] + photos,
      answers: [("Name [", "One\n"), ("Card 2 of 2", ""), ("Name [", "Two\n"), ("Reviewed:", "")])
    #expect(reviewed.status == 0, "\(reviewed.output)")
    #expect(try await person.names() == ["One", "Two"])
    #expect(try await person.types("undo").status == 0)
    #expect(try await person.names(["--drafts"]) == ["ean13 grocer", "qr loyalty"])
    #expect(try await person.types("undo").status == 0)
    #expect(try await person.names().isEmpty)
  }

  @Test func `sure drafts are accepted at once, doubtful ones are not`() async throws {
    let person = try await Person.withVault()
    let photos = ["qr-loyalty.jpg", "ean13-grocer.jpg"].map { Person.samples.appending($0).string }
    _ = try await person.types(["import", "--no-review"] + photos)
    let outcome = try await person.types("review", "--accept-sure")
    #expect(outcome.status == 0 && outcome.output == "Accepted: 2\n", "\(outcome.errors)")
    #expect(try await person.names(["--drafts"]).isEmpty)
    _ = try await person.types("undo")
    #expect(try await person.names(["--drafts"]).count == 2)
  }

  @Test func `import takes only the kinds that are asked for, or only books`() async throws {
    let person = try await Person.withVault()
    let photos = ["ean13-addon5.jpg", "ean13-grocer.jpg", "qr-loyalty.jpg"].map {
      Person.samples.appending($0).string
    }
    let qr = try await person.types(["import", "--no-review", "--symbology", "qr"] + photos)
    #expect(qr.output.contains("1 card added"), "\(qr.output)")
    let books = try await person.types(["import", "--no-review", "--isbn"] + photos)
    #expect(books.output.contains("1 card added"), "\(books.output)")
    let kinds = try await person.types("list", "book").output
    #expect(kinds.contains("EAN-13"))
  }
}
