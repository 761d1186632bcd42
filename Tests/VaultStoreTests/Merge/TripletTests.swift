import Cards
import Foundation
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

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

/// Readable merges, by real vaults.
@Suite struct TripletTests {
  private let folder: VaultFolder

  init() throws {
    folder = try VaultFolder()
  }

  @Test(arguments: try Triplet.all()) func `merged as written`(triplet: Triplet) async throws {
    let first = try Vault.create(at: folder.locations("before"), now: { clock(1_000) })
    for step in triplet.before { try await first.take(step) }
    // Both see the initial state, but not each other; the right one's clock is ahead.
    let left = try Vault.open(at: folder.locations("left"), now: { clock(2_000) })
    let right = try Vault.open(at: folder.locations("right"), now: { clock(3_000) })
    for step in triplet.right { try await right.take(step) }
    for step in triplet.left { try await left.take(step) }
    for device in ["before", "left", "right", "third"] {
      let merged = try Vault.open(at: folder.locations(device))
      #expect(try await merged.told() == triplet.merged, "\(triplet.comment)")
    }
  }

  @Test func `there are triplets for every rule that a person can read`() throws {
    #expect(try Triplet.all().count >= 21)
  }
}

private func clock(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

extension CardID {
  /// The id of the card with this name in a triplet.
  fileprivate init(called name: String) throws {
    let bytes = Array(name.utf8) + [UInt8](repeating: 0, count: 16)
    self = try #require(CardID(Array(bytes.prefix(16))))
  }
}

extension Vault {
  /// Performs one step of a triplet.
  fileprivate func take(_ step: Triplet.Step) throws {
    guard !step.card.isEmpty else {
      try #require(step.deeds == ["undo"])
      try #require(!undo().cards.isEmpty)
      return
    }
    let id = try CardID(called: step.card)
    var card =
      self.card(id) ?? removedCards.first { $0.id == id } ?? Card(id: id, name: "", codes: [])
    for deed in step.deeds {
      let parts = deed.split(separator: " ", maxSplits: 1).map(String.init)
      let words = parts.count > 1 ? parts[1] : ""
      switch parts[0] {
      case "name": card.name = words
      case "note": card.note = words
      case "number": card.printedNumber = words
      case "no": try #require(words == "note"); card.note = ""
      case "tag": card.tags = Set(card.tags + [words]).sorted()
      case "untag": card.tags.removeAll { $0 == words }
      case "used": card.lastUsed = now()
      case "balance":
        card.balance = Balance(thousandths: try #require(Int64(words)) * 1_000, currency: "EUR")
      case "spend":
        let amount = FieldChange(
          field: 10, mergeClass: .counter, operation: .add,
          value: UInt64(bitPattern: try #require(Int64(words)) * -1_000).bigEndianBytes)
        return try write([CardEdit(card: id, kind: .edit, changes: [amount])], at: now())
      case "removed": return try remove([id])
      case "joined":
        let into = try #require(
          self.card(try CardID(called: words.replacing("into ", with: ""))))
        try #require(try join(id, into: into.joined(with: card)) != nil)
        return
      default: Issue.record("“\(deed)” is no deed")
      }
    }
    try save([card])
  }

  /// All cards in the notation of triplets.
  fileprivate func told() throws -> [String: Set<String>] {
    var told: [String: Set<String>] = [:]
    for card in cards {
      var words = Set(Self.words(of: card))
      for conflict in conflicts(of: card.id) {
        for side in conflict.sides.dropFirst() {
          let other = Self.words(of: side.card).first { $0.hasPrefix(conflict.field + " ") }
          words.insert(
            other.map { $0.replacing(conflict.field + " ", with: conflict.field + "? ") }
              ?? "\(conflict.field)? nothing")
        }
      }
      told[String(decoding: card.id.bytes.prefix { $0 != 0 }, as: UTF8.self)] = words
    }
    return told
  }

  private static func words(of card: Card) -> [String] {
    var words = card.tags.map { "tag \($0)" }
    if !card.name.isEmpty { words.append("name \(card.name)") }
    if !card.note.isEmpty { words.append("note \(card.note)") }
    if !card.printedNumber.isEmpty { words.append("number \(card.printedNumber)") }
    if let balance = card.balance { words.append("balance \(balance.thousandths / 1_000)") }
    return words
  }
}
