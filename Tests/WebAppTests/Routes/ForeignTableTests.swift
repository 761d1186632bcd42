internal import Cards
import Foundation
import Testing
import VaultStore
import WalletFiles

@testable import WebApp

@Suite("Tables whose columns a person confirms on a page")
struct ForeignTableTests {
  private static let table = """
    Shop,Card,Kind of code,Secret
    Baker,4006381333931,EAN-13,2580
    Gym,GYM-5521-77,,1234

    """
  private static let columns = "1=name,2=code,3=symbology,4=pin"

  private static func uploaded(
    _ text: String = table, columns: String? = nil, to served: ServedVault,
    as session: Sessions.Session
  ) async throws -> ServedVault.Reply {
    var headers = ["X-Name": "cards.csv"]
    if let columns { headers["X-Columns"] = columns }
    return try await served.upload("import", Array(text.utf8), headers, as: session)
  }

  @Test func `a table is answered with its columns, a guess, and no number`() async throws {
    let (served, session) = try await ServedVault.signedIn()
    let reply = try await Self.uploaded(to: served, as: session)
    #expect(reply.status == 200 && Set(reply.json.keys) == ["columns"])
    let columns = reply.columns["columns"] as? [[String: Any]] ?? []
    #expect(
      columns.map { $0["name"] as? String } == ["Shop", "Card", "Kind of code", "Secret"])
    #expect(columns.map { $0["field"] as? String } == ["name", "code", "note", nil])
    #expect((columns.first?["examples"] as? [String]) == ["Baker", "Gym"])
    let fields = reply.columns["fields"] as? [[String: String]] ?? []
    #expect(fields.compactMap { $0["name"] } == TableField.allCases.map(\.rawValue))
    for secret in ["4006381333931", "GYM-5521-77", "2580", "1234"] {
      #expect(!reply.text.contains(secret))
    }
    #expect(try await served.holder.vault().rememberedColumns.isEmpty)
  }

  @Test func `columns that were confirmed give a preview, and are remembered with its cards`()
    async throws
  {
    let (served, session) = try await ServedVault.signedIn()
    for columns in [Self.columns, Self.columns] {
      let reply = try await Self.uploaded(columns: columns, to: served, as: session)
      let preview = reply.json
      #expect(preview["words"] as? String == "Table, 2 cards: 1 new, 1 doubtful")
      let shown = (preview["columns"] as? [String: Any])?["columns"] as? [[String: Any]] ?? []
      #expect(shown.map { $0["field"] as? String } == ["name", "code", "symbology", "pin"])
      // The id may contain these digits by chance.
      let text = reply.text.replacing(try #require(preview["id"] as? String), with: "")
      #expect(!text.contains("2580") && !text.contains("4006381333931"))
      #expect(try await served.holder.vault().rememberedColumns.isEmpty)
    }
    // A person who was wrong says it again.
    let other = try await Self.uploaded(columns: "1=name,2=number", to: served, as: session)
    let preview = other.json
    let outcome = preview["outcome"] as? [String: Any] ?? [:]
    let items = outcome["items"] as? [[String: Any]] ?? []
    #expect(items.map { $0["symbologies"] == nil } == [true, true])
    let id = preview["id"] as? String ?? ""
    let stored = try await served.ask("import-chosen", #"{"files":[{"id":"\#(id)"}]}"#, as: session)
    #expect(stored.status == 200)
    #expect(try await served.holder.vault().cards.map(\.name) == ["Baker", "Gym"])
    let again = try await Self.uploaded(to: served, as: session)
    let known = again.json
    #expect(known["id"] == nil && known["columns"] is [String: Any])
  }

  @Test(arguments: [
    "", "1=name", "1=name,2=name", "1=name,9=code", "0=name,2=code", "name,code", "1=name,2=frob",
    "1=name,2=code,2=number", "=", String(repeating: "1=name,", count: 1_000),
  ])
  func `columns that no page sends are refused, and not remembered`(columns: String) async throws {
    let (served, session) = try await ServedVault.signedIn()
    let reply = try await Self.uploaded(columns: columns, to: served, as: session)
    #expect(reply.status == 400)
    #expect(try await served.holder.vault().rememberedColumns.isEmpty)
  }

  @Test func `a password manager's table shows no secret, and warns a person who chooses from it`()
    async throws
  {
    let (served, session) = try await ServedVault.signedIn()
    let text = """
      name,login_uri,login_username,login_password,notes
      Airline,https://air.example,FF123,topsecretword,PIN: 42
      Gym,,778899,hunter2,

      """
    let asked = try await Self.uploaded(text, to: served, as: session)
    let said = try await Self.uploaded(
      text, columns: "1=name,3=number", to: served, as: session)
    let preview = said.json
    #expect(
      preview["words"] as? String
        == "Table, 2 cards: 2 new; not imported: “login_uri”, “login_password”, “notes”")
    for columns in [asked.columns, preview["columns"] as? [String: Any] ?? [:]] {
      #expect((columns["warning"] as? String)?.contains("password manager") == true)
    }
    for secret in ["FF123", "topsecretword", "PIN: 42", "778899", "hunter2"] {
      #expect(!asked.text.contains(secret) && !said.text.contains(secret), "\(secret)")
    }
    #expect(try await served.holder.vault().cards.isEmpty)
  }

  @Test func `columns that nobody knows are asked for, and then give a preview`() async throws {
    let (served, session) = try await ServedVault.signedIn()
    let odd = "Wo,Womit\nBaker,4006381333931\nGym,GYM-5521-77\n"
    let asked = try await Self.uploaded(odd, to: served, as: session)
    let columns = asked.columns["columns"] as? [[String: Any]] ?? []
    #expect(columns.map { $0["name"] as? String } == ["Wo", "Womit"])
    #expect(columns.map { $0["field"] as? String } == ["note", nil])
    #expect(!asked.text.contains("4006381333931"))
    let said = try await Self.uploaded(odd, columns: "1=name,2=code", to: served, as: session)
    let preview = said.json
    #expect(preview["words"] as? String == "Table, 2 cards: 2 doubtful")
  }

  @Test func `columns of any other file change nothing`() async throws {
    let (served, session) = try await ServedVault.signedIn()
    let catima = "_id,store,cardid,barcodetype\n9,Pool,POOL-1,CODE_128\n"
    let reply = try await Self.uploaded(catima, columns: Self.columns, to: served, as: session)
    let preview = reply.json
    #expect(preview["words"] as? String == "Catima, 1 card: 1 new" && preview["columns"] == nil)
  }

  @Test func `a locked vault reads no table`() async throws {
    let (served, session) = try await ServedVault.signedIn(passphrase: "open sesame")
    #expect(try await Self.uploaded(to: served, as: session).status == 423)
  }
}

extension ServedVault.Reply {
  /// The columns to confirm.
  fileprivate var columns: [String: Any] { json["columns"] as? [String: Any] ?? [:] }
}
