import Foundation
import Sealing
import SystemPackage
import Testing
import VaultFormat
import VaultStore

@testable import WebApp

@Suite("Locking")
struct IdleLockTests {
  /// Changes the key as another program, from "old words" to "new words".
  private static func changeKey(of served: ServedVault) async throws {
    let other = try Vault.open(at: served.locations) { (key) throws(VaultError) in
      try VaultError.ofKeys { () throws(SealingError) in
        try key.unwrap(try Passphrase(Array("old words".utf8).span))
      }
    }
    let words = Array("new words".utf8)
    _ = try await other.makeNextKey(passphrase: try Passphrase(words.span), cost: .least)
    _ = try await other.rotate()
  }

  @Test func `without a use for as long as the limit says, the vault locks, whatever pages ask`()
    async throws
  {
    let (served, session) = try await ServedVault.signedIn(idleLimit: .seconds(600))
    #expect(try await served.ask("cards", as: session).status == 200)
    served.clock.advance(by: .seconds(599))
    #expect(try await served.ask("state", as: session, quietly: true).status == 200)
    served.locking.lockIfIdle()
    #expect(!served.holder.isLocked)
    served.clock.advance(by: .seconds(1))
    served.locking.lockIfIdle()
    #expect(served.holder.isLocked)
    let next = try await served.ask("state", as: session, quietly: true)
    #expect(next.status == 401)
    #expect(next.header("Clear-Site-Data") == "\"cache\"")
    let after = try await served.ask("state", as: session, quietly: true)
    #expect(after.header("Clear-Site-Data") == nil)
  }

