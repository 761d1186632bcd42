internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The answer of a route.
enum Answer: Sendable {
  /// JSON with sorted keys.
  case json(any Encodable & Sendable)
  /// A file: its media type, and the name to save it under.
  case file([UInt8], type: String)
  /// A file that is sent in pieces: its media type, the name to save it under, and how many photos it lacks.
  case sent(SentFile, type: String, name: String, missingPhotos: Int)
  /// The request is not allowed: 403.
  case refused(ErrorAnswer)

  /// Nothing but success.
  static let done = Answer.json([String: String]())
  private static let missingPhotos = HTTPField.Name("X-Cardvault-Missing-Photos")

  /// The answer as a response.
  func response(_ status: HTTPResponse.Status = .ok) throws -> Response {
    switch self {
    case .json(let value):
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let bytes = try encoder.encode(value)
      return Response(
        status: status, headers: [.contentType: "application/json; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    case .refused(let error): return try Answer.json(error).response(.forbidden)
    case .file(let bytes, let type):
      return Response(
        status: status, headers: [.contentType: type],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    case .sent(let file, let type, let name, let missingPhotos):
      var headers: HTTPFields = [.contentType: type]
      headers[.contentDisposition] = "attachment; filename=\"\(name)\""
      if let name = Self.missingPhotos, missingPhotos > 0 { headers[name] = "\(missingPhotos)" }
      return Response(status: status, headers: headers, body: file.body)
    }
  }
}
