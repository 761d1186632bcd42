import ArgumentParser
import Cards
import Glibc
import SystemPackage
import VaultStore

/// Makes vaults of many cards under a home folder, for benchmarks: `Tests/benchmark.sh vault`.
@main
struct VaultMaker: AsyncParsableCommand {
  @Argument(help: "The home folder; its vault must not be there yet.")
  var home: String

  @Option(help: "How many cards.")
  var cards = 10_000

  @Option(help: "How many revisions each card gets.")
  var revisions = 1

  @Option(help: "How many cards go into one save; 1 makes the most files.")
  var atOnce = 1

  @Flag(help: "Leave every save in a file of its own: each 100 are another device's.")
  var loose = false

  func run() async throws {
    let base = FilePath(home)
    var places = VaultLocations(
      vault: base.appending(".local/share/cardvault/vault"),
      keyDirectory: base.appending(".config/cardvault/keys"),
      stateDirectory: base.appending(".local/state/cardvault"))
    var vault = try Vault.create(at: places)
    let made = (0..<cards).map(Self.card)
    let clock = ContinuousClock()
    let began = clock.now
    for revision in 0..<revisions {
      for start in stride(from: 0, to: cards, by: atOnce) {
        if loose, start / atOnce % 100 == 0 {
          places.stateDirectory = base.appending(".local/state/device-\(start / atOnce / 100)")
          vault = try Vault.open(at: places)
        }
        try await vault.save(
          made[start..<min(start + atOnce, cards)].map { card in
            var card = card
            if revision > 0 { card.note = "change \(revision)" }
            return card
          })
      }
    }
    print("\(cards) cards, \(revisions) revisions each, \(atOnce) at once: \(clock.now - began)")
  }

  /// A card as they are: a name, a number, two tags, some with an expiry.
  static func card(_ number: Int) -> Card {
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
