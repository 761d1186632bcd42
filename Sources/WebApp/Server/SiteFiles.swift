internal import Csite
internal import HTTPTypes
internal import Hummingbird
internal import ReaderLink
internal import Sealing

/// The pages' own files, which the build embeds in the executable; none of them holds data.
enum SiteFiles {
  /// The files of `Site` by their path there; a test compares them with the folder.
  static let embedded: [String: [UInt8]] = {
    var files: [String: [UInt8]] = [:]
    while let file = unsafe csite_file(files.count)?.pointee {
      unsafe files[String(cString: file.name)] = Array(String(cString: file.text).utf8)
    }
    return files
  }()

  /// The version of the server and its pages: the program's, and the start of a hash of the pages' files.
  ///
  /// A page that finds another one in an answer is older than the server, and reloads itself.
  static let version: String = {
    let files = embedded.sorted { $0.key < $1.key }
    let all = files.flatMap { file -> [UInt8] in Array(file.key.utf8) + [0] + file.value }
    return "\(ProgramVersion.own)+\(ContentHash(of: all.span).description.prefix(8))"
  }()

  /// Names the version in every answer.
  static let versionHeader = HTTPField.Name("X-Cardvault-Version")

  /// The page at every path, with its version.
  private static let shell: [UInt8] = {
    let text = String(decoding: embedded["index.html"] ?? [], as: UTF8.self)
    return Array(text.replacing("\"VERSION\"", with: "\"\(version)\"").utf8)
  }()

  private static let mediaTypes = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
  ]

  /// The addresses of pages; `routes.js` has the same, but for `trust`, which needs no session.
  static let pages = [
    "", "scan", "scan-help", "review", "import", "type", "sync", "decisions", "sheet", "more",
    "log", "trust",
  ]
  /// Those that a card's id follows.
  static let cardPages = ["card", "edit", "history"]

  /// Adds the files, and the pages, which are one shell that shows what its path says.
  static func add(to router: some RouterMethods) {
    for page in pages { router.get(RouterPath(page)) { _, _ in try file("index.html") } }
    for page in cardPages {
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

  private static func file(_ name: String) throws -> Response {
    let bytes = name == "index.html" ? shell : embedded[name]
    guard let bytes, let ending = name.split(separator: ".").last,
      let type = mediaTypes[String(ending)]
    else { throw HTTPError(.notFound) }
    return try Answer.file(bytes, type: type).response()
  }
}
