import Foundation
import Testing

/// Changes of two devices to one vault, and the result of both: see `Tests/Vectors/README.md`.
struct Triplet: Sendable, CustomTestStringConvertible {
  /// One save: a card and the changes to it, or `undo` without a card.
  struct Step: Sendable {
    let card: String
    let deeds: [String]
  }

  let name: String
  let comment: String
  private let parts: [String: [Step]]

  var testDescription: String { name }
  var before: [Step] { parts["before"] ?? [] }
  var left: [Step] { parts["left"] ?? [] }
  var right: [Step] { parts["right"] ?? [] }
  /// The cards at the end, with all facts about each.
  var merged: [String: Set<String>] {
    Dictionary(uniqueKeysWithValues: (parts["merged"] ?? []).map { ($0.card, Set($0.deeds)) })
  }

  /// All triplets, by name.
  static func all() throws -> [Triplet] {
    let folder = Vector.folder.appending(path: "triplets")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path())
      .filter { $0.hasSuffix(".triplet") }.sorted()
      .map { try Triplet(at: folder.appending(path: $0)) }
  }

  private init(at url: URL) throws {
    name = url.deletingPathExtension().lastPathComponent
    var parts: [String: [Step]] = [:]
    var (comment, part) = ("", "")
    for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("# ") {
        comment = String(line.dropFirst(2))
      } else if !line.hasPrefix("  ") {
        part = String(line)
        parts[part] = []
      } else {
        let words = line.dropFirst(2).split(separator: ":", maxSplits: 1)
        let deeds = words.last.map(String.init) ?? ""
        parts[part]?.append(
          Step(
            card: words.count > 1 ? String(words[0]) : "",
            deeds: deeds.split(separator: ";").map {
              $0.trimmingCharacters(in: .whitespaces)
            }))
      }
    }
    try #require(Set(parts.keys) == ["before", "left", "right", "merged"], "\(url)")
    self.comment = comment
    self.parts = parts
  }
}
