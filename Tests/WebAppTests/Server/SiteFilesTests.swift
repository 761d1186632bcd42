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

  private static let versionHeader = "X-Cardvault-Version"

  @Test func `every file of the site is embedded, and nothing else`() throws {
    let names = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path)
      .filter { $0.contains(".") }
    #expect(Set(names) == Set(SiteFiles.embedded.keys))
    for name in names {
      let bytes = try Data(contentsOf: Self.folder.appending(path: name))
      #expect(SiteFiles.embedded[name] == Array(bytes), "\(name)")
    }
  }

  @Test(arguments: [
    "/", "/review", "/card/0123456789abcdef0123456789abcdef", "/edit/00", "/site/app.js",
    "/site/till/till.js", "/more",
    "/trust",
  ])
  func `these paths have a page or a file`(path: String) async throws {
    #expect(try await ServedVault().sent(.get, path).status == 200)
  }

  @Test(arguments: [
    "/site", "/site/", "/site/none.js", "/site/till", "/site/till/app.js", "/site/../app.js",
    "/site/%2e%2e/app.js", "/card",
    "/card/GYM",
    "/card/0/1", "/etc/passwd", "/index.html", "/site/app.js/x",
    "/trust/certificate.json",
  ])
  func `nothing else has`(path: String) async throws {
    let reply = try await ServedVault().sent(.get, path)
    #expect(reply.status == 404 && reply.json["error"] as? String == "there is no such page")
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
    String(decoding: try #require(SiteFiles.embedded[name]), as: UTF8.self)
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
    for (name, bytes) in SiteFiles.embedded {
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
