import Foundation
import Testing

/// A test vector of the format: see `Tests/Vectors/README.md`.
struct Vector: Sendable, CustomTestStringConvertible {
  let name: String
  let fields: [String: String]
  let body: [UInt8]

  var testDescription: String { name }
  var expected: String { fields["expect"] ?? "" }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Vectors")

  /// All vectors of one kind, by name.
  static func all(_ what: String) throws -> [Vector] {
    let folder = Self.folder.appending(path: what)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path())
      .filter { $0.hasSuffix(".vector") }.sorted()
      .map { try Vector(at: folder.appending(path: $0)) }
  }

  private init(at url: URL) throws {
    name = url.lastPathComponent
    let text = try String(contentsOf: url, encoding: .utf8)
    let halves = text.split(separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
    var fields: [String: String] = [:]
    for line in halves[0].split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      fields[String(parts[0])] =
        parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
    }
    self.fields = fields
    let base64 = halves.count > 1 ? halves[1].filter { !$0.isWhitespace } : ""
    body = Array(try #require(Data(base64Encoded: base64)))
  }

  /// A field in hexadecimal.
  func bytes(_ field: String) throws -> [UInt8] { try Self.bytes(hexadecimal: fields[field] ?? "") }

  static func bytes(hexadecimal text: String) throws -> [UInt8] {
    let digits = Array(text.utf8)
    return try stride(from: 0, to: digits.count, by: 2).map {
      try #require(UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16))
    }
  }
}
