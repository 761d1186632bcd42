import Cpictures
import Foundation
import SystemPackage
import Testing

/// A person with a vault and, in the home folder, both formats of the recovery sheet of its key.
struct SheetOwner {
  static let passphrase = "correct horse\n"

  let person: Person
  let keyID: String
  /// The key's line.
  let line: String

  var stem: String { "cardvault-recovery-\(keyID.prefix(8))" }
  var png: [UInt8] {
    get throws { try Array(Data(contentsOf: URL(filePath: "\(person.home)/\(stem).png"))) }
  }
  /// The arguments that give the passphrase, if there is one.
  let words: [String]
  let input: String

  init(isWrapped: Bool = false) async throws {
    person = try Person()
    words = isWrapped ? ["--passphrase-fd", "0"] : []
    input = isWrapped ? Self.passphrase : ""
    let made = try await person.types(
      ["init"] + (isWrapped ? ["--passphrase"] : []) + words, input: input)
    try #require(made.status == 0, "\(made.errors)")
    keyID = try person.keyName()
    line = try String(
      contentsOfFile: person.keys.appending(keyID).string, encoding: .ascii
    ).trimmingCharacters(in: .newlines)
    try #require(line.hasPrefix(isWrapped ? "cardvault-wrapped-key1" : "cardvault-key1"))
  }

  func makesSheet(_ words: String...) async throws -> Person.Outcome {
    try await person.types(["key", "sheet"] + self.words + words, input: input)
  }

  /// Whether the output contains the key, or a part of it that could help a thief.
  func isTold(in outcome: Person.Outcome) -> Bool {
    let told = (outcome.output + outcome.errors).lowercased()
    let data = line.drop { $0 != "1" }.dropFirst()
    return stride(from: 0, to: data.count - 12, by: 4).contains { start in
      told.contains(data.dropFirst(start).prefix(12))
    }
  }

  /// The key as the sheet shows it, in groups with their checks (the vault's format, section 2), computed here
  /// independently.
  var groups: [String] {
    let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l")
    let values = line.drop { $0 != "1" }.dropFirst().map { alphabet.firstIndex(of: $0) ?? -99 }
    func doubled(_ value: Int) -> Int { value * 2 > 31 ? (value * 2) ^ 41 : value * 2 }
    return stride(from: 0, to: values.count, by: 4).map { start in
      let group = values[start..<min(start + 4, values.count)]
      let check = doubled(group.reduce(start / 4 % 32) { doubled($0) ^ $1 })
      return String((group + [check]).map { alphabet[$0] })
    }
  }

  /// The lines of the sheet, six groups each.
  var lines: [String] {
    stride(from: 0, to: groups.count, by: 6).map {
      groups[$0..<min($0 + 6, groups.count)].joined(separator: " ")
    }
  }
}

extension cpictures_shot {
  /// How carefully a person photographs a sheet.
  static let all: [(name: String, shot: cpictures_shot)] = [
    ("straight", .init(width: 1_500, degrees: 0, tilt: 0, sigma: 0.5, noise: 2, quality: 90)),
    ("tilted", .init(width: 2_000, degrees: 6, tilt: 0.35, sigma: 1.2, noise: 4, quality: 80)),
    ("turned", .init(width: 1_500, degrees: -12, tilt: 0.3, sigma: 1.2, noise: 6, quality: 70)),
    (
      "upside down",
      .init(width: 1_000, degrees: 171, tilt: 0.25, sigma: 0.8, noise: 5, quality: 60)
    ),
    ("blurred", .init(width: 2_400, degrees: 3, tilt: 0.2, sigma: 2.8, noise: 5, quality: 75)),
    ("small", .init(width: 800, degrees: 4, tilt: 0.2, sigma: 0.7, noise: 4, quality: 60)),
  ]

  /// A JPEG of a picture on a table.
  func photo(of picture: [UInt8]) throws -> [UInt8] {
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    let status = unsafe cpictures_photograph(picture, picture.count, self, &bytes, &count)
    try #require(status == 0)
    let start = unsafe try #require(bytes)
    defer { unsafe free(start) }
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }
}
