import Cards
import Foundation
import Testing
import VaultStore

@testable import WebApp

@Suite("Other wallets' files through a page")
struct ForeignRoutesTests {
  private static let table = """
    _id,store,note,cardid,barcodetype,starstatus
    1,Baker,fresh,4006381333931,EAN_13,1
    2,Gym,,GYM-5521-77,CODE_128,0
    3,Library,,1234567890,,0
    4,,,1,,0

    """
  private static let codes = ["4006381333931", "GYM-5521-77", "1234567890"]

  private static func uploaded(
    _ text: String = table, to served: ServedVault, as session: Sessions.Session
  ) async throws -> ServedVault.Reply {
    try await served.upload("import", Array(text.utf8), ["X-Name": "catima.csv"], as: session)
  }

  private static func choose(
    _ id: String, without places: [Int] = [], of served: ServedVault, as session: Sessions.Session
  ) async throws -> ServedVault.Reply {
    let json = #"{"files":[{"id":"\#(id)","without":\#(places)}]}"#
    return try await served.ask("import-chosen", json, as: session)
  }

  @Test func `a preview names every card without a number, and stores nothing`() async throws {
    let (served, session) = try await ServedVault.signedIn()
    let reply = try await Self.uploaded(to: served, as: session)
    #expect(reply.status == 200 && reply.drafts.isEmpty)
    #expect(reply.json["words"] as? String == "Catima, 4 cards: 3 new, 1 left out (it has no name)")
    #expect(reply.items.map { $0["name"] as? String } == ["Baker", "Gym", "Library", "card 4"])
    #expect(
      reply.items.map { $0["outcome"] as? String } == ["new", "new", "new", "leftOut"])
    #expect(reply.items[2]["words"] as? String == "new; it has no barcode")
    #expect(reply.items[2]["doubts"] as? [String] == ["it has no barcode"])
    #expect(reply.items[3]["words"] as? String == "not readable, because it has no name")
    #expect(reply.items[3]["reason"] as? String == "unreadable")
    #expect(reply.items[0]["ending"] as? String == "3931")
    // None of them has an id before it is stored.
    #expect(reply.items.allSatisfy { $0["id"] == nil })
    #expect(Self.codes.allSatisfy { !reply.text.contains($0) })
    #expect(try await served.holder.vault().cards.isEmpty)
  }

  @Test func `what is chosen is stored in one change, which one undo undoes`() async throws {
    let (served, session) = try await ServedVault.signedIn()
    let first = try await Self.uploaded(to: served, as: session)
    let other = "_id,store,cardid,barcodetype\n9,Pool,POOL-1,NEW_CODE\n"
    let second = try await Self.uploaded(other, to: served, as: session)
    let files = #"{"id":"\#(first.id)","without":[1]},{"id":"\#(second.id)"}"#
    let stored = try await served.ask("import-chosen", #"{"files":[\#(files)]}"#, as: session)
    #expect(stored.status == 200)
    #expect(
      stored.json["words"] as? String
        == "Catima, 5 cards: 2 imported, 1 doubtful, "
        + "2 left out (1 because you did not choose it, 1 because it has no name)")
    let parts = stored.json["files"] as? [[String: Any]] ?? []
    let outcomes = parts.compactMap { $0["outcome"] as? [String: Any] }
    #expect(outcomes.map { ($0["added"] as? [String])?.count } == [2, 1])
    #expect(outcomes.map { ($0["drafts"] as? [String])?.count } == [0, 1])
    let vault = try await served.holder.vault()
    #expect(await vault.cards.map(\.name) == ["Baker", "Library", "Pool"])
    #expect(try await served.ask("undo", as: session).status == 200)
    #expect(await vault.cards.isEmpty)
  }

  @Test func `the same file again changes nothing, and leaves nothing to choose`() async throws {
    let (served, session) = try await ServedVault.signedIn()
    let first = try await Self.uploaded(to: served, as: session)
    #expect(try await Self.choose(first.id, of: served, as: session).status == 200)
    #expect(try await Self.choose(first.id, of: served, as: session).status == 404)
    let again = try await Self.uploaded(to: served, as: session)
    #expect(again.status == 200 && again.json["id"] == nil)
    let words = "Catima, 4 cards: 3 already there, 1 left out (it has no name)"
    #expect(again.json["words"] as? String == words)
  }

  @Test func `what a later file says otherwise is told, and leaves nothing to choose`() async throws
  {
    let (served, session) = try await ServedVault.signedIn()
    let header = "_id,store,cardid,barcodetype,balance,balancetype\n"
    let table = { (balance: String) in "\(header)1,Gym,A-7,CODE_128,\(balance),EUR\n" }
    let first = try await Self.uploaded(table("20"), to: served, as: session)
    #expect(first.items.map { $0["differences"] == nil } == [true])
    #expect(try await Self.choose(first.id, of: served, as: session).status == 200)
    let later = try await Self.uploaded(table("8"), to: served, as: session)
    #expect(later.json["id"] == nil)
    #expect(later.items.map { $0["differences"] == nil } == [false])
    #expect(
      later.items.map { $0["words"] as? String } == [
        "already there; the file has another balance (8 EUR)"
      ])
  }

  @Test func `a card that was edited meanwhile keeps what the person typed`() async throws {
    let (served, session) = try await ServedVault.signedIn()
    let reply = try await Self.uploaded(to: served, as: session)
    let fields = #"{"name":"Bread","code":"4006381333931","symbology":"EAN-13","note":"mine"}"#
    let added = try await served.ask("add", #"{"fields":\#(fields)}"#, as: session)
    #expect(added.status == 200)
    #expect(try await Self.choose(reply.id, of: served, as: session).status == 200)
    let cards = try await served.holder.vault().cards
    #expect(cards.map(\.name) == ["Bread", "Gym", "Library"])
    #expect(cards.first?.note.contains("mine") == true)
  }

  @Test func `only the tab that sent a file can choose from it, and only by its id`() async throws {
    let (served, session) = try await ServedVault.signedIn()
    let reply = try await Self.uploaded(to: served, as: session)
    let stranger = served.sessions.open(keeping: session.cookie.text)
    #expect(try await Self.choose(reply.id, of: served, as: stranger).status == 404)
    for id in ["", "0", String(repeating: "0", count: 64), String(reply.id.dropLast())] {
      #expect(try await Self.choose(id, of: served, as: session).status == 404)
    }
    let twice = #"{"files":[{"id":"\#(reply.id)"},{"id":"\#(reply.id)"}]}"#
    for json in [#"{"files":[]}"#, "{}", twice] {
      #expect(try await served.ask("import-chosen", json, as: session).status == 400)
    }
    let forgetting = #"{"ids":["\#(reply.id)"]}"#
    #expect(try await served.ask("import-forget", forgetting, as: stranger).status == 200)
    let odd = [-1, 3, 99, Int.max]
    #expect(try await Self.choose(reply.id, without: odd, of: served, as: session).status == 200)
    #expect(try await served.holder.vault().cards.count == 3)
  }

  @Test func `a file that is not wanted is forgotten, and so is one that waits too long`()
    async throws
  {
    let (served, session) = try await ServedVault.signedIn()
    let reply = try await Self.uploaded(to: served, as: session)
    let forgetting = #"{"ids":["\#(reply.id)"]}"#
    #expect(try await served.ask("import-forget", forgetting, as: session).status == 200)
    #expect(try await Self.choose(reply.id, of: served, as: session).status == 404)
    let other = try await Self.uploaded(to: served, as: session)
    served.clock.advance(by: .seconds(1_800))
    #expect(try await Self.choose(other.id, of: served, as: session).status == 404)
    #expect(try await served.holder.vault().cards.isEmpty)
  }

  @Test func `after the lock, nothing is read and nothing is remembered`() async throws {
    let (served, session) = try await ServedVault.signedIn(passphrase: "open sesame")
    let unlocking = #"{"passphrase":"open sesame"}"#
    #expect(try await served.ask("unlock", unlocking, as: session).status == 200)
    let reply = try await Self.uploaded(to: served, as: session)
    #expect(try await served.ask("lock", as: session).status == 200)
    #expect(try await Self.uploaded(to: served, as: session).status == 423)
    let locked = Array("word\n\(Self.table)".utf8)
    #expect(try await served.upload("import-locked", locked, as: session).status == 423)
    #expect(try await Self.choose(reply.id, of: served, as: session).status == 423)
    #expect(try await served.ask("unlock", unlocking, as: session).status == 200)
    #expect(try await Self.choose(reply.id, of: served, as: session).status == 404)
    #expect(try await served.holder.vault().cards.isEmpty)
  }

  @Test func `a file with too many cards is refused, with the reason`() async throws {
    let (served, session) = try await ServedVault.signedIn()
    let rows = (0...20_000).map { "S\($0),C-\($0),CODE_128\n" }
    let table = "store,cardid,barcodetype\n" + rows.joined()
    let reply = try await Self.uploaded(table, to: served, as: session)
    #expect(reply.status == 200 && reply.items.map { $0["reason"] as? String } == ["refused"])
    #expect((reply.items.first?["words"] as? String)?.contains("more than 20000 cards") == true)
  }

  @Test func `a damaged file says why, and is no picture`() async throws {
    let (served, session) = try await ServedVault.signedIn()
    let reply = try await Self.uploaded("store,cardid\n\"Baker", to: served, as: session)
    #expect(reply.status == 200 && reply.items.map { $0["reason"] as? String } == ["refused"])
    let words = reply.items.first?["words"] as? String
    #expect(words?.contains("quotes that open in line 2 are never closed") == true)
  }

  @Test func `a link that shares a card is read without asking anybody`() async throws {
    let (served, session) = try await ServedVault.signedIn()
    let link =
      "https://catima.app/share#store%3DCaf%25C3%25A9%26note%3D%26cardid%3D4006381333931"
      + "%26barcodetype%3DEAN_13"
    let reply = try await Self.uploaded(link, to: served, as: session)
    #expect(reply.items.map { $0["name"] as? String } == ["Café"])
    #expect(!reply.text.contains("4006381333931"))
    #expect(try await Self.choose(reply.id, of: served, as: session).status == 200)
    #expect(try await served.holder.vault().cards.map(\.name) == ["Café"])
  }

  @Test func `two files with the same card are one change, and bring it once`() async throws {
    let (served, session) = try await ServedVault.signedIn()
    let first = try await Self.uploaded(to: served, as: session)
    let pass = """
      {"formatVersion": 1, "passTypeIdentifier": "p", "serialNumber": "1",
       "organizationName": "Pass", "description": "dark bread",
       "barcode": {"format": "PKBarcodeFormatEAN13", "message": "4006381333931"}}
      """
    let second = try await Self.uploaded(pass, to: served, as: session)
    let files = #"{"files":[{"id":"\#(first.id)"},{"id":"\#(second.id)"}]}"#
    let stored = try await served.ask("import-chosen", files, as: session)
    #expect(stored.status == 200)
    let words =
      "Catima, 4 cards: 3 imported, 1 left out (it has no name); Pass, 1 card: 1 already there"
    #expect(stored.json["words"] as? String == words)
    #expect(try await served.holder.vault().cards.map(\.name) == ["Baker", "Gym", "Library"])
    #expect(try await served.ask("undo", as: session).status == 200)
    #expect(try await served.holder.vault().cards.isEmpty)
  }

  @Test func `if one of the files is gone, nothing of the others is stored`() async throws {
    let (served, session) = try await ServedVault.signedIn()
    let reply = try await Self.uploaded(to: served, as: session)
    let gone = String(repeating: "0", count: 64)
    let files = #"{"files":[{"id":"\#(reply.id)"},{"id":"\#(gone)"}]}"#
    #expect(try await served.ask("import-chosen", files, as: session).status == 404)
    #expect(try await served.holder.vault().cards.isEmpty)
    #expect(try await Self.choose(reply.id, of: served, as: session).status == 200)
  }

  @Test func `a password comes before the file, in the body`() async throws {
    let (served, session) = try await ServedVault.signedIn()
    for body in ["", "no line feed"] {
      let reply = try await served.upload("import-locked", Array(body.utf8), as: session)
      #expect(reply.status == 400, "\(body)")
    }
    let text = try await served.upload(
      "import-locked", Array("word\n\(Self.table)".utf8), as: session)
    #expect(text.status == 200 && text.json["id"] is String)
  }
}

extension ServedVault.Reply {
  private var outcome: [String: Any] { json["outcome"] as? [String: Any] ?? [:] }
  fileprivate var drafts: [String] { outcome["drafts"] as? [String] ?? [] }
  fileprivate var items: [[String: Any]] { outcome["items"] as? [[String: Any]] ?? [] }
  /// What the choice names the file by.
  fileprivate var id: String { json["id"] as? String ?? "" }
}
