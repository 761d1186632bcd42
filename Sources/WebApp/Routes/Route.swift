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

  /// Whether the body is a file, which the call takes in when its turn comes, rather than JSON.
  var takesFile = false
  /// Whether it changes the vault, and waits for its turn to do so.
  var isChange = false
  /// Whether it locks the vault, which ends every other call.
  var isLock = false
  /// What its success says of a change; `nil` if it makes none.
  var change: LockedError.Change?
  /// Changes when the vault does.
  let stamp: @Sendable () async -> String
  /// What the call does.
  let answer: Answering
}

/// A request for data that passed all checks.
struct Call: Sendable {
  let request: Request
  /// The body, unless it is a file.
  let body: ByteBuffer
  /// Whether it came through the program in front, for the home network.
  var isFromHome = false
  /// How often the vault had been locked when it came.
  var lockings = 0

  /// What tells one tab from another; it was checked before.
  var token: String { RequestGuard.tokenHeader.flatMap { request.headers[$0] } ?? "" }

  /// Whether a person asks, rather than a page by itself.
  var isByPerson: Bool { self["X-Cardvault-Quiet"] == nil }

  /// The body as JSON.
  func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    try JSONDecoder().decode(type, from: Data(body.readableBytesView))
  }

  /// Takes in the body as a file in memory.
  ///
  /// - Parameter byteLimit: The most bytes that it may have.
  /// - Returns: Its bytes.
  /// - Throws: `NIOTooManyBytesError`, and the connection's error.
  func file(upTo byteLimit: Int) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    // Growing would hold it twice for a moment.
    let announced = request.headers[.contentLength].flatMap { Int($0) } ?? 0
    bytes.reserveCapacity(max(0, min(announced, byteLimit)))
    try await readFile(upTo: byteLimit) { bytes.append(contentsOf: $0.readableBytesView) }
    return bytes
  }

  /// Takes in the body as a file, piece by piece, so that it is never in memory as a whole.
  ///
  /// - Parameters:
  ///   - byteLimit: The most bytes that it may have.
  ///   - take: Gets each piece.
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
