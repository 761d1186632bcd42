import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// What other wallets' files say becomes what it means to the person, or is told as a doubt.
@Suite struct `Values of other wallets' files` {
  static let cases = `Real photos`.shared.appending("cases")
  static let hasCases = FileManager.default.fileExists(atPath: cases.string)

  /// A card as `show` describes it.
  private struct Shown: Decodable, Equatable {
    struct Amount: Decodable, Equatable {
      let amount: Double
      let currency: String?
    }

    struct Code: Decodable, Equatable {
      let symbology: String
      let text: String
    }

    let codes: [Code]
    let balance: Amount?
    let expires: String?
    let validFrom: String?
    let note: String?
    let pin: String?
  }

  private func shown(_ person: Person, _ name: String) async throws -> Shown {
    let outcome = try await person.types("show", name, "--as", "json")
    return try JSONDecoder().decode(Shown.self, from: Data(outcome.bytes))
  }

  /// Imports a file without a question.
  private func imported(
    _ path: String, columns: String? = nil, _ environment: [String: String] = [:]
  ) async throws -> Person {
    let person = try await Person.withVault()
    let words =
      ["import", "--yes", "--no-review", path] + (columns.map { ["--columns", $0] } ?? [])
    let outcome = try await person.types(words, environment: environment)
    // Of one of the files, a photo cannot be kept.
    #expect([0, 3].contains(outcome.status), "\(outcome.errors)")
    return person
  }

  private func pass(_ members: String) -> [UInt8] {
    let text = """
      {"formatVersion": 1, "passTypeIdentifier": "pass.example", "serialNumber": "1",
       "organizationName": "Org", "barcodes": [{"format": "PKBarcodeFormatQR", "message": "7"}],
       \(members)}
      """
    return ZipFile.of([("pass.json", Array(text.utf8))])
  }

  @Test(
    arguments: [
      ("America/Los_Angeles", "2027-01-01T07:59:59Z", "2026-12-31"),
      ("Europe/Berlin", "2027-01-01T07:59:59Z", "2027-01-01"),
      ("Europe/Berlin", "2026-06-30T22:00:00Z", "2026-07-01"),
      ("Asia/Kathmandu", "2026-12-31T18:14:59Z", "2026-12-31"),
      ("Asia/Kathmandu", "2026-12-31T18:15:00Z", "2027-01-01"),
      ("Pacific/Auckland", "2026-12-31T00:00:00-12:00", "2027-01-01"),
      ("America/Los_Angeles", "2026-12-31", "2026-12-31"),
      ("Pacific/Auckland", "2026-12-31T23:59", "2026-12-31"),
    ])
  func `a moment is on the person's day, in passes and tables`(
    zone: String, text: String, day: String
  ) async throws {
    let files = try await Person.withVault()
    let bytes = pass(
      #""expirationDate": "\#(text)", "relevantDate": "\#(text)", "eventTicket": {}"#)
    let path = try files.file("a.pkpass", bytes).string
    let card = try await shown(imported(path, ["TZ": zone]), "org")
    #expect(card.expires == day && card.validFrom == day)
    let rows = "Name,Code,Symbology,Expires\nGym,7,QR,\(text)\n"
    let table = try files.file("a.csv", Array(rows.utf8)).string
    let columns = "Name=name,Code=code,Symbology=symbology,Expires=expires"
    #expect(
      try await shown(imported(table, columns: columns, ["TZ": zone]), "gym").expires == day)
  }

  @Test(
    arguments: [
      // Midnight UTC; midnight and noon of the person; midnight of another one.
      ("America/Los_Angeles", 1_798_675_200_000, false),
      ("America/Los_Angeles", 1_798_704_000_000, false),
      ("Europe/Berlin", 1_798_671_600_000, false), ("Europe/Berlin", 1_798_714_800_000, false),
      ("Pacific/Auckland", 1_798_675_200_000, false), ("UTC", 1_798_718_400_000, false),
      ("UTC", 1_798_671_600_000, true), ("America/New_York", 1_798_671_600_000, true),
      ("Europe/Berlin", 1_798_704_000_000, true), ("Asia/Tokyo", 1_798_671_600_000, true),
    ] as [(String, Int64, Bool)])
  func `a day that was picked in Catima stays that day, with a doubt where it may be another`(
    zone: String, milliseconds: Int64, isDoubtful: Bool
  ) async throws {
    let person = try await Person.withVault()
    let text =
      "_id,store,expiry,balance,balancetype,cardid,barcodetype\n"
      + "1,Gym,\(milliseconds),0,,A-7,CODE_128\n"
    let path = try person.file("catima.csv", Array(text.utf8)).string
    let outcome = try await person.types(
      "import", "--yes", "--no-review", path, environment: ["TZ": zone])
    #expect(try await shown(person, "gym").expires == "2026-12-31")
    #expect(outcome.errors.contains("may be a day off") == isDoubtful, "\(outcome.errors)")
    #expect(try await person.names(["--drafts"]) == (isDoubtful ? ["Gym"] : []))
  }

