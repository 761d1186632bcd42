import Foundation
import SystemPackage
import Testing
import VaultStore

@testable import WebApp

@Suite("A machine without a vault")
struct NewVaultTests {
  private static func withoutVault() async throws -> (
    served: ServedVault, session: Sessions.Session
  ) {
    let (served, session) = try await ServedVault.signedIn(isMissing: true)
    return (served, session)
  }

  @Test func `every other call says that there is none`() async throws {
    let (served, session) = try await Self.withoutVault()
    for name in ["state", "cards", "sheet", "browsers"] {
      let reply = try await served.ask(name, as: session)
      #expect(reply.status == 423 && reply.json["noVault"] as? Bool == true)
    }
    let place = try await served.ask("new-vault", as: session)
    #expect(place.status == 200 && place.json["keys"] as? [String] == [])
  }

  @Test func `one is created once`() async throws {
    let (served, session) = try await Self.withoutVault()
    let made = try await served.ask("create-vault", as: session)
    #expect(made.status == 200)
    #expect(try await served.ask("cards", as: session).status == 200)
    for name in ["create-vault", "new-vault", "join-vault"] {
      let json = name == "join-vault" ? #"{"target":"/nowhere"}"# : "{}"
      #expect(try await served.ask(name, json, as: session).status == 422)
    }
    #expect(served.locations.keyIDs.count == 1)
  }

  @Test func `with a passphrase, it opens with that alone`() async throws {
    let (served, session) = try await Self.withoutVault()
    let words = #"{"passphrase":"open sesame"}"#
    #expect(try await served.ask("create-vault", words, as: session).status == 200)
    #expect(try await served.ask("lock", as: session).status == 200)
    #expect(try await served.ask("cards", as: session).status == 423)
    #expect(try await served.ask("unlock", #"{"passphrase":"x"}"#, as: session).status == 403)
    #expect(try await served.ask("unlock", words, as: session).status == 200)
    #expect(try await served.ask("cards", as: session).status == 200)
  }

  @Test(arguments: ["", "   ", "cardvault-key1", "not a key", String(repeating: "q", count: 5_000)])
  func `what is no key is not stored`(text: String) async throws {
    let (served, session) = try await Self.withoutVault()
    let reply = try await served.upload("restore-key", Array(text.utf8), as: session)
    #expect(reply.status == 422 && served.locations.keyIDs.isEmpty)
  }

  @Test func `a vault whose folder went away before it was unlocked is not missing`() async throws {
    let (served, session) = try await ServedVault.signedIn(passphrase: "open sesame")
    let place = served.locations.vault
    try FileManager.default.moveItem(atPath: place.string, toPath: place.string + ".away")
    let reply = try await served.ask("state", as: session)
    #expect(reply.status == 423 && reply.json["noVault"] == nil)
    #expect(try await served.ask("create-vault", as: session).status == 423)
    let words = #"{"passphrase":"open sesame"}"#
    #expect(try await served.ask("unlock", words, as: session).status == 503)
    try FileManager.default.moveItem(atPath: place.string + ".away", toPath: place.string)
    #expect(try await served.ask("unlock", words, as: session).status == 200)
  }

  @Test func `nobody else gets anything`() async throws {
    let (served, _) = try await Self.withoutVault()
    for name in ["new-vault", "create-vault", "join-vault"] {
      #expect(
        try await served.ask(name, as: .init(cookie: Secret(), token: Secret())).status == 401)
    }
  }
}
