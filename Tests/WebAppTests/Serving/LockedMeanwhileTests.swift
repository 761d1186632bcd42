import HTTPTypes
import Hummingbird
import NIOCore
import Testing
import VaultStore

@testable import WebApp

@Suite("Calls under way when the vault is locked")
struct LockedMeanwhileTests {
  private static let table = Array("_id,store,cardid,barcodetype\n9,Pool,POOL-1,CODE_128\n".utf8)

  /// What does not keep a vault.
  private struct Watched {
    weak var vault: Vault?
  }

  @Test(arguments: ["cards", "state", "suggest-passphrase"])
  func `what was asked before a lock is not answered, even if the vault is open again`(
    name: String
  ) async throws {
    let served = try await ServedVault()
    let session = served.sessions.open(besides: nil)
    let reply = try await served.ask(name, as: session) {
      served.holder.lock()
      try await served.holder.open()
    }
    #expect(reply.status == 423)
    #expect(reply.json["cards"] == nil && reply.json["passphrase"] == nil)
    #expect(try await served.ask(name, as: session).status == 200)
  }

  @Test func `a change that was asked for before a lock is not made, even if it is open again`()
    async throws
  {
    let served = try await ServedVault()
    let session = served.sessions.open(besides: nil)
    let card = #"{"fields":{"name":"Gym"}}"#
    let reply = try await served.ask("add", card, as: session) {
      served.holder.lock()
      try await served.holder.open()
    }
    #expect(reply.status == 423)
    #expect(try await served.holder.vault().cards.isEmpty)
    #expect(try await served.ask("add", card, as: session).status == 200)
  }

  @Test(arguments: [("import", table), ("merge", Array("\nnot a bundle".utf8))])
  func `a file that came in before a lock is not read on, even if the vault is open again`(
    name: String, bytes: [UInt8]
  ) async throws {
    let served = try await ServedVault()
    let session = served.sessions.open(besides: nil)
    let reply = try await served.upload(name, bytes, as: session) {
      served.holder.lock()
      try await served.holder.open()
    }
    #expect(reply.status == 423 && reply.json["preview"] == nil)
    #expect(try await served.upload(name, bytes, as: session).status != 423)
  }

  @Test func `what a person chose before a lock is not imported`() async throws {
    let served = try await ServedVault()
    let session = served.sessions.open(besides: nil)
    let uploaded = try await served.upload("import", Self.table, as: session)
    let preview = try #require(uploaded.json["preview"] as? [String: Any])
    let id = try #require(preview["id"] as? String)
    let choice = #"{"files":[{"id":"\#(id)"}]}"#
    let watched = Watched(vault: try await served.holder.vault())
    let reply = try await served.ask("import-chosen", choice, as: session) { served.holder.lock() }
    #expect(reply.status == 423)
    // Its last call may end on another thread.
    for _ in 0..<100 where watched.vault != nil { try await Task.sleep(for: .milliseconds(10)) }
    #expect(watched.vault == nil)
    try await served.holder.open()
    #expect(try await served.holder.vault().cards.isEmpty)
  }

  @Test func `an import stops with its next photo after a lock, even if the vault is open again`()
    async throws
  {
    let served = try await ServedVault()
    let routes = ForeignRoutes(
      holder: served.holder, previews: served.locking.previews, reading: UploadReading())
    let head = HTTPRequest(
      method: .post, scheme: "http", authority: "127.0.0.1", path: "/api/import-chosen")
    let call = Call(
      request: Request(head: head, body: RequestBody(buffer: ByteBuffer())), body: ByteBuffer(),
      lockings: served.holder.lockings)
    try routes.note(1, of: 3, for: call)
    served.holder.lock()
    #expect(throws: LockedError.self) { try routes.note(2, of: 3, for: call) }
    try await served.holder.open()
    #expect(throws: LockedError.self) { try routes.note(3, of: 3, for: call) }
  }
}
