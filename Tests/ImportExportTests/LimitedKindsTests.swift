import CommandLineSupport
import SystemPackage
import Testing

/// Photos that show other codes than those that were asked for, or that are missing; and fields for other wallets' cards.
@Suite struct `Codes that were asked for` {
  private let photo = Person.samples.appending("qr-loyalty.jpg").string

  @Test func `that none of these kinds is there is no reason for a sharper photo`() async throws {
    let person = try await Person.withVault()
    for words in [
      ["import", "--symbology", "ean-13", photo], ["import", "--isbn", photo],
      ["read", "--symbology", "ean-13", photo],
    ] {
      let outcome = try await person.types(words)
      #expect(outcome.status == 14)
      #expect(outcome.errors.contains("matches \(words[1])"), "\(outcome.errors)")
      #expect(!outcome.errors.contains("sharper"), "\(outcome.errors)")
    }
  }

  @Test func `a photo that is missing has one error with one reason`() async throws {
    let person = try await Person.withVault()
    let outcome = try await person.types("find", "--photo", "none.jpg")
    #expect(outcome.status == 14)
    #expect(
      outcome.errors.hasPrefix("cardvault: error: no card was found\nbecause none.jpg: "),
      "\(outcome.errors)")
    #expect(outcome.errors.hasSuffix("\ntry: check the name\n"), "\(outcome.errors)")
    #expect(outcome.errors.count(where: \.isNewline) == 3, "\(outcome.errors)")
  }

  @Test func `another wallet's cards get tags, too`() async throws {
    let person = try await Person.withVault()
    _ = try person.file("cards.csv", Array("Shop,Card no\nGym,4006381333931\n".utf8))
    let outcome = try await person.types(
      "import", "cards.csv", "--columns", "Shop=name,Card no=code", "--tag", "travel", "--expires",
      "2098-12-31")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let cards = try await person.cards("--tag", "travel")
    #expect(cards.map(\.name) == ["Gym"] && cards.first?.expires == "2098-12-31")
  }
}
