import ArgumentParser
import Cards
import Foundation
import SystemPackage
import VaultStore

/// Times how long it takes to save cards, on real files with every fsync, and until a program that has the vault
/// open sees them: `Tests/benchmark.sh saving`.
@main
struct SavingBenchmark: AsyncParsableCommand {
  @Option(help: "How many cards are added, all in one save.")
  var cards = 10_000

  @Option(help: "How many single edits are timed.")
  var edits = 200

  @Option(help: "How many saves of another program are taken in together.")
  var saves = 10

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
    try await refresh(opened, made, at: places)
  }

  /// Times refreshing a vault that stays open while another program writes, next to opening it again.
  private func refresh(_ vault: Vault, _ made: [Card], at places: VaultLocations) async throws {
    let clock = ContinuousClock()
    let other = try Vault.open(at: places)
    var (taken, opened): ([Duration], [Duration]) = ([], [])
    for round in 0..<20 {
      for number in 0..<saves {
        guard var card = await other.card(made[number].id) else { continue }
        card.note = "round \(round)"
        try await other.save([card])
      }
      taken.append(try await clock.measure { _ = try await vault.refreshed() })
      guard await vault.card(made[0].id)?.note == "round \(round)" else {
        throw ValidationError("the other program's saves are not seen")
      }
      opened.append(try await clock.measure { _ = await (try Vault.open(at: places)).cards.count })
    }
    print(
      "\(saves) saves by another program: seen in \(taken.sorted()[10]) (median), opened anew in \(opened.sorted()[10])"
    )
  }

  /// A typical card: a name, a number, two tags, some with an expiry.
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
