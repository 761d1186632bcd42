internal import Foundation

/// A line of `read --format jsonl`.
package struct ReadLine: Decodable, Sendable {
  /// A code that was read.
  package struct Code: Decodable, Hashable, Sendable {
    /// The kind of barcode.
    package let symbology: String
    /// Its content as text.
    package let text: String
    /// Its content in hexadecimal digits.
    package let bytes: String
    /// Whether it was read without doubt.
    package let sure: Bool
    /// Its page, from 1.
    package let page: Int
    /// Its corners in pixels, each as x and y.
    package let position: [[Int]]
    /// Its AIM identifier (ISO/IEC 15424).
    package let aim: String?
    /// Whether it has GS1 elements.
    package let gs1: Bool?
    /// Its charset, as an extended channel interpretation.
    package let eci: Int?
    /// Its level of error correction.
    package let errorCorrection: String?
    /// Its size, by the number that its kind gives it.
    package let version: String?
    /// The two or five digits beside an EAN or UPC.
    package let addOn: String?
  }

  /// The picture's path, as it was typed.
  package let path: String
  /// The codes on it.
  package let codes: [Code]
  /// Why it was not read.
  package let error: String?
  let milliseconds: Double

  /// The lines that a command wrote.
  package static func all(in output: String) throws -> [ReadLine] {
    try output.split(separator: "\n").map {
      try JSONDecoder().decode(ReadLine.self, from: Data($0.utf8))
    }
  }
}
