import Testing

@testable import WebApp

@Suite("New passphrases")
struct PassphraseRoutesTests {
  @Test(arguments: [("password1", true), ("lantern orbit puddle tango walnut", false)])
  func `a passphrase that could be guessed is told, and not repeated`(
    typed: String, isWeak: Bool
  ) async throws {
    let (served, session) = try await ServedVault.signedIn()
    let reply = try await served.ask(
      "weigh-passphrase", #"{"passphrase":"\#(typed)"}"#, as: session)
    #expect(reply.status == 200)
    #expect(reply.json["isWeak"] as? Bool == isWeak)
    let words = reply.json["words"] as? String
    #expect(words?.hasPrefix("This is weak: ") == (isWeak ? true : nil))
    #expect(!reply.text.contains(typed))
  }

  @Test func `six words are suggested, other ones each time`() async throws {
    let (served, session) = try await ServedVault.signedIn()
    var seen: Set<String> = []
    for _ in 0..<3 {
      let reply = try await served.ask("suggest-passphrase", as: session)
      let words = try #require(reply.json["passphrase"] as? String)
      #expect(words.split(separator: " ").count == 6)
      seen.insert(words)
    }
    #expect(seen.count == 3)
  }
}
