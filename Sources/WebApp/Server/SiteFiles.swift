internal import Csite
internal import HTTPTypes
internal import Hummingbird
internal import ReaderLink
internal import Sealing

/// The pages' own files, which the build embeds in the executable; none of them holds data.
enum SiteFiles {
  /// The files by their names: what `.ci/site` makes of the folder `Site`, and what it leaves there.
  ///
  /// A name that ends in `.gz` is that of another file, compressed. A test compares them with the folder.
  static let embedded: [String: [UInt8]] = {
    var files: [String: [UInt8]] = [:]
    while let file = unsafe csite_file(files.count)?.pointee {
      unsafe files[String(cString: file.name)] = Array(
        UnsafeBufferPointer(start: file.bytes, count: file.byte_count))
    }
    return files
  }()

  /// The start of a hash of all files.
  ///
  /// It is in their addresses, so that browsers can keep them for good.
  static let hash: String = {
    let files = embedded.sorted { $0.key < $1.key }
    let all = files.flatMap { file -> [UInt8] in Array(file.key.utf8) + [0] + file.value }
    return String(ContentHash(of: all.span).description.prefix(8))
  }()

  /// The version of the server and its pages: the program's, and the hash of the files.
  ///
  /// A page that finds another one in an answer is older than the server, and reloads itself.
  static let version = "\(ProgramVersion.own)+\(hash)"

  /// Names the version in every answer.
  static let versionHeader = HTTPField.Name("X-Cardvault-Version")

  private static let shellName = "index.html"

  /// The page at every path, with its version and the addresses of its files.
  private static let shell: [UInt8] = {
    let text = String(decoding: embedded[shellName] ?? [], as: UTF8.self)
    return Array(
      text.replacing("\"VERSION\"", with: "\"\(version)\"").replacing("/HASH/", with: "/\(hash)/")
        .utf8)
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
    for page in pages { router.get(RouterPath(page)) { _, _ in try answer(shell, shellName) } }
    for page in cardPages {
      router.get("\(page)/{id}") { _, context in
        let id = try context.parameters.require("id")
        guard id.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { throw HTTPError(.notFound) }
        return try answer(shell, shellName)
      }
    }
    router.get("site/{hash}/{name}") { request, context in
      try file(
        context.parameters.require("name"), at: context.parameters.require("hash"), for: request)
    }
  }

  /// The page that says that there is nothing at an address, for a person who mistyped one.
  static func notFound() throws -> Response {
    var response = try answer(shell, shellName)
    response.status = .notFound
    return response
  }

  /// A file, compressed if the client takes that.
  ///
  /// A page of another version, such as one that a proxy kept, gets the file of this one, but keeps it at no address that
  /// belongs to another content.
  private static func file(
    _ name: String, at hash: String, for request: Request
  ) throws -> Response {
    guard name != shellName, let plain = embedded[name] else { throw HTTPError(.notFound) }
    let compressed = takesGzip(request) ? embedded["\(name).gz"] : nil
    var response = try answer(compressed ?? plain, name)
    if compressed != nil { response.headers[.contentEncoding] = "gzip" }
    response.headers[.vary] = "Accept-Encoding"
    if hash == Self.hash { response.headers[.cacheControl] = ResponseHeaders.kept }
    return response
  }

  private static func answer(_ bytes: [UInt8], _ name: String) throws -> Response {
    guard let ending = name.split(separator: ".").last, let type = mediaTypes[String(ending)]
    else { throw HTTPError(.notFound) }
    return try Answer.file(bytes, type: type).response()
  }

  /// Whether the client takes gzip: it names it, and with no weight of 0 (RFC 9110, 12.5.3).
  private static func takesGzip(_ request: Request) -> Bool {
    let codings = request.headers[values: .acceptEncoding].flatMap { $0.split(separator: ",") }
    return codings.contains { coding in
      let parts = coding.filter { !$0.isWhitespace }.lowercased().split(separator: ";")
      return parts.first == "gzip"
        && !parts.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
    }
  }
}
