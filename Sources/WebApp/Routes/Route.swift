internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// One call for data: `POST /api/NAME`.
struct Route: Sendable {
  /// What a call does.
  typealias Answering = @Sendable (Call) async throws -> Answer

  /// The most bytes of a body of JSON: a note of 10,000 characters and all other fields fit.
  static let jsonByteLimit = 256 << 10

  /// The most bytes of a body.
  var byteLimit = Route.jsonByteLimit
  /// Whether it changes the vault.
  var isChange = false
  /// Changes when the vault does.
  let stamp: @Sendable () async -> String
  /// What the call does.
  let answer: Answering
}

/// A request for data that passed all checks.
struct Call: Sendable {
  let request: Request
  let body: ByteBuffer

  /// Whether a person asks, rather than a page by itself.
  var isByPerson: Bool { self["X-Cardvault-Quiet"] == nil }

  /// The body as JSON.
  func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    try JSONDecoder().decode(type, from: Data(body.readableBytesView))
  }

  /// The body's bytes.
  var bytes: [UInt8] { Array(body.readableBytesView) }

  /// A header.
  subscript(_ header: String) -> String? {
    HTTPField.Name(header).flatMap { request.headers[$0] }
  }
}
