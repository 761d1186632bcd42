internal import Foundation
internal import SystemPackage
internal import Testing

/// A person with a vault and, in the home folder, both formats of the recovery sheet of its key.
package struct SheetOwner: Sendable {
  static let passphrase = "correct horse"

  /// The person.
  package let person: Person
  /// The key's id, which is the name of its file.
  package let keyID: String
  /// The key's line.
  package let line: String

  /// The names of the sheet's files, without their endings.
  package var stem: String { "cardvault-recovery-\(keyID.prefix(8))" }
  /// The sheet as a picture.
  package var png: [UInt8] {
    get throws { try Array(Data(contentsOf: URL(filePath: "\(person.home)/\(stem).png"))) }
  }
  /// The arguments that give the passphrase, if there is one.
  package let words: [String]
  /// What these arguments read from standard input.
  package let input: String

  /// Makes a person with a vault.
  ///
  /// - Throws: when `cardvault` makes none.
  package init(isWrapped: Bool = false) async throws {
    person = try await Person.withVault(passphrase: isWrapped ? Self.passphrase : nil)
    words = isWrapped ? ["--passphrase-fd", "0"] : []
    input = isWrapped ? Self.passphrase + "\n" : ""
    keyID = try person.keyName()
    line = try String(
      contentsOfFile: person.keys.appending(keyID).string, encoding: .ascii
    ).trimmingCharacters(in: .newlines)
    try #require(line.hasPrefix(isWrapped ? "cardvault-wrapped-key1" : "cardvault-key1"))
  }

  /// Runs `key sheet` with these words.
  package func makesSheet(_ words: String...) async throws -> Person.Outcome {
    try await person.types(["key", "sheet"] + self.words + words, input: input)
  }

  /// Whether the output contains the key, or a part of it that could help a thief.
  package func isTold(in outcome: Person.Outcome) -> Bool {
    let told = (outcome.output + outcome.errors).lowercased()
    let data = line.drop { $0 != "1" }.dropFirst()
    return stride(from: 0, to: data.count - 12, by: 4).contains { start in
      told.contains(data.dropFirst(start).prefix(12))
    }
  }

  /// The key as the sheet shows it, in groups with their checks (the vault's format, section 2), computed here
  /// independently.
  package var groups: [String] {
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
  package var lines: [String] {
    stride(from: 0, to: groups.count, by: 6).map {
      groups[$0..<min($0 + 6, groups.count)].joined(separator: " ")
    }
  }
}
