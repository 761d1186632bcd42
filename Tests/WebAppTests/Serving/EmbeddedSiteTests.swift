import Foundation
import Testing

@testable import WebApp

@Suite("The embedded pages")
struct EmbeddedSiteTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/WebApp/Site").standardized

  @Test func `every file of the site is embedded, and nothing else`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(names) == Set(EmbeddedSite.files.keys))
    for name in names {
      let bytes = try Data(contentsOf: Self.folder.appending(path: name))
      #expect(EmbeddedSite.files[name] == Array(bytes), "\(name)")
    }
  }

  @Test(arguments: [
    "/", "/review", "/card/0123456789abcdef0123456789abcdef", "/edit/00", "/site/app.js", "/more",
    "/trust",
  ])
  func `these paths have a page or a file`(path: String) {
    #expect(SiteFiles.response(path: path) != nil)
  }

  @Test(arguments: [
    "/site", "/site/", "/site/none.js", "/site/../app.js", "/site/%2e%2e/app.js", "/card",
    "/card/GYM",
    "/card/0/1", "/etc/passwd", "/index.html", "/site/app.js/x",
    "/trust/certificate.json",
  ])
  func `nothing else has`(path: String) {
    #expect(SiteFiles.response(path: path) == nil)
  }

  @Test func `no file names another server, or makes markup of text`() {
    for (name, bytes) in EmbeddedSite.files {
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
}
