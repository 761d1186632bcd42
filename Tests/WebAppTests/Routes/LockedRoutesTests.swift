import Testing

@testable import WebApp

@Suite("Calls while the vault is locked")
struct LockedRoutesTests {
  @Test(arguments: [
    ("weigh-passphrase", #"{"passphrase":"lantern"}"#), ("suggest-passphrase", "{}"),
    ("export-to", #"{"form":"csv"}"#), ("picture", #"{"id":"00000000000000000000000000000000"}"#),
    ("wallet-cards", #"{"ids":["00000000000000000000000000000000"]}"#), ("verify", "{}"),
    ("pocket", #"{"target":"/nowhere/pocket"}"#),
    ("pocket-words", #"{"target":"/nowhere/pocket"}"#),
    ("pocket-choice", #"{"target":"/nowhere/pocket"}"#),
    ("thumbnails", #"{"ids":["00000000000000000000000000000000"]}"#),
  ])
  func `nothing is weighed, exported or drawn`(name: String, json: String) async throws {
    let (served, session) = try await ServedVault.signedIn()
    #expect(try await served.ask(name, json, as: session).status != 423)
    served.holder.lock()
    #expect(try await served.ask(name, json, as: session).status == 423)
  }
}
