import CommandLineSupport
import Foundation
import SystemPackage

/// The expected result for a sample picture, from an `expected.json` of `Samples`.
struct ExpectedPicture: Decodable, Sendable {
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

  /// The pictures of `Samples/pictures`, each of which is read correctly.
  static let all = all(in: "Samples/expected.json")

  /// The expectations in a file of the checkout.
  static func all(in file: String) -> [ExpectedPicture] {
    let data =
      FileManager.default.contents(atPath: Person.checkout.appending(file).string) ?? Data()
    return (try? JSONDecoder().decode([ExpectedPicture].self, from: data)) ?? []
  }
}

extension ReadLine.Code {
  /// The facts that a faithful copy of the symbol must share.
  var facts: ExpectedPicture.Code {
    ExpectedPicture.Code(
      symbology: symbology, text: text, bytes: bytes, aimIdentifier: aim ?? "",
      gs1: gs1 ?? false, eci: eci, errorCorrection: errorCorrection, version: version,
      addOn: addOn)
  }
}
