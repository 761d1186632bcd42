internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The pages' own files, embedded in the executable; none of them holds data.
enum SiteFiles {
  /// The media types of the files, by the ends of their names.
  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
  ]

  /// Paths of pages: each gets the same shell, and shows what its path says.
  private static let pages: Set = [
    "", "scan", "scan-help", "review", "import", "type", "sync", "decisions", "sheet", "more",
    "trust",
  ]
  /// Pages of one card; its id follows.
  private static let cardPages: Set = ["card", "edit", "history"]

  /// The file at a path; `nil` if there is none.
  static func response(path: String) -> Response? {
    let parts = path.split(separator: "/")
    if parts.first == "site", parts.count == 2 { return file(String(parts[1])) }
    let isPage = parts.count < 2 && pages.contains(parts.first.map(String.init) ?? "")
    let isCardPage =
      parts.count == 2 && cardPages.contains(String(parts[0]))
      && parts[1].utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    return isPage || isCardPage ? file("index.html") : nil
  }

  /// The page of every path, with the version that it belongs to.
  private static let shell: [UInt8] = {
    let text = String(decoding: EmbeddedSite.files["index.html"] ?? [], as: UTF8.self)
    return Array(text.replacing("\"VERSION\"", with: "\"\(SiteVersion.own)\"").utf8)
  }()

  private static func file(_ name: String) -> Response? {
    let bytes = name == "index.html" ? shell : EmbeddedSite.files[name]
    guard let bytes, let ending = name.split(separator: ".").last,
      let type = types[String(ending)]
    else { return nil }
    return Response(
      status: .ok, headers: ResponseHeaders.all(type: type),
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}