  @Test(
    arguments: [
      ("1250", "", 1_250, nil), ("25.50", "EUR", 25.5, "EUR"),
      ("17.299999999999997", "EUR", 17.3, "EUR"), ("1,250", "", 1_250, nil),
      ("1,250", "EUR", nil, nil), ("2.500", "USD", nil, nil), ("12.5", "", nil, nil),
    ] as [(String, String, Double?, String?)])
  func `an amount of Catima's file is read by the rule of tables`(
    text: String, currency: String, amount: Double?, unit: String?
  ) async throws {
    let person = try await Person.withVault()
    let rows =
      "_id,store,note,balance,balancetype,cardid,barcodetype\n"
      + "1,Gym,mine,\"\(text)\",\(currency),A-7,CODE_128\n"
    let path = try person.file("catima.csv", Array(rows.utf8)).string
    let outcome = try await person.types("import", "--yes", "--no-review", path)
    let card = try await shown(person, "gym")
    #expect(card.balance?.amount == amount && card.balance?.currency == unit)
    let note =
      amount == nil ? "mine\nBalance: \(text)" + (currency.isEmpty ? "" : " \(currency)") : "mine"
    #expect(card.note == note)
    #expect(outcome.errors.contains("its balance is not certain") == (amount == nil))
  }

  // The cases that people reported.

  private static let notThere: Comment = "the reported cases are not beside the checkout"

  private func path(_ name: String) -> String { Self.cases.appending(name).string }

  @Test(.enabled(if: hasCases, notThere))
  func `the reported table with formulas has its numbers`() async throws {
    let person = try await imported(
      path("03-excel-text-formula/cards.csv"),
      columns: "Store=name,Card no=code,Type=symbology")
    for (name, code) in [("Acme", "00123456"), ("Bco", "0012345678905"), ("Cco", "ABC")] {
      #expect(try await shown(person, name).codes.map(\.text) == [code])
    }
    #expect(try await person.names().sorted() == ["Acme", "Bco", "Cco"])
  }

  @Test(
    .enabled(if: hasCases, notThere),
    arguments: [
      ("float", 17.3, "EUR", nil), ("points", 1_250, nil, nil), ("punkte", 1_250, nil, nil),
      ("text", 25.5, "EUR", nil), ("usd", nil, nil, "Balance: 1,250 USD"),
    ] as [(String, Double?, String?, String?)])
  func `the reported passes have their amounts`(
    name: String, amount: Double?, currency: String?, line: String?
  ) async throws {
    let card = try await shown(imported(path("04-pass-amounts/\(name).pkpass")), "org")
    #expect(card.balance?.amount == amount && card.balance?.currency == currency)
    #expect(card.note == ["Desc", line].compactMap(\.self).joined(separator: "\n"))
  }

  @Test(.enabled(if: hasCases, notThere))
  func `the reported moments are on the person's days`() async throws {
    let pass = try await imported(
      path("05-utc-instants/la.pkpass"), ["TZ": "America/Los_Angeles"])
    #expect(try await shown(pass, "org").expires == "2026-12-31")
    let table = try await imported(
      path("05-utc-instants/berlin.csv"), columns: "Store=name,Card no=number,Until=expires",
      ["TZ": "Europe/Berlin"])
    #expect(try await shown(table, "acme").expires == "2026-12-31")
    let catima = try await imported(path("use/catima.zip"), ["TZ": "UTC"])
    #expect(try await shown(catima, "kaffee").expires == "2026-12-31")
  }

  @Test(.enabled(if: hasCases, notThere))
  func `the reported event has its day and its time`() async throws {
    let person = try await imported(
      path("08-pass-event-dates/event.pkpass"), ["TZ": "Europe/Berlin"])
    let card = try await shown(person, "org")
    #expect(card.validFrom == "2026-12-04")
    #expect(card.note?.contains("Doors: 4 Dec 2026 18:30") == true)
  }

  @Test(
    .enabled(if: hasCases, notThere),
    arguments: [("no-bom", "Kundenkarte \"Gold\""), ("unquoted-key", "Kundenkarte")])
  func `the reported translations are read`(name: String, description: String) async throws {
    let person = try await imported(
      path("09-pass-strings-utf16le/\(name).pkpass"), ["LC_ALL": "de_DE.UTF-8"])
    #expect(
      try await shown(person, "laden").note == "\(description)\nMitglied: Gold")
  }
}
