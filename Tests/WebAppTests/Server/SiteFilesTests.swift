import Foundation
import HTTPTypes
import ReaderLink
import Testing
import Wallet

@testable import WebApp

@Suite("The pages' own files")
struct SiteFilesTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/WebApp/Site").standardized

  /// The folder of the pocket's page, which is apart from the web app's.
  private static let pocket = "pocket/"

  private static let versionHeader = "X-Cardvault-Version"

  /// The files of the folder by their paths there.
  private static let sources: [String: [UInt8]] = {
    var files: [String: [UInt8]] = [:]
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.contains(".") {
      files[name] = (try? Data(contentsOf: folder.appending(path: name))).map { Array($0) }
    }
    return files
  }()

  private static func isBundled(_ name: String) -> Bool {
    name.hasSuffix(".js") || name.hasSuffix(".css")
  }

  @Test func `what is embedded is made of the folder as it is now, with every file of it`() throws {
    let made = FileManager.default.temporaryDirectory.appending(path: "cardvault-\(UUID())")
    defer { try? FileManager.default.removeItem(at: made) }
    let bundling = try Process.run(
      Self.folder.appending(path: "../../../.ci/site").standardized,
      arguments: [
        made.path,
        Self.folder.appending(path: "../../../.build-sodium/sodium.wasm").standardized.path,
      ])
    bundling.waitUntilExit()
    try #require(bundling.terminationStatus == 0)
    var expected = Self.sources.filter {
      !Self.isBundled($0.key) && !$0.key.hasPrefix(Self.pocket)
    }
    var pocket: [String: [UInt8]] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: made.path)
    where name.contains(".") {
      let bytes = Array(try Data(contentsOf: made.appending(path: name)))
      if name.hasPrefix(Self.pocket) {
        pocket[String(name.dropFirst(Self.pocket.count))] = bytes
      } else {
        expected[name] = bytes
      }
    }
    let isPocketSame = PocketPage.files == pocket
    #expect(isPocketSame, "the pocket's page")
    #expect(SiteFiles.embedded.keys.sorted() == expected.keys.sorted())
    // As flags: of a difference, thousands of bytes would be printed.
    for (name, bytes) in expected {
      let isSame = SiteFiles.embedded[name] == bytes
      #expect(isSame, "\(name)")
    }
    let texts = Self.sources.values.map { String(decoding: $0, as: UTF8.self) }
    let begun = ["pocket/pocket.js", "pocket/pocket.css", "pocket/worker.js"]
    for path in Self.sources.keys
    where Self.isBundled(path) && SiteFiles.embedded[path] == nil && !begun.contains(path) {
      let name = path.split(separator: "/").last ?? ""
      #expect(texts.contains { $0.contains("/\(name)\";") }, "no file imports \(path)")
    }
  }

  @Test(arguments: [
    "/", "/review", "/card/0123456789abcdef0123456789abcdef", "/edit/00", "/more", "/trust",
  ])
  func `these paths have a page, which no browser keeps`(path: String) async throws {
    let reply = try await ServedVault().sent(.get, path)
    #expect(reply.status == 200 && reply.header("Cache-Control") == "no-store")
    #expect(reply.header("Content-Type") == "text/html; charset=utf-8")
  }

  @Test func `a page's files are kept for good, at addresses that only their content has`()
    async throws
  {
    let served = try await ServedVault()
    let page = try await served.sent(.get, "/").text
    let addresses = page.matches(of: #/"(/site/[^"]*)"/#).map { String($0.1) }
    #expect(addresses.count == 4 && addresses.allSatisfy { $0.contains("/\(SiteFiles.hash)/") })
    for address in addresses {
      let name = try #require(address.split(separator: "/").last.map(String.init))
      let reply = try await served.sent(.get, address)
      let isSame = reply.body == SiteFiles.embedded[name]
      #expect(reply.status == 200 && isSame, "\(name)")
      #expect(reply.header("Cache-Control") == "public, max-age=31536000, immutable", "\(name)")
      let other = try await served.sent(.get, "/site/00000000/\(name)")
      let isSameToo = other.body == reply.body
      #expect(isSameToo && other.header("Cache-Control") == "no-store", "\(name)")
    }
  }

  @Test(
    arguments: [
      ("gzip, deflate, br", true), ("br;q=1.0, GZIP ; q=0.5", true), ("gzip;q=0", false),
      ("deflate, gzip; q=0.0", false), ("x-gzip-not", false), ("identity", false), (nil, false),
    ] as [(String?, Bool)])
  func `a file is sent compressed to those who take that`(
    coding: String?, isCompressed: Bool
  ) async throws {
    let path = "/site/\(SiteFiles.hash)/app.js"
    let reply = try await ServedVault().sent(.get, path, ["Accept-Encoding": coding])
    #expect(reply.header("Content-Encoding") == (isCompressed ? "gzip" : nil))
    let isRight = reply.body == SiteFiles.embedded[isCompressed ? "app.js.gz" : "app.js"]
    #expect(isRight)
    #expect(reply.header("Vary") == "Accept-Encoding")
    #expect(reply.header("Content-Type") == "text/javascript; charset=utf-8")
  }

  @Test(arguments: [
    "/site", "/site/", "/site/app.js", "/site/0", "/site/0/", "/site/0/none.js",
    "/site/0/app.js.gz", "/site/0/index.html", "/site/0/till/till.js", "/site/0/../app.js",
    "/site/0/%2e%2e/app.js", "/site/0/app.js/x", "/card", "/card/GYM", "/card/0/1",
    "/etc/passwd", "/index.html", "/trust/certificate.json",
  ])
  func `nothing else has`(path: String) async throws {
    let reply = try await ServedVault().sent(.get, path)
    #expect(reply.status == 404 && reply.json["error"] as? String == "there is no such page")
  }

  @Test(arguments: ["/cards", "/card/xyz", "/edit/", "/history/0/1"])
  func `a browser gets a page that says so`(path: String) async throws {
    let served = try await ServedVault()
    let reply = try await served.sent(.get, path, ["Accept": "text/html,*/*;q=0.8"])
    let page = try await served.sent(.get, "/")
    #expect(reply.status == 404 && reply.body == page.body)
    let call = try await served.sent(.get, "/api/none", ["Accept": "text/html"])
    #expect(call.body != page.body)
  }

  @Test func `pages have the same addresses in the browser`() throws {
    let shown = try Self.text("routes.js").matches(
      of: #/\n  \[/\^\\/([a-z-]*)(\\/\([^)]*\))?\$/, /#)
    let plain = shown.filter { $0.2 == nil }.map { String($0.1) }
    let ofCards = shown.filter { $0.2 != nil }.map { String($0.1) }
    #expect(Set(plain) == Set(SiteFiles.pages).subtracting(["trust"]))
    #expect(Set(ofCards) == Set(SiteFiles.cardPages))
  }

  private static func text(_ name: String) throws -> String {
    String(decoding: try #require(sources[name]), as: UTF8.self)
  }

  @Test func `what goes wrong with a scan is counted, each reason with words in the statistics`()
    throws
  {
    let begun = try Self.text("scan/states.js").components(
      separatedBy: "export const states = {")
    let states = try #require(begun.last?.components(separatedBy: "\n};").first)
    let bad = states.matches(of: #/\n  "?([a-z-]+)"?: \{([^}]*)\}/#).filter { state in
      ["...failed", "...forbidden", #"tone: "bad""#].contains { state.2.contains($0) }
    }
    // That one is no failure: the person closed the question.
    let counted = Set(bad.map { String($0.1) } + ["dismissed"])
    #expect(counted == Set(ScanFailure.allCases.map(\.rawValue)))
    let statistics = try Self.text("vault/statistics.js")
    for name in counted {
      let key = name.contains("-") ? "\"\(name)\": " : " \(name): "
      #expect(statistics.contains(key), "\(name)")
    }
  }

  @Test func `no file names another server, or makes markup of text`() {
    for (name, bytes) in Self.sources {
      let text = String(decoding: bytes, as: UTF8.self)
      // The name of a format, and what is put before an address that a person typed.
      let known = ["http://www.w3.org/2000/svg", "https://${address}"]
      let rest = known.reduce(text) { $0.replacing($1, with: "") }
      #expect(!rest.contains("http://") && !rest.contains("https://"), "\(name)")
      for word in ["innerHTML", "eval(", "document.write", "insertAdjacentHTML"] {
        #expect(!text.contains(word), "\(name) contains \(word)")
      }
    }
  }

  @Test func `the page names the version that answers name`() async throws {
    let (served, session) = try await ServedVault.signedIn()
    let reply = try await served.ask("state", as: session)
    let version = try #require(reply.header(Self.versionHeader))
    #expect(version.hasPrefix("\(ProgramVersion.own)+") && version == SiteFiles.version)
    let shell = try await served.sent(.get, "/").text
    #expect(shell.contains(#"<meta name="cardvault-version" content="\#(version)">"#))
  }

  @Test func `a page whose session ended with the old server learns it too`() async throws {
    let (served, other) = (try await ServedVault(), try await ServedVault())
    let session = other.sessions.open(keeping: nil)
    let reply = try await served.ask("state", as: session)
    #expect(reply.status == 401 && reply.header(Self.versionHeader) == SiteFiles.version)
  }

  @Test func `a page learns it whose call is gone`() async throws {
    let (served, session) = try await ServedVault.signedIn()
    let reply = try await served.ask("former", as: session)
    #expect(reply.status == 404 && reply.header(Self.versionHeader) == SiteFiles.version)
  }

  @Test func `a locked vault's page learns it too`() async throws {
    let (served, session) = try await ServedVault.signedIn()
    served.holder.lock()
    let reply = try await served.ask("state", as: session)
    #expect(reply.status == 423 && reply.header(Self.versionHeader) == SiteFiles.version)
  }
}
