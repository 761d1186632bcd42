import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// Every field of a card, and what happens to one at the till.
@Suite struct `Fields of a card` {
  private func shown(_ person: Person, _ name: String) async throws -> [String: Any] {
    let outcome = try await person.types("show", name, "--as", "json")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    return try #require(object as? [String: Any])
  }

  private func names(_ person: Person, _ words: String...) async throws -> [String] {
    try await person.names(words)
  }

  @Test func `each field is typed, shown and cleared`() async throws {
    let person = try await Person.withVault()
    let added = try await person.types(
      "add", "--name", "Bookshop", "--number", "6041 22", "--holder", "Ada Byron", "--pin", "7391",
      "--web", "example.org/card", "--balance", "25.50 EUR", "--valid-from", "2026-01-01", "--kind",
      "gift", "--colour", "red", "--note", "till 2", "--favourite")
    #expect(added.status == 0, "\(added.errors)")
    let card = try await shown(person, "bookshop")
    let texts = card.compactMapValues { $0 as? String }
    #expect(texts["number"] == "6041 22" && texts["holder"] == "Ada Byron")
    #expect(card["hasPIN"] as? Bool == true && card["pin"] == nil)
    #expect(texts["webAddress"] == "https://example.org/card")
    #expect((card["balance"] as? [String: Any])?["amount"] as? Double == 25.5)
    #expect(texts["validFrom"] == "2026-01-01" && texts["kind"] == "gift")
    #expect(texts["colour"] == "#ff0000" && card["favourite"] as? Bool == true)
    let cleared = try await person.types(
      "edit", "bookshop", "--number", "", "--holder", "", "--pin", "", "--web", "", "--balance", "",
      "--valid-from", "never", "--colour", "", "--note", "", "--no-favourite")
    #expect(cleared.status == 0, "\(cleared.errors)")
    let bare = try await shown(person, "bookshop")
    for key in [
      "number", "holder", "hasPIN", "webAddress", "balance", "validFrom", "colour", "note",
    ] {
      #expect(bare[key] == nil, "\(key)")
    }
    let history = try await person.types("history", "bookshop")
    #expect(!history.output.contains("7391"))
  }

  @Test(
    arguments: [
      ["--web", "ftp://example.org"], ["--web", "nowhere"], ["--colour", "reddish"],
      ["--kind", "spade"], ["--balance", "much"], ["--valid-from", "2026-02-30"],
    ])
  func `what no card can have is refused`(words: [String]) async throws {
    let person = try await Person.withVault()
    #expect(try await person.types(["add", "--name", "A"] + words).status == 64)
    #expect(try await names(person).isEmpty)
  }

