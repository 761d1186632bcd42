internal import Cards
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// A request for data that passed all checks.
struct Call: Sendable {
  /// Enough for a note of 10,000 characters and all other fields.
  private static let jsonByteLimit = 256 << 10
  private static let parametersHeader = HTTPField.Name("X-Cardvault-Parameters")

  let request: Request
  /// The parameters as JSON; empty if the body is a file.
  let body: ByteBuffer
  /// Whether it came from the home network.
  var isFromHome = false
  /// How often the vault had been locked when it came.
  var lockings = 0

  /// Identifies the tab; it has been checked before.
  var token: String { RequestGuard.tokenHeader.flatMap { request.headers[$0] } ?? "" }

  /// Whether a person asks, rather than a page by itself.
  var isByPerson: Bool { self["X-Cardvault-Quiet"] == nil }

  /// The parameters of a request as JSON: its body, or for GET a header, percent-encoded (RFC 3986, 2.1).
  ///
  /// They are never in the address, which histories and logs of proxies keep: people search for names and numbers.
  ///
  /// - Throws: `NIOTooManyBytesError`, and the connection's error.
  static func parameters(of request: Request) async throws -> ByteBuffer {
    guard request.method == .get else { return try await request.body.collect(upTo: jsonByteLimit) }
    let text = parametersHeader.flatMap { request.headers[$0] } ?? "{}"
    return ByteBuffer(bytes: PercentEncoding.bytes(of: text))
  }

  /// The parameters; those that the call does not know are refused, as one that was misspelt would change more than was
  /// asked for.
  func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    let data = Data(body.readableBytesView)
    let value = try JSONDecoder().decode(type, from: data)
    guard try JSONDecoder().decode(GivenJSON.self, from: data).isKnown(to: value) else {
      throw DecodingError.malformed("an unknown parameter, or null")
    }
    return value
  }

  /// JSON as it was given, of which only the names matter.
  private enum GivenJSON: Decodable {
    case null, other
    case list([GivenJSON])
    case object([String: GivenJSON])

    init(from decoder: any Decoder) throws {
      if try decoder.singleValueContainer().decodeNil() {
        self = .null
      } else if let object = try? [String: GivenJSON](from: decoder) {
        self = .object(object)
      } else if let list = try? [GivenJSON](from: decoder) {
        self = .list(list)
      } else {
        self = .other
      }
    }

    /// Whether all its names are those of the stored properties of a value that was decoded from it, and none is null.
    func isKnown(to value: Any) -> Bool {
      let mirror = Mirror(reflecting: value)
      if mirror.displayStyle == .optional {
        return mirror.children.first.map { isKnown(to: $0.value) } ?? false
      }
      switch self {
      case .null: return false
      case .other: return true
      case .list(let given):
        // A set has an order of its own, and holds only texts.
        guard mirror.displayStyle == .collection else { return true }
        return zip(given, mirror.children).allSatisfy { $0.isKnown(to: $1.value) }
      case .object(let given):
        // A dictionary has names of its own.
        guard mirror.displayStyle == .struct else { return true }
        return given.allSatisfy { name, given in
          mirror.children.first { $0.label == name }.map { given.isKnown(to: $0.value) } ?? false
        }
      }
    }
  }

  /// Reads the body as a file into memory.
  ///
  /// - Throws: `NIOTooManyBytesError`, and the connection's error.
  func file(upTo byteLimit: Int) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    // Growing the array would hold it twice for a moment.
    let announced = request.headers[.contentLength].flatMap { Int($0) } ?? 0
    bytes.reserveCapacity(max(0, min(announced, byteLimit)))
    try await readFile(upTo: byteLimit) { bytes.append(contentsOf: $0.readableBytesView) }
    return bytes
  }

  /// Passes the body as a file to `take` in pieces, so that it is never in memory as a whole.
  ///
  /// - Throws: `NIOTooManyBytesError`, the connection's error, and what `take` throws.
  func readFile(upTo byteLimit: Int, _ take: (ByteBuffer) throws -> Void) async throws {
    var byteCount = 0
    for try await piece in request.body {
      byteCount += piece.readableBytes
      guard byteCount <= byteLimit else { throw NIOTooManyBytesError(maxBytes: byteLimit) }
      try take(piece)
    }
  }

  /// A header.
  subscript(_ header: String) -> String? {
    HTTPField.Name(header).flatMap { request.headers[$0] }
  }
}

/// What Hummingbird knows of a request; our own part of it is a `Call`.
struct WebContext: RequestContext {
  var coreContext: CoreRequestContextStorage

  /// Begins with a request, however it reached us.
  init(source: some RequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
  }
}
