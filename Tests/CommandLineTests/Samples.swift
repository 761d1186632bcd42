import Foundation
import SystemPackage
import Testing

/// The expected result for a sample picture, from an `expected.json` of `Samples`.
struct ExpectedPicture: Decodable, Sendable, CustomTestStringConvertible {
  struct Code: Decodable, Sendable, Hashable {
    let symbology: String
    let text: String
    let bytes: String
    let aimIdentifier: String
    let gs1: Bool
    let eci: Int?
    let errorCorrection: String?
    let version: String?
    let addOn: String?
  }

  let file: String
  let codes: [Code]?
  let pages: [[Code]]?
  let error: String?
  let category: String?

  var allCodes: [Code] { pages?.flatMap(\.self) ?? codes ?? [] }
  var testDescription: String { file }

  /// The pictures of `Samples/pictures`, each of which is read correctly.
  static let all = all(in: "Samples/expected.json")

  /// The expectations in a file of the checkout.
  static func all(in file: String) -> [ExpectedPicture] {
    let data =
      FileManager.default.contents(atPath: Person.checkout.appending(file).string) ?? Data()
    return (try? JSONDecoder().decode([ExpectedPicture].self, from: data)) ?? []
  }
}

/// A line of `read --format jsonl`.
struct ReadLine: Decodable {
  struct Code: Decodable, Hashable {
    let symbology: String
    let text: String
    let bytes: String
    let sure: Bool
    let page: Int
    let position: [[Int]]
    let aim: String?
    let gs1: Bool?
    let eci: Int?
    let errorCorrection: String?
    let version: String?
    let addOn: String?

    /// The facts that a faithful copy of the symbol must share.
    var facts: ExpectedPicture.Code {
      ExpectedPicture.Code(
        symbology: symbology, text: text, bytes: bytes, aimIdentifier: aim ?? "",
        gs1: gs1 ?? false, eci: eci, errorCorrection: errorCorrection, version: version,
        addOn: addOn)
    }
  }

  let path: String
  let codes: [Code]
  let error: String?
  let milliseconds: Double

  /// The lines that a command wrote.
  static func all(in output: String) throws -> [ReadLine] {
    try output.split(separator: "\n").map {
      try JSONDecoder().decode(ReadLine.self, from: Data($0.utf8))
    }
  }
}