  @Test(
    arguments: [
      ("1.250", "it could mean 1250 or 1.25\ntry: type 1250, or 1.25"),
      ("1,255", "it could mean 1255 or 1,255\ntry: type 1255, or an amount with two decimals"),
      ("1,250 KWD", "it could mean 1250 KWD or 1.250 KWD\ntry: type 1250 KWD, or 1.250 KWD"),
    ])
  func `an amount that could have a thousands separator is asked for again`(
    amount: String, advice: String
  ) async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gift", "--balance", "2000 EUR")
    let refused = try await person.types("spend", "gift", amount)
    #expect(refused.status == 64)
    #expect(refused.errors.contains(advice), "\(refused.errors)")
  }

  @Test func `a card that is saved with an expiry in the past is said to be in another list`()
    async throws
  {
    let person = try await Person.withVault()
    let advice = ": cardvault list --expired\n"
    let added = try await person.types("add", "--name", "Gym", "--expires", "2020-01-31")
    #expect(
      added.status == 0 && added.errors == "Expired: “Gym”; to find it\(advice)", "\(added.errors)")
    #expect(try await names(person, "--expired") == ["Gym"])
    // Only when it is new.
    #expect(try await person.types("edit", "gym", "--note", "x").errors.isEmpty)
    let extended = try await person.types("edit", "gym", "--expires", "2099-01-31")
    #expect(extended.errors.isEmpty)
    let edited = try await person.types("edit", "gym", "--expires", "2020-01-31")
    #expect(edited.errors == "Expired: “Gym”; to find it\(advice)")
    let sample = Person.samples.appending("qr-loyalty.jpg").string
    let imported = try await person.types(
      "import", "--no-review", "--expires", "2020-01-31", sample)
    #expect(imported.errors.hasPrefix("Expired: “qr loyalty”; to find it, once accepted\(advice)"))
    let accepted = try await person.types("review", "--accept-sure")
    #expect(accepted.errors == "Expired: “qr loyalty”; to find it\(advice)")
    let json = try await person.types(
      "add", "--name", "Zoo", "--expires", "2020-01-31", "--format", "json")
    #expect(json.errors.isEmpty)
  }

  @Test func `review says which accepted cards have expired`() async throws {
    let person = try await Person.withVault()
    let sample = Person.samples.appending("qr-loyalty.jpg").string
    let reviewed = try await person.converses(
      ["import", sample, "--plain"],
      answers: [("Name [", "/expires 2020-01-31\n"), ("Name [", "Ondéa\n")])
    #expect(
      reviewed.output.contains("Expired: “Ondéa”; to find it: cardvault list --expired"),
      "\(reviewed.output)")
  }

  @Test func `an amount without a unit is in the card's own, or in whole points`() async throws {
    let person = try await Person.withVault()
    let unclear = try await person.types("add", "--name", "Shop", "--balance", "12.50")
    #expect(unclear.status == 64 && unclear.errors.contains("“12.50” has no currency"))
    #expect(unclear.errors.contains("such as 12.50 EUR; or type a whole number of points"))
    let points = try await person.types("add", "--name", "Fuel", "--balance", "300")
    #expect(points.output == "Added: Fuel, balance 300 points\n", "\(points.errors)")
    #expect(try await person.types("spend", "fuel", "0.5").status == 64)
    #expect(try await person.types("spend", "fuel", "20").output == "Left on Fuel: 280 points\n")
    let more = try await person.types("edit", "fuel", "--balance", "400")
    #expect(more.output == "Changed: Fuel, balance 400 points\n", "\(more.errors)")
    _ = try await person.types("add", "--name", "Shop", "--balance", "20 EUR")
    let euros = try await person.types("edit", "shop", "--balance", "12.50")
    #expect(euros.output == "Changed: Shop, balance 12.50 EUR\n", "\(euros.errors)")
  }

  @Test func `a card cannot expire before it is valid`() async throws {
    let person = try await Person.withVault()
    let reversed = ["--valid-from", "2099-02-01", "--expires", "2099-01-31"]
    let added = try await person.types(["add", "--name", "Gym"] + reversed)
    #expect(added.status == 64 && added.errors.contains("the card would never be valid"))
    #expect(
      added.errors.contains("because its first day is 2099-02-01, and its last day 2099-01-31"))
    _ = try await person.types("add", "--name", "Gym", "--valid-from", "2099-02-01")
    #expect(try await person.types("edit", "gym", "--expires", "2099-01-31").status == 64)
    #expect(try await person.types("edit", "gym", "--expires", "2099-02-01").status == 0)
  }

  @Test func `a balance is spent and cannot be overspent`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Bookshop", "--balance", "20 EUR")
    let spent = try await person.types("spend", "bookshop", "7.25")
    #expect(spent.output == "Left on Bookshop: 12.75 EUR\n", "\(spent.errors)")
    let report = try await person.types("spend", "bookshop", "0.25", "--format", "json")
    let left = #""balance":{"amount":12.5,"currency":"EUR","shown":"12.50 EUR"}"#
    #expect(report.output.contains(left), "\(report.output)")
    #expect(try await person.types("show", "bookshop", "--as", "json").output.contains(left))
    #expect(try await person.types("undo").status == 0)
    #expect(try await person.types("spend", "bookshop", "13").status == 64)
    #expect(try await person.types("spend", "bookshop", "1 USD").status == 64)
    for (amount, reason) in [
      (["0"], "because the amount is 0"), (["0.00"], "because the amount is 0"),
      (["0 USD"], "because the amount is 0"),
      (["-5"], "because a number cannot begin with a minus"),
      (["-5.50"], "because a number cannot begin with a minus"),
      (["--", "-5"], "“-5” is not an amount"),
    ] as [([String], String)] {
      let refused = try await person.types(["spend", "bookshop"] + amount)
      #expect(refused.status == 64 && refused.errors.contains(reason), "\(refused.errors)")
    }
    let alone = try await person.types("spend", "bookshop")
    #expect(alone.status == 64 && alone.errors.contains("“bookshop” is not an amount, and none"))
    #expect(try await person.types("undo").status == 0)
    let card = try await shown(person, "bookshop")
    #expect((card["balance"] as? [String: Any])?["amount"] as? Double == 20)
    _ = try await person.types("add", "--name", "Gym")
    #expect(try await person.types("spend", "gym", "1").status == 64)
  }

  @Test func `a balance is topped up, and history shows it`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Canteen", "--balance", "20 EUR")
    let added = try await person.types("top-up", "canteen", "7.25")
    #expect(added.output == "Now on Canteen: 27.25 EUR\n", "\(added.errors)")
    _ = try await person.types("spend", "canteen", "2")
    let history = try await person.types("history", "canteen").output
    #expect(history.contains("balance 20 EUR → 27.25 EUR"), "\(history)")
    #expect(history.contains("balance 27.25 EUR → 25.25 EUR"))
    // Only spending is a use.
    #expect(try await shown(person, "canteen")["lastUsed"] != nil)
    _ = try await person.types("undo")
    _ = try await person.types("undo")
    _ = try await person.types("top-up", "canteen", "1")
    #expect(try await shown(person, "canteen")["lastUsed"] == nil)
    for amount in ["0", "1 USD", "much"] {
      #expect(try await person.types("top-up", "canteen", amount).status == 64)
    }
    _ = try await person.types("add", "--name", "Gym")
    let refused = try await person.types("top-up", "gym", "1")
    #expect(refused.status == 64 && refused.errors.contains("this card has no balance"))
  }

  @Test func `several cards are used and removed at once`() async throws {
    let person = try await Person.withVault()
    for name in ["Gym", "Pool", "Zoo"] { _ = try await person.types("add", "--name", name) }
    _ = try await person.types("add", "--name", "Coupon", "--one-time")
    let used = try await person.types("use", "gym", "coupon")
    #expect(used.output == "Used: Gym. Used up: Coupon\n", "\(used.errors)")
    // None of them, if one cannot be used.
    #expect(try await person.types("use", "zoo", "coupon").status == 15)
    #expect(try await shown(person, "zoo")["lastUsed"] == nil)
    #expect(try await person.types("remove", "gym", "pool").status == 64)
    let removed = try await person.types("remove", "gym", "pool", "--yes")
    #expect(removed.output == "Removed: Gym, Pool\n")
    #expect(try await names(person) == ["Zoo"])
    _ = try await person.types("undo")
    #expect(try await names(person) == ["Gym", "Pool", "Zoo"])
  }

  @Test func `a list shows balances, and says how many cards it leaves out`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Canteen", "--balance", "20 EUR")
    let alone = try await person.types("list")
    #expect(alone.output.contains("BALANCE") && alone.output.contains("20 EUR"))
    #expect(alone.errors.isEmpty)
    for (name, words) in [("Gone", []), ("Old", ["--expires", "2020-01-31"]), ("Hidden", [])] {
      _ = try await person.types(["add", "--name", name, "--tag", "x"] + words)
    }
    _ = try await person.types("archive", "hidden")
    _ = try await person.types("remove", "gone", "--yes")
    let list = try await person.types("list")
    #expect(
      list.errors == "Not listed: 1 archived, 1 expired or used up, 1 removed. To see them: "
        + "cardvault list --archived\n  or:  cardvault list --expired\n"
        + "  or:  cardvault list --removed\n", "\(list.errors)")
    for words in [["--all"], ["--format", "json"], ["--quiet"], ["--expired"]] {
      #expect(try await person.types(["list"] + words).errors.isEmpty, "\(words)")
    }
    _ = try await person.types("add", "--name", "Cinema", "--tag", "x")
    let tagged = try await person.types("list", "--tag", "x")
    #expect(tagged.errors.hasPrefix("Not listed: 1 archived, 1 expired or used up. To see them"))
  }

  @Test func `a kind of barcode is changed by itself`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gym", "--code", "M-1234", "--symbology", "code39")
    let edited = try await person.types("edit", "gym", "--symbology", "qr")
    #expect(edited.status == 0, "\(edited.errors)")
    let codes = try await shown(person, "gym")["codes"] as? [[String: Any]]
    #expect(codes?.first?["symbology"] as? String == "QR Code")
    #expect(codes?.first?["text"] as? String == "M-1234")
    _ = try await person.types("add", "--name", "Library", "--number", "633174")
    #expect(try await person.types("edit", "library", "--symbology", "code128").status == 0)
    _ = try await person.types("add", "--name", "Zoo")
    let refused = try await person.types("edit", "zoo", "--symbology", "qr")
    #expect(refused.status == 64 && refused.errors.contains("has no code or number"))
  }

  @Test func `a typed web address becomes a draft with the likely kind`() async throws {
    let person = try await Person.withVault()
    let added = try await person.types("add", "--name", "Club", "--code", "https://example.org/1")
    #expect(added.output == "Added as a draft: Club\n", "\(added.errors)")
    #expect(added.errors.contains("Its kind of barcode was only assumed"))
    let card = try await shown(person, "club")
    #expect(card["state"] as? String == "draft")
    #expect((card["codes"] as? [[String: Any]])?.first?["symbology"] as? String == "QR Code")
    let named = try await person.types(
      "add", "--name", "Shop", "--code", "https://example.org/2", "--symbology", "code128")
    #expect(named.output == "Added: Shop\n")
  }

  @Test func `dates are read as people write them, and an ambiguous one is refused`() async throws {
    let person = try await Person.withVault()
    for (typed, locale, date) in [
      ("31.12.99", "C", "2099-12-31"), ("2/2099", "C", "2099-02-28"),
      ("3/4/2099", "en_US.UTF-8", "2099-03-04"), ("3/4/2099", "de_DE.UTF-8", "2099-04-03"),
    ] {
      let added = try await person.types(
        ["add", "--name", "X", "--expires", typed], environment: ["LC_ALL": locale])
      #expect(added.status == 0, "\(added.errors)")
      #expect(try await person.cards().first?.expires == date)
      _ = try await person.types("remove", "x", "--yes")
    }
    let refused = try await person.types(
      ["add", "--name", "X", "--expires", "3/4/2099"], environment: ["LC_ALL": "C"])
    refused.expectClear(64, "2099-04-03 or 2099-03-04")
  }

  @Test func `a card for one use leaves the list once it is used`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Coupon", "--one-time")
    _ = try await person.types("add", "--name", "Gym")
    #expect(try await person.types("use", "coupon").output == "Used up: Coupon\n")
    #expect(try await person.types("use", "gym").output == "Used: Gym\n")
    #expect(try await names(person) == ["Gym"])
    #expect(try await person.types("use", "coupon").status == 15)
    #expect(try await shown(person, "gym")["lastUsed"] != nil)
  }

  @Test func `several cards are made favourites or put away at once`() async throws {
    let person = try await Person.withVault()
    for name in ["Gym", "Zoo", "Aquarium"] { _ = try await person.types("add", "--name", name) }
    #expect(try await person.types("favourite", "zoo").status == 0)
    #expect(try await names(person) == ["Zoo", "Aquarium", "Gym"])
    #expect(try await person.types("archive", "gym", "zoo").status == 0)
    #expect(try await names(person) == ["Aquarium"])
    // One command, one undo.
    #expect(try await person.types("undo").status == 0)
    #expect(try await names(person) == ["Zoo", "Aquarium", "Gym"])
    #expect(try await person.types("favourite", "zoo", "--off").status == 0)
    #expect(try await names(person) == ["Aquarium", "Gym", "Zoo"])
  }

  @Test func `a card is found by its code, the end of it, or a photo`() async throws {
    let person = try await Person.withVault()
    let photo = Person.samples.appending("ean13-grocer.jpg").string
    _ = try await person.types("import", photo, "--name", "Grocer")
    _ = try await person.types("add", "--name", "Gym", "--number", "77 1234")
    let code = try await person.types("show", "grocer", "--as", "text").output.dropLast()
    for typed in [String(code), String(code.suffix(5))] {
      let found = try await person.types("find", typed, "--format", "plain")
      #expect(found.output.hasSuffix("  Grocer\n"), "\(typed) \(found.errors)")
    }
    #expect(
      try await person.types("find", "771234", "--format", "plain").output.hasSuffix("  Gym\n"))
    let seen = try await person.types("find", "--photo", photo, "--format", "plain")
    #expect(seen.output.hasSuffix("  Grocer\n"), "\(seen.errors)")
    #expect(try await person.types("find", "4006381333931").status == 14)
    #expect(try await person.types("find").status == 64)
    // The least number of digits is stated, and the number is not repeated.
    let short = try await person.types("find", "31")
    #expect(short.status == 14 && short.errors.contains("needs at least 4 characters"))
    #expect(!short.errors.contains("31"))
    // A short number as a list shows it finds the card; what changes or shows one card needs the dots, too.
    _ = try await person.types("add", "--name", "Yoga", "--number", "YAS-0050021")
    for words in [["list", "021"], ["list", "••••021"], ["find", "021"], ["find", "••••021"]] {
      let found = try await person.types(words + ["--format", "plain"])
      #expect(found.output.hasSuffix("  Yoga\n"), "\(words) \(found.errors)")
    }
    #expect(try await person.types("show", "••••021", "--as", "text").output == "YAS-0050021\n")
    #expect(try await person.types("remove", "021").status == 14)
    #expect(try await person.types("archive", "••••021").status == 0)
    let missed = try await person.types("show", "grocre")
    #expect(
      missed.status == 14 && missed.errors.contains("try: cardvault show Grocer\n"),
      "\(missed.errors)")
  }

  @Test(arguments: ["0143007238", "0-14-300723-8", "ISBN 0143007238", "9780143007234", "007234"])
  func `a book is found by its old number, its new one, and the end of that`(typed: String)
    async throws
  {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Book", "--code", "ISBN 0-14-300723-8")
    let found = try await person.types("find", typed, "--format", "plain")
    #expect(found.output.hasSuffix("  Book\n"), "\(found.errors)")
  }
}