  @Test func `a remembered browser outlives the lock by itself, and not one by a person`()
    async throws
  {
    let (served, session) = try await ServedVault.signedIn(idleLimit: .seconds(60))
    let key = String(repeating: "ab", count: 32)
    let remembering = #"{"name":"Firefox on Linux","publicKey":"\#(key)"}"#
    let id = try #require(
      try await served.ask("remember", remembering, as: session).json["id"] as? String)
    let browsers = served.locking.browsers
    served.clock.advance(by: .seconds(60))
    served.locking.lockIfIdle()
    let next = try await served.ask("state", as: session, quietly: true)
    #expect(next.status == 401 && next.header("Clear-Site-Data") == "\"cache\"")
    #expect(browsers.isRemembered(id, at: ServedVault.origin) == true)
    try await served.holder.open()
    let again = served.sessions.open(keeping: nil)
    let last = try await served.ask("lock", as: again)
    #expect(last.status == 200)
    #expect(last.header("Clear-Site-Data") == "\"cache\"")
    #expect(browsers.all?.isEmpty == true)
  }

  @Test func `a change of the key ends what was remembered`() async throws {
    let (served, session) = try await ServedVault.signedIn(passphrase: "old words")
    let unlocking = #"{"passphrase":"old words"}"#
    #expect(try await served.ask("unlock", unlocking, as: session).status == 200)
    let remembering =
      #"{"name":"x","publicKey":"\#(String(repeating: "ab", count: 32))"}"#
    let id = try #require(
      try await served.ask("remember", remembering, as: session).json["id"] as? String)
    #expect(served.locking.browsers.isRemembered(id, at: ServedVault.origin) == true)
    try await Self.changeKey(of: served)
    #expect(try await served.ask("state", as: session).json["keyChanged"] as? Bool == true)
    #expect(served.locking.browsers.isRemembered(id, at: ServedVault.origin) == false)
  }

  @Test(arguments: ["", "ab", String(repeating: "xy", count: 32)])
  func `what is no public key is not remembered`(key: String) async throws {
    let (served, session) = try await ServedVault.signedIn()
    let json = #"{"name":"x","publicKey":"\#(key)"}"#
    #expect(try await served.ask("remember", json, as: session).status == 400)
    #expect(served.locking.browsers.all?.isEmpty == true)
  }

  @Test func `a person's call puts the lock off`() async throws {
    let (served, session) = try await ServedVault.signedIn(idleLimit: .seconds(600))
    for _ in 0..<3 {
      served.clock.advance(by: .seconds(599))
      #expect(try await served.ask("cards", as: session).status == 200)
      served.locking.lockIfIdle()
    }
    #expect(!served.holder.isLocked)
  }

  @Test func `with a passphrase, a session goes on after the lock`() async throws {
    let (served, session) = try await ServedVault.signedIn(
      passphrase: "open sesame", idleLimit: .seconds(60))
    let unlocking = #"{"passphrase":"open sesame"}"#
    #expect(try await served.ask("cards", as: session).status == 423)
    #expect(try await served.ask("unlock", unlocking, as: session).status == 200)
    served.clock.advance(by: .seconds(60))
    served.locking.lockIfIdle()
    let next = try await served.ask("cards", as: session)
    #expect(next.status == 423 && next.header("Clear-Site-Data") == "\"cache\"")
    #expect(try await served.ask("unlock", #"{"passphrase":"wrong"}"#, as: session).status == 403)
    #expect(try await served.ask("unlock", unlocking, as: session).status == 200)
    #expect(try await served.ask("cards", as: session).status == 200)
  }

  @Test func `a key changed meanwhile asks for its passphrase, and the same form is saved then`()
    async throws
  {
    let (served, session) = try await ServedVault.signedIn(passphrase: "old words")
    let (old, new) = (#"{"passphrase":"old words"}"#, #"{"passphrase":"new words"}"#)
    #expect(try await served.ask("unlock", old, as: session).status == 200)
    let added = try await served.ask("add", #"{"fields":{"name":"Gym"}}"#, as: session)
    let id = try #require(added.addedID)
    let version = try await served.version(of: id, as: session)
    try await Self.changeKey(of: served)
    let form = #"{"id":"\#(id)","version":\#(version),"fields":{"note":"half filled"}}"#
    let refused = try await served.ask("edit", form, as: session)
    #expect(refused.status == 423 && refused.json["keyChanged"] as? Bool == true)
    #expect(try await served.ask("unlock", new, as: session).status == 200)
    #expect(try await served.ask("edit", form, as: session).status == 200)
    let card = try await served.ask("card", #"{"id":"\#(id)"}"#, as: session)
    #expect(card.json["note"] as? String == "half filled")
  }

  @Test func `a vault that waits for a new key's passphrase is locked when nobody uses it, too`()
    async throws
  {
    let served = try await ServedVault(passphrase: "old words", idleLimit: .seconds(600))
    let session = served.sessions.open(keeping: nil)
    let old = #"{"passphrase":"old words"}"#
    #expect(try await served.ask("unlock", old, as: session).status == 200)
    let table = Array("_id,store,cardid,barcodetype\n9,Pool,POOL-1,CODE_128\n".utf8)
    let uploaded = try await served.upload("import", table, as: session)
    let id = try #require(uploaded.json["id"] as? String)
    try await Self.changeKey(of: served)
    let asked = try await served.ask("state", as: session, quietly: true)
    #expect(asked.status == 423 && asked.json["keyChanged"] as? Bool == true)
    served.locking.lockIfIdle()
    #expect(served.locking.previews.file(id, of: session.token.text) != nil)
    served.clock.advance(by: .seconds(600))
    served.locking.lockIfIdle()
    #expect(served.locking.previews.file(id, of: session.token.text) == nil)
    let next = try await served.ask("state", as: session, quietly: true)
    #expect(next.status == 423 && next.json["keyChanged"] as? Bool == false)
    #expect(next.header("Clear-Site-Data") == "\"cache\"")
    let new = #"{"passphrase":"new words"}"#
    #expect(try await served.ask("unlock", new, as: session).status == 200)
  }

  @Test func `while the vault's folder is gone, every call says so, and goes on when it is back`()
    async throws
  {
    let (served, session) = try await ServedVault.signedIn()
    let added = try await served.ask("add", #"{"fields":{"name":"Gym"}}"#, as: session)
    let id = try #require(added.addedID)
    let version = try await served.version(of: id, as: session)
    let (place, elsewhere) = (served.locations.vault, served.folder.appending("elsewhere"))
    try FileManager.default.moveItem(atPath: place.string, toPath: elsewhere.string)
    let editing = #"{"id":"\#(id)","version":\#(version),"fields":{"note":"typed"}}"#
    for (name, json) in [("state", "{}"), ("cards", "{}"), ("edit", editing)] {
      let reply = try await served.ask(name, json, as: session)
      #expect(reply.status == 503, "\(name)")
      #expect(reply.json["error"] as? String == "the vault's folder is missing", "\(name)")
    }
    // What is left of a mount point.
    try FileManager.default.createDirectory(
      atPath: place.string, withIntermediateDirectories: false)
    #expect(try await served.ask("state", as: session).status == 503)
    try FileManager.default.removeItem(atPath: place.string)
    try FileManager.default.moveItem(atPath: elsewhere.string, toPath: place.string)
    #expect(try await served.ask("edit", editing, as: session).status == 200)
  }
}
