import Cards
import Csodium
import Foundation
import HTTPTypes
import Sealing
import SystemPackage
import Testing
import VaultStore

@testable import WebApp

@Suite("Remembered browsers")
struct RememberedBrowsersTests {
  /// A browser's key pair.
  private struct Pair {
    var publicKey = [UInt8](repeating: 0, count: 32)
    var privateKey = [UInt8](repeating: 0, count: 64)

    init() { _ = unsafe crypto_sign_keypair(&publicKey, &privateKey) }

    func signature(_ nonce: String, at origin: String, of keyID: KeyID) -> String {
      let message = RememberedBrowsers.message(nonce, origin, keyID)
      var signature = [UInt8](repeating: 0, count: 64)
      _ = unsafe crypto_sign_detached(
        &signature, nil, message, UInt64(message.count), privateKey)
      return signature.hexadecimal
    }
  }

  private static let origin = ServedVault.origin

  private static func remembered() async throws -> (
    served: ServedVault, browsers: RememberedBrowsers, pair: Pair, id: String
  ) {
    let served = try await ServedVault()
    let (browsers, pair) = (served.locking.browsers, Pair())
    let browser = try browsers.remember(pair.publicKey, named: "Firefox on Linux", at: origin)
    return (served, browsers, pair, browser.id)
  }

  @Test func `a signature is accepted once, and at its address alone`() async throws {
    let (served, browsers, pair, id) = try await Self.remembered()
    let keyID = try #require(served.holder.keyID)
    let other = "http://127.0.0.1:1"
    #expect(browsers.isRemembered(id, at: Self.origin) == true)
    #expect(browsers.isRemembered(id, at: other) == false)
    // What a false server at the browser's address could have it sign.
    let foreign = pair.signature(browsers.challenge(for: id), at: other, of: keyID)
    for origin in [other, Self.origin] {
      #expect(!browsers.accepts(foreign, of: id, at: origin))
    }
    let own = pair.signature(browsers.challenge(for: id), at: Self.origin, of: keyID)
    #expect(!browsers.accepts(own, of: id, at: other))
    #expect(!browsers.accepts(own, of: "other", at: Self.origin))
    #expect(browsers.accepts(own, of: id, at: Self.origin))
    #expect(!browsers.accepts(own, of: id, at: Self.origin))
  }

  @Test func `a nonce works for 30 seconds`() async throws {
    let (served, browsers, pair, id) = try await Self.remembered()
    let keyID = try #require(served.holder.keyID)
    func signed() -> String {
      pair.signature(browsers.challenge(for: id), at: Self.origin, of: keyID)
    }
    let (early, late) = (signed(), signed())
    served.clock.advance(by: .seconds(29))
    #expect(browsers.accepts(early, of: id, at: Self.origin))
    served.clock.advance(by: .seconds(2))
    #expect(!browsers.accepts(late, of: id, at: Self.origin))
    #expect(browsers.accepts(signed(), of: id, at: Self.origin))
  }

  @Test func `32 nonces are open at once`() async throws {
    let (served, browsers, pair, id) = try await Self.remembered()
    let keyID = try #require(served.holder.keyID)
    let signed = (0..<33).map { _ in
      pair.signature(browsers.challenge(for: id), at: Self.origin, of: keyID)
    }
    #expect(!browsers.accepts(signed[0], of: id, at: Self.origin))
    for each in signed.dropFirst() { #expect(browsers.accepts(each, of: id, at: Self.origin)) }
  }

  @Test func `of 17 browsers, the one that was not used for longest is forgotten`() async throws {
    let (_, browsers, _, id) = try await Self.remembered()
    for number in 1...16 {
      _ = try browsers.remember(Pair().publicKey, named: "\(number)", at: Self.origin)
    }
    #expect(browsers.all?.map(\.name) == (1...16).map { "\($0)" })
    #expect(browsers.isRemembered(id, at: Self.origin) == false)
  }

  @Test func `they outlive a restart`() async throws {
    let (served, _, _, id) = try await Self.remembered()
    let again = Self.afterRestart(of: served)
    #expect(again.isRemembered(id, at: Self.origin) == true)
  }

  @Test func `while the vault's folder is away, they are remembered, and a lock forgets them`()
    async throws
  {
    let (served, browsers, _, id) = try await Self.remembered()
    let place = served.locations.vault.string
    try FileManager.default.moveItem(atPath: place, toPath: place + ".away")
    #expect(browsers.isRemembered(id, at: Self.origin) == true)
    try served.locking.lock()
    #expect(browsers.isRemembered(id, at: Self.origin) == false)
    #expect(Self.afterRestart(of: served).all?.isEmpty == true)
  }

  @Test func `as long as nobody knows the vault's key, a browser is told to come again`()
    async throws
  {
    let served = try await ServedVault(isMissing: true)
    #expect(served.locking.browsers.all == nil)
    let (status, _) = try await Self.asks(served, #"{"browser":"00"}"#)
    #expect(status == 503)
    let (known, _, _, _) = try await Self.remembered()
    #expect(try await Self.asks(known, #"{"browser":"00"}"#).status == 403)
  }

  @Test func `a browser signs in, and another one ends its session`() async throws {
    let (served, _, pair, id) = try await Self.remembered()
    let keyID = try #require(served.holder.keyID)
    let first = try await Self.asks(served, #"{"browser":"\#(id)"}"#).json
    let old = pair.signature(try #require(first["nonce"] as? String), at: Self.origin, of: keyID)
    served.clock.advance(by: .seconds(31))
    let stale = try await Self.asks(served, #"{"browser":"\#(id)","signature":"\#(old)"}"#)
    #expect(stale.status == 200 && stale.json["token"] == nil)
    let nonce = try #require(stale.json["nonce"] as? String)
    let signature = pair.signature(nonce, at: Self.origin, of: keyID)
    let body = #"{"browser":"\#(id)","signature":"\#(signature)"}"#
    let reply = try await served.sent(
      .post, "/api/sign-in", ["X-Cardvault": "", "Content-Type": "application/json"],
      Array(body.utf8))
    let token = try #require(reply.json["token"] as? String)
    let cookie = reply.header("Set-Cookie")?.split(separator: ";").first.map(String.init)
    func cards() async throws -> Int {
      try await served.sent(
        .get, "/api/cards", ["X-Cardvault": token, "Cookie": cookie]
      ).status
    }
    #expect(try await cards() == 200)
    let other = served.sessions.open(keeping: nil)
    let key = pair.publicKey.hexadecimal
    #expect(
      try await served.ask("forget-browser", #"{"publicKey":"\#(key)"}"#, as: other).status == 200)
    #expect(try await cards() == 401)
    #expect(try await served.ask("cards", as: other).status == 200)
  }

  /// What another server on this machine remembers.
  private static func afterRestart(of served: ServedVault) -> RememberedBrowsers {
    RememberedBrowsers(in: served.locations.stateDirectory, of: { served.holder.keyID })
  }

  private static func asks(
    _ served: ServedVault, _ json: String
  ) async throws -> (status: Int, json: [String: Any]) {
    let reply = try await served.sent(
      .post, "/api/sign-in", ["X-Cardvault": "", "Content-Type": "application/json"],
      Array(json.utf8))
    return (reply.status, reply.json)
  }
}
