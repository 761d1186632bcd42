import Cards
import HTTPTypes
import Hummingbird
import NIOCore
import Testing
import VaultStore

@testable import WebApp

@Suite("Calls under way when the vault is locked")
struct LockedMeanwhileTests {
  private static let table = Array("_id,store,cardid,barcodetype\n9,Pool,POOL-1,CODE_128\n".utf8)

  /// A call that comes now.
  private static func call(_ name: String, of served: ServedVault) -> Call {
    let head = HTTPRequest(
      method: .post, scheme: "http", authority: "127.0.0.1", path: "/api/\(name)")
    return Call(
      request: Request(head: head, body: RequestBody(buffer: ByteBuffer())), body: ByteBuffer(),
      lockings: served.holder.lockings)
  }

  /// What does not keep a vault.
  private struct Watched {
    weak var vault: Vault?
  }

  @Test(arguments: [
    ("weigh-passphrase", #"{"passphrase":"lantern"}"#, "isWeak"), ("scan-start", "{}", "hasSample"),
    ("export-to", #"{"form":"json"}"#, "name"),
  ])
  func `what was asked before a lock is not answered, even if the vault is open again`(
    name: String, json: String, told: String
  ) async throws {
    let served = try await ServedVault()
    let session = served.sessions.open(keeping: nil)
    let reply = try await served.ask(name, json, as: session) {
      served.holder.lock()
      try await served.holder.open()
    }
    #expect(reply.status == 423)
    #expect(!reply.text.contains(told))
    #expect(try await served.ask(name, json, as: session).status != 423)
  }

  @Test func `a change that was asked for before a lock is not made, even if it is open again`()
    async throws
  {
    let served = try await ServedVault()
    let session = served.sessions.open(keeping: nil)
    let card = #"{"fields":{"name":"Gym"}}"#
    let reply = try await served.ask("add", card, as: session) {
      served.holder.lock()
      try await served.holder.open()
    }
    #expect(reply.status == 423)
    #expect(try await served.holder.vault().cards.isEmpty)
    #expect(try await served.ask("add", card, as: session).status == 200)
  }

  /// What a person is told after a lock, by what is known of a change.
  private static let words = [
    "saved":
      #"{"error":"the change was saved; the vault was locked meanwhile","keyChanged":false}"#,
    "unsure": #"{"error":"the vault was locked meanwhile, and the change may have been saved","#
      + #""keyChanged":false,"try":"look before you repeat it"}"#,
    "none": #"{"error":"the vault is locked","keyChanged":false}"#,
  ]

  @Test(
    arguments: [
      (.saved, false, "saved"), (.saved, true, "unsure"), (.unsure, false, "unsure"),
      (.unsure, true, "unsure"), (nil, false, "none"), (nil, true, "none"),
    ] as [(ChangeFate?, Bool, String)])
  func `after a lock, a person is told what became of a change, and no data`(
    change: ChangeFate?, fails: Bool, fate: String
  ) async throws {
    let served = try await ServedVault { calls in
      let holder = calls.holder
      let answer: CallGroup.Answering = { _ in
        holder.lock()
        if fails { throw WebError.gone("Gym is gone") }
        return .json(["words": "Left: 12.75 EUR"])
      }
      if let change {
        calls.save("change", says: change, answer)
      } else {
        calls.post("change", answer)
      }
    }
    let reply = try await served.ask("change", as: served.sessions.open(keeping: nil))
    #expect(reply.status == 423 && reply.text == Self.words[fate])
    #expect((reply.header("X-Cardvault-Change") ?? "none") == fate)
  }

  @Test(arguments: [false, true])
  func `what was being read when it was locked is not answered, nor why it failed`(
    fails: Bool
  ) async throws {
    let served = try await ServedVault { calls in
      let holder = calls.holder
      calls.get("read") { _ in
        holder.lock()
        try await holder.open()
        if fails { throw WebError.gone("Gym is gone") }
        return .json(["words": "Gym"])
      }
    }
    let session = served.sessions.open(keeping: nil)
    let reply = try await served.sent(.get, "/api/read", as: session)
    #expect(reply.status == 423 && reply.text == Self.words["none"])
  }

  @Test func `what changed something says so, for a page that is emptied before it hears of it`()
    async throws
  {
    let (served, session) = try await ServedVault.signedIn()
    func told(_ name: String, _ json: String = "{}") async throws -> String? {
      try await served.ask(name, json, as: session).header("X-Cardvault-Change")
    }
    #expect(try await told("add", #"{"fields":{"name":"Gym"}}"#) == "saved")
    #expect(try await told("edit-several", #"{"ids":[],"fields":{}}"#) == "saved")
    for name in ["cards", "state", "spend"] { #expect(try await told(name) == nil, "\(name)") }
    let uploaded = try await served.upload("import", Self.table, as: session)
    #expect(uploaded.status == 200 && uploaded.header("X-Cardvault-Change") == "unsure")
    served.holder.lock()
    #expect(try await told("edit-several", #"{"ids":[],"fields":{}}"#) == nil)
  }

  @Test func `a photo of drafts is not kept after a lock, even if the vault is open again`()
    async throws
  {
    let served = try await ServedVault()
    let crops = served.locking.crops
    let reading = UploadReading()
    let routes = ImportRoutes(
      holder: served.holder, crops: crops, reading: reading,
      others: ForeignRoutes(holder: served.holder, previews: served.locking.previews))
    let (call, drafts) = (Self.call("import", of: served), CropStoreTests.ids(3))
    try routes.keep(CropStoreTests.picture(100), of: [drafts[0]], for: call)
    #expect(crops[drafts[0]] != nil)
    try served.locking.lock()
    #expect(throws: WebError.locked(isKeyChanged: false)) {
      try routes.keep(CropStoreTests.picture(100), of: [drafts[1]], for: call)
    }
    try await served.holder.open()
    #expect(throws: WebError.locked(isKeyChanged: false)) {
      try routes.keep(CropStoreTests.picture(100), of: [drafts[2]], for: call)
    }
    #expect(drafts.allSatisfy { crops[$0] == nil })
  }

  @Test(arguments: [("import", table), ("merge", Array("\nnot a bundle".utf8))])
  func `a file that came in before a lock is not read on, even if the vault is open again`(
    name: String, bytes: [UInt8]
  ) async throws {
    let served = try await ServedVault()
    let session = served.sessions.open(keeping: nil)
    let reply = try await served.upload(name, bytes, as: session) {
      served.holder.lock()
      try await served.holder.open()
    }
    #expect(reply.status == 423 && reply.json["outcome"] == nil)
    #expect(try await served.upload(name, bytes, as: session).status != 423)
  }

  @Test func `what a person chose before a lock is not imported`() async throws {
    let served = try await ServedVault()
    let session = served.sessions.open(keeping: nil)
    let uploaded = try await served.upload("import", Self.table, as: session)
    let id = try #require(uploaded.json["id"] as? String)
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
    let routes = ForeignRoutes(holder: served.holder, previews: served.locking.previews)
    let call = Self.call("import-chosen", of: served)
    try routes.note(1, of: 3, for: call)
    served.holder.lock()
    #expect(throws: WebError.locked(isKeyChanged: false)) { try routes.note(2, of: 3, for: call) }
    try await served.holder.open()
    #expect(throws: WebError.locked(isKeyChanged: false)) { try routes.note(3, of: 3, for: call) }
  }
}
