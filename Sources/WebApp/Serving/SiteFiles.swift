internal import Hummingbird

/// The pages' own files, embedded in the executable; none of them holds data.
enum SiteFiles {
  /// The media types of the files, by the ends of their names.
  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
  ]

  /// Adds the pages, each of which gets the same shell and shows what its path says, and their files.
  static func add(to router: some RouterMethods) {
    let pages = [
      "", "scan", "scan-help", "review", "import", "type", "sync", "decisions", "sheet", "more",
      "trust",
    ]
    for page in pages { router.get(RouterPath(page)) { _, _ in try file("index.html") } }
    for page in ["card", "edit", "history"] {
      router.get("\(page)/{id}") { _, context in
        let id = try context.parameters.require("id")
        guard id.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { throw HTTPError(.notFound) }
        return try file("index.html")
      }
    }
    router.get("site/**") { _, context in
      try file(context.parameters.getCatchAll().joined(separator: "/"))
    }
  }

  /// The page of every path, with the version that it belongs to.
  private static let shell: [UInt8] = {
    let text = String(decoding: EmbeddedSite.files["index.html"] ?? [], as: UTF8.self)
    return Array(text.replacing("\"VERSION\"", with: "\"\(SiteVersion.own)\"").utf8)
  }()

  private static func file(_ name: String) throws -> Response {
    let bytes = name == "index.html" ? shell : EmbeddedSite.files[name]
    guard let bytes, let ending = name.split(separator: ".").last,
      let type = types[String(ending)]
    else { throw HTTPError(.notFound) }
    return try Answer.file(bytes, type: type).response()
  }
}
