import Cards
import Foundation
import Testing
import VaultStore

@testable import WebApp

@Suite("Exports to other programs through a page")
struct ForeignExportTests {
  private static func served() async throws -> (ServedVault, [String]) {
    let (served, session) = try await ServedVault.signedIn()
    var ids: [String] = []
    for fields in [
      #"{"name":"Baker","code":"4006381333931","symbology":"EAN-13","pin":"4711"}"#,
      #"{"name":"Gym","number":"GYM-5521"}"#,
    ] {
      let added = try await served.ask("add", #"{"fields":\#(fields)}"#, as: session)
      ids.append(try #require(added.addedID))
    }
    return (served, ids)
  }

  @Test(arguments: ["csv", "json"])
  func `a file follows the line about it, which says who can read it`(form: String) async throws {
    let (served, _) = try await Self.served()
    let session = served.sessions.open(keeping: nil)
    let reply = try await served.ask("export-to", #"{"form":"\#(form)"}"#, as: session)
    #expect(reply.status == 200)
    let (line, file) = reply.parts
    #expect((line["name"] as? String)?.hasSuffix(".\(form)") == true)
    #expect((line["words"] as? String)?.hasPrefix("2 cards") == true)
    #expect((line["warning"] as? String)?.contains("not sealed") == true)
    #expect(file.contains("Baker") && file.contains("4006381333931"))
  }

  @Test func `a link holds one card, and has a QR code`() async throws {
    let (served, ids) = try await Self.served()
    let session = served.sessions.open(keeping: nil)
    let one = #"{"form":"link","cards":["\#(ids[0])"]}"#
    let reply = try await served.ask("export-to", one, as: session)
    #expect(reply.status == 200)
    #expect(reply.parts.file.hasPrefix("https://catima.app/share#"))
    #expect(reply.parts.line["symbol"] is [String: Any])
    let both = try await served.ask("export-to", #"{"form":"link"}"#, as: session)
    #expect(both.status == 422 && both.json["try"] as? String == "choose one card")
  }

  @Test func `what no page sends is refused`() async throws {
    let (served, ids) = try await Self.served()
    let session = served.sessions.open(keeping: nil)
    for json in [
      "{}", #"{"form":"zip"}"#, #"{"form":"csv","cards":[]}"#, #"{"form":"csv","password":"x"}"#,
    ] {
      #expect(try await served.ask("export-to", json, as: session).status == 400, "\(json)")
    }
    let gone = #"{"form":"csv","cards":["\#(ids[0])","\#(String(repeating: "0", count: 32))"]}"#
    #expect(try await served.ask("export-to", gone, as: session).status == 404)
    let none = try await served.ask("export-to", #"{"form":"ics"}"#, as: session)
    #expect(none.status == 422 && none.json["error"] as? String == "nothing was written")
  }
}

extension ServedVault.Reply {
  /// The line of JSON, and what follows it.
  fileprivate var parts: (line: [String: Any], file: String) {
    let halves = body.split(separator: UInt8(ascii: "\n"), maxSplits: 1)
    let line = halves.first.flatMap { try? JSONSerialization.jsonObject(with: Data($0)) }
    return (line as? [String: Any] ?? [:], String(decoding: halves.last ?? [], as: UTF8.self))
  }
}
