import Cards
import Testing
import VaultStore

@testable import WebApp

@Suite("Cards to take along, on a page")
struct PictureRoutesTests {
  @Test func `what cannot be drawn is refused, and a card that is gone is not found`() async throws
  {
    let (served, session) = try await ServedVault.signedIn()
    var random = SystemRandomNumberGenerator()
    var card = Card(id: CardID(using: &random), name: "Bare", codes: [])
    card.pin = "739184"
    try await served.holder.vault().save([card])
    let refused = try await served.ask("picture", #"{"id":"\#(card.id)"}"#, as: session)
    #expect(refused.status == 422)
    #expect(refused.json["error"] as? String == "“Bare” was not drawn")
    #expect(!refused.text.contains("739184"))
    let printed = try await served.ask("wallet-cards", #"{"ids":["\#(card.id)"]}"#, as: session)
    #expect(printed.status == 422)
    let none = String(repeating: "0", count: 32)
    #expect(try await served.ask("picture", #"{"id":"\#(none)"}"#, as: session).status == 404)
    let gone = try await served.ask("wallet-cards", #"{"ids":["\#(none)"]}"#, as: session)
    #expect(gone.status == 404)
    #expect(try await served.ask("wallet-cards", #"{"ids":[]}"#, as: session).status == 400)
  }
}
