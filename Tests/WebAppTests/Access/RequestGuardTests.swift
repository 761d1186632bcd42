import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import WebApp

@Suite("Which requests are answered")
struct RequestGuardTests {
  static let home = ["https://192.168.0.2:22739", "https://kitchen.local:22739"]

  static func guarding(home: [String] = home) -> RequestGuard {
    let port = ListeningPort()
    port.number = 22_738
    return RequestGuard(
      port: port, publicURL: PublicURL("https://cards.example.org"), sessions: Sessions(),
      home: home.compactMap { PublicURL($0) })
  }

  static func request(
    _ authority: String, origin: String? = nil, type: String = "application/json",
    path: String = "/api/cards"
  ) -> Request {
    var headers: HTTPFields = [.contentType: type]
    if let name = RequestGuard.tokenHeader { headers[name] = "" }
    if let origin { headers[.origin] = origin }
    let head = HTTPRequest(
      method: .post, scheme: "http", authority: authority, path: path, headerFields: headers
    )
    return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
  }

  @Test(arguments: ["192.168.0.2:22739", "Kitchen.local:22739"])
  func `the home network's addresses are known, with TLS`(authority: String) throws {
    let guarding = Self.guarding()
    let origin = "https://\(authority.lowercased())"
    let request = Self.request(authority, origin: origin)
    try guarding.checkHost(request)
    try guarding.checkSource(request)
    #expect(guarding.isFromHome(request) && guarding.isSecure(request))
    for other in ["http://\(authority)", "https://127.0.0.1:22738", "https://evil.example", "null"]
    {
      #expect(throws: WebError.wrongOrigin, "\(other)") {
        try guarding.checkSource(Self.request(authority, origin: other))
      }
    }
  }

  @Test(arguments: [
    "192.168.0.2", "192.168.0.2:22738", "192.168.0.3:22739", "kitchen.local",
    "x.kitchen.local:22739",
    "127.0.0.1:22739", "0.0.0.0:22739",
  ])
  func `no other host is`(authority: String) {
    #expect(throws: WebError.wrongHost) {
      try Self.guarding().checkHost(Self.request(authority))
    }
  }

  @Test(arguments: ["http://evil.example/", "http://127.0.0.1:22738/api/cards", "*", "evil", ""])
  func `a target is a path`(path: String) {
    #expect(throws: WebError.wrongHost) {
      try Self.guarding().checkHost(Self.request("127.0.0.1:22738", path: path))
    }
  }

  @Test func `without the home network, its addresses are strangers`() {
    #expect(throws: WebError.wrongHost) {
      try Self.guarding(home: []).checkHost(Self.request("192.168.0.2:22739"))
    }
  }

  @Test func `a JPEG is taken from the home network alone`() throws {
    let guarding = Self.guarding()
    try guarding.checkSource(Self.request("192.168.0.2:22739", type: "image/jpeg"))
    for authority in ["127.0.0.1:22738", "cards.example.org"] {
      #expect(throws: WebError.wrongType) {
        try guarding.checkSource(Self.request(authority, type: "image/jpeg"))
      }
    }
    #expect(throws: WebError.wrongType) {
      try guarding.checkSource(Self.request("192.168.0.2:22739", type: "image/png"))
    }
  }

  @Test(arguments: [
    ("127.0.0.1:22738", false), ("cards.example.org", true), ("192.168.0.2:22739", true),
  ])
  func `a cookie is for TLS alone where there is TLS`(authority: String, isSecure: Bool) {
    #expect(Self.guarding().isSecure(Self.request(authority)) == isSecure)
  }
}
