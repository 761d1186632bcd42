import HTTPTypes
import Testing

@testable import WebApp

@Suite("Routes and what guards them")
struct WebRouterTests {
  static let reads = ServedVault.described.filter { $0.method == .get }.map(\.name)

  @Test func `every call that is described is there, by its method alone`() async throws {
    let served = try await ServedVault()
    #expect(Self.reads.count >= 20 && ServedVault.described.count > 55)
    for (method, name) in ServedVault.described where name != "sign-in" {
      let headers = ["X-Cardvault": "none", "Content-Type": "application/json"]
      let reply = try await served.sent(method, "/api/\(name)", headers)
      #expect(reply.status == 401, "\(name)")
      let other: HTTPRequest.Method = method == .get ? .post : .get
      let refused = try await served.sent(other, "/api/\(name)", headers)
      #expect(refused.status == 404, "\(name)")
    }
  }

  @Test(arguments: reads)
  func `no link, image or other page gets data`(name: String) async throws {
    let (served, session) = try await ServedVault.signedIn()
    let evil = "http://evil.example"
    // A browser sends the cookie by itself, and nothing else of ours.
    for headers in [
      ["X-Cardvault": nil], ["X-Cardvault": nil, "Sec-Fetch-Site": "same-origin"],
      ["X-Cardvault": nil, "Sec-Fetch-Site": "none"], ["Sec-Fetch-Site": "cross-site"],
      ["Sec-Fetch-Site": "none"], ["Origin": evil], ["Origin": "null"],
    ] as [[String: String?]] {
      let reply = try await served.sent(.get, "/api/\(name)", headers, as: session)
      #expect(reply.status == 403 && reply.text == #"{"error":"refused"}"#, "\(headers)")
    }
    let noCookie = try await served.sent(.get, "/api/\(name)", ["Cookie": nil], as: session)
    #expect(noCookie.status == 401)
  }

  @Test func `no way of writing a path gets around the checks`() async throws {
    let (served, session) = try await ServedVault.signedIn()
    for path in ["/api/cards", "//api/cards", "/api//cards", "/api/cards/", "/api/cards?x"] {
      #expect(try await served.sent(.get, path).status == 403, "\(path)")
      #expect(try await served.sent(.get, path, ["Host": "evil.example"]).status == 421, "\(path)")
    }
    for path in [
      "/api/../cards", "/API/cards", "/%61pi/cards", "/api/%63ards", "/cards", "/api/", "/api",
    ] {
      #expect(try await served.sent(.get, path, as: session).status == 404, "\(path)")
    }
  }

  @Test func `what is read is not kept by a browser`() async throws {
    let (served, session) = try await ServedVault.signedIn()
    for name in ["cards", "state", "card", "none"] {
      let reply = try await served.sent(.get, "/api/\(name)", as: session)
      #expect(reply.header("Cache-Control") == "no-store", "\(name)")
    }
  }

  @Test(
    arguments: [
      (.put, "/api/cards", 405, "use GET or POST"), (.head, "/api/cards", 405, "use GET or POST"),
      (.get, "/api/none", 404, "there is no such route"),
      (.get, "/api/use", 404, "there is no such route"),
      (.post, "/api/none", 404, "there is no such route"),
      (.get, "/none", 404, "there is no such page"),
      (.post, "/", 405, "there is no such page"), (.head, "/", 405, "there is no such page"),
    ] as [(HTTPRequest.Method, String, Int, String)])
  func `an unknown path or method is refused`(
    method: HTTPRequest.Method, path: String, status: Int, words: String
  ) async throws {
    let (served, session) = try await ServedVault.signedIn()
    let reply = try await served.sent(
      method, path, ["Content-Type": "application/json"], Array("{}".utf8), as: session)
    #expect(reply.status == status)
    #expect(reply.json["error"] as? String == words)
  }

  @Test func `parameters of a GET are in its header, not in its address`() async throws {
    let (served, session) = try await ServedVault.signedIn()
    let added = try await served.ask("add", #"{"fields":{"name":"Gým & Spa"}}"#, as: session)
    let id = try #require(added.addedID)
    let reply = try await served.ask("cards", #"{"words":"gým & spa"}"#, as: session)
    #expect(reply.json["meant"] as? String == id)
    #expect(try await served.sent(.get, "/api/card?id=\(id)", as: session).status == 400)
    for wrong in ["%", "{", "%7B%22id%22%3A1%7D", "null"] {
      let headers = ["X-Cardvault-Parameters": wrong]
      #expect(
        try await served.sent(.get, "/api/card", headers, as: session).status == 400, "\(wrong)")
    }
  }
}
