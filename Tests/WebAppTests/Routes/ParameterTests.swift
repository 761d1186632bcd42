import Cards
import Testing
import VaultStore

@testable import WebApp

/// Parameters that a call does not know: one that was misspelt must not change more than was asked for.
@Suite("Parameters of calls")
struct ParameterTests {
  private static let unknown = [
    ("undo", #"{"ids":["ID"]}"#), ("undo", #"{"id":null}"#), ("cards", #"{"word":"gym"}"#),
    ("card", #"{"id":"ID","among":{"word":"gym"}}"#),
    ("edit", #"{"id":"ID","fields":{"nmae":"x"}}"#),
    ("edit", #"{"id":"ID","fields":{"name":null}}"#), ("remove", #"{"ids":["ID"],"id":"ID"}"#),
    ("import-chosen", #"{"files":[{"id":"x","witout":[3]}]}"#),
  ]

  @Test(arguments: unknown)
  func `are refused, and so is null`(call: String, parameters: String) async throws {
    let (served, session) = try await ServedVault.signedIn()
    var random = SystemRandomNumberGenerator()
    let gym = Card(id: CardID(using: &random), name: "Gym", codes: [])
    try await served.holder.vault().save([gym])
    let typed = parameters.replacing("ID", with: gym.id.description)
    let answer = try await served.ask(call, typed, as: session)
    #expect(answer.status == 400, "\(answer.json)")
    #expect(try await served.holder.vault().cards.map(\.name) == ["Gym"])
  }
}
