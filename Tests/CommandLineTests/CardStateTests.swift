import CommandLineSupport
import Testing

/// What tells a card that can be used from one that cannot, and cards from each other.
@Suite struct `States of cards` {
  /// A person with a voucher that is used up, one that expired, one that is archived, and one to use.
  private func person() async throws -> Person {
    let person = try await Person.withVault()
    for (name, options) in [
      ("Coupon A", ["--one-time"]), ("Coupon B", ["--expires", "2020-01-31"]), ("Coupon C", []),
      ("Coupon D", ["--number", "633174001"]),
    ] {
      _ = try await person.types(["add", "--name", name] + options)
    }
    _ = try await person.types("use", "coupon a")
    _ = try await person.types("archive", "coupon c")
    return person
  }

  @Test func `the card to use is offered first, and the others with their states`() async throws {
    let person = try await person()
    let tmux = try await Tmux(["coupon"], person, size: (columns: 80, rows: 24))
    let page = try await tmux.page(showing: "4 of 4", insteadOf: nil)
    await tmux.close()
    let rows = page.dropFirst(2).prefix(4).map { $0.dropFirst(2) }
    let wanted = [
      ("Coupon D", "••••001"), ("Coupon A", "used"), ("Coupon B", "expired"),
      ("Coupon C", "archived"),
    ]
    for (row, (name, detail)) in zip(rows, wanted) {
      #expect(row.hasPrefix(name) && row.contains("  \(detail)  "), "\(page)")
    }
    let dumb = try await Tmux(
      typed: ["TERM=dumb", "cardvault", "use", "coupon"], person, size: (columns: 80, rows: 24))
    let lines = try await dumb.page(asking: "Which card?", insteadOf: nil)
    await dumb.close()
    #expect(lines.first?.hasPrefix("1  Coupon D") == true, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("2  Coupon A") && $0.hasSuffix("  used") }, "\(lines)")
  }

  @Test func `a list and a search accept several words`() async throws {
    let person = try await person()
    _ = try await person.types("add", "--name", "Food shop", "--code", "4006381333931")
    #expect(try await person.names(["shop", "food"]) == ["Food shop"])
    let found = try await person.types("find", "4006", "3813", "33931", "--format", "plain")
    #expect(found.output.hasSuffix("  Food shop\n"), "\(found.errors)")
    // A number without a barcode is masked like any other.
    let line = try await person.types("list", "coupon").output.split(separator: "\n").first {
      $0.hasPrefix("Coupon D")
    }
    #expect(line?.contains("••••001") == true && line?.contains("633174") == false)
  }

  @Test func `what is shown tells whether it can be used, and whose it is`() async throws {
    let person = try await person()
    let used = try await person.types("show", "coupon a")
    #expect(used.output.contains("\nused up\n"), "\(used.output)")
    _ = try await person.types(
      "edit", "coupon d", "--valid-from", "2098-01-01", "--holder", "Ada Lovelace", "--web",
      "https://example.com/points")
    let shown = try await person.types("show", "coupon d").output
    for line in [
      "not valid before 2098-01-01", "holder  Ada Lovelace", "web     https://example.com/points",
    ] {
      #expect(shown.contains("\n\(line)\n"), "\(shown)")
    }
    let tmux = try await Tmux(["coupon", "d"], person, size: (columns: 80, rows: 24))
    let page = try await tmux.page(showing: "Esc leave", insteadOf: nil)
    await tmux.close()
    for line in [
      "NOT VALID BEFORE 2098-01-01", "holder  Ada Lovelace", "web  https://example.com/points",
    ] {
      #expect(page.contains(line), "\(page)")
    }
    _ = try await person.types("edit", "coupon d", "--valid-from", "2020-01-01")
    #expect(try await person.types("show", "coupon d").output.contains("not valid") == false)
  }

  @Test func `a name without its option is put where it belongs`() async throws {
    let person = try await person()
    let named = try await person.types("add", "City", "gym")
    #expect(named.status == 64)
    #expect(named.errors.hasSuffix("try: cardvault add --name \"City gym\" --code -\n"))
    // It may be a number, which is not repeated.
    let numbered = try await person.types("add", "633174002")
    #expect(numbered.errors.hasSuffix("try: cardvault add --name NAME --code -\n"))
  }
}
