import ArgumentParser
import Cards
import Foundation
import SystemPackage
import VaultStore

/// Times how long cards take to be stored, on real files with every fsync: `Tests/benchmark.sh saving`.
@main
struct SavingBenchmark: AsyncParsableCommand {
  @Option(help: "How many cards are added, all in one save.")
  var cards = 10_000

  @Option(help: "How many single edits are timed.")
  var edits = 200

  func run() async throws {
    let home = FilePath(NSTemporaryDirectory()).appending("cardvault-saving-\(UUID())")
    defer { try? FileManager.default.removeItem(atPath: home.string) }
    let places = VaultLocations(
      vault: home.appending("vault"), keyDirectory: home.appending("keys"),
      stateDirectory: home.appending("state"))
    let made = (0..<cards).map(Self.card)
    let clock = ContinuousClock()
    let vault = try Vault.create(at: places)
    let adding = try await clock.measure { try await vault.save(made) }
    print("\(cards) cards added in one save: \(adding)")

    let opened = try Vault.open(at: places)
    var times: [Duration] = []
    for number in 0..<edits {
      guard var card = await opened.card(made[number % cards].id) else { continue }
      card.note = "change \(number)"
      let changed = card
      times.append(try await clock.measure { try await opened.save([changed]) })
    }
    times.sort()
    print(
      "one edit after opening: median \(times[times.count / 2]), worst \(times[times.count - 1])")
  }

  /// A card as they are: a name, a number, two tags, some with an expiry.
  private static func card(_ number: Int) -> Card {
    var random = SystemRandomNumberGenerator()
    let digits = String(1_000_000_000_000 + number * 7)
    let code = Barcode(symbology: .code128, bytes: Array(digits.utf8), text: digits)
    var card = Card(id: CardID(using: &random), name: "Card \(number)", codes: [code])
    card.tags = ["shop\(number % 7)", "town\(number % 31)"]
    card.origin = "photo"
    if number % 5 == 0 { card.expires = CalendarDate("2027-12-31") }
    return card
  }
}
