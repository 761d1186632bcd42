public import Cards
import Foundation
import Sealing
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Readable merges and forks, as every reader of the format must see them.
@Suite struct MergeVectorTests {
  struct Write: Decodable {
    /// Absent where all are of one card.
    let card: String?
    let writer: UInt64
    let sequence: UInt64
    let seen: [[UInt64]]
    let clock: UInt64
    let kind: UInt8
    let changes: [FieldChange]

    func revision() throws -> Revision {
      let id = try card.map(Vector.bytes(hexadecimal:)) ?? [UInt8](repeating: 1, count: 16)
      return Revision(
        card: try #require(CardID(id)), dot: Dot(device: writer, sequence: sequence),
        seen: VersionVector(seen.compactMap { .init(device: $0[0], first: $0[1], last: $0[2]) }),
        clock: HybridClock(clock), wall: Timestamp(milliseconds: 0),
        kind: Revision.Kind(rawValue: kind) ?? .edit, changes: changes)
    }
  }

  struct MergeCase: Decodable, Sendable, CustomTestStringConvertible {
    struct Field: Decodable {
      let field: UInt32
      let `class`: UInt8
      let values: [String]
      let conflicts: [String?]
    }

    let comment: String
    let revisions: [Write]
    let removed: Bool
    let fields: [Field]
    var testDescription: String { comment }
  }

  struct WriterCase: Decodable, Sendable, CustomTestStringConvertible {
    struct Save: Decodable {
      let identity: String
      let device: UInt64
      let sequence: UInt64
      let previous: UInt64
      let previousHash: String
      let seen: [SeenSpan]
    }

    let comment: String
    let segments: [Save]
    let writers: [UInt64]
    let knew: [[String]]
    var testDescription: String { comment }
  }

  @Test(arguments: try cases("merge", MergeCase.self))
  func `merges`(example: MergeCase) throws {
    let revisions = try example.revisions.map { try $0.revision() }
    for order in orders(of: revisions) + [revisions + revisions] {
      let merged = MergedFields(merging: order)
      #expect(merged.isRemoved == example.removed)
      let found = merged.values.filter { !$0.bytes.isEmpty || !$0.conflicts.isEmpty }
      #expect(found.map(\.field) == example.fields.map(\.field))
      #expect(found.map(\.mergeClass.rawValue) == example.fields.map(\.class))
      for (value, wanted) in zip(found, example.fields) {
        #expect(value.bytes.map(\.hexadecimal) == wanted.values)
        #expect(
          Set(value.conflicts.map { $0?.hexadecimal }) == Set(wanted.conflicts)
            && value.conflicts.count == wanted.conflicts.count)
      }
    }
  }

  struct JoinedCase: Decodable, Sendable, CustomTestStringConvertible {
    struct Whole: Decodable {
      let id: String
      let members: [String]
      let removed: Bool
      let fields: [MergeCase.Field]
    }

    let comment: String
    let revisions: [Write]
    let cards: [Whole]
    var testDescription: String { comment }
  }

  @Test(arguments: try cases("joined", JoinedCase.self))
  func `joined cards`(example: JoinedCase) throws {
    let revisions = try example.revisions.map { try $0.revision() }
    for order in orders(of: revisions) + [revisions + revisions] {
      let merged = MergedCards(merging: order)
      let ids = merged.cards.keys.sorted()
      #expect(ids.map(\.description) == example.cards.map(\.id))
      for (id, wanted) in zip(ids, example.cards) {
        #expect(merged.joined.members(of: id).map(\.description) == wanted.members)
        #expect(merged.cards[id]?.isRemoved == wanted.removed)
        let found = merged.cards[id]?.values.filter { !$0.bytes.isEmpty || !$0.conflicts.isEmpty }
        #expect(found?.map(\.field) == wanted.fields.map(\.field))
        for (value, field) in zip(found ?? [], wanted.fields) {
          #expect(value.bytes.map(\.hexadecimal) == field.values)
          #expect(Set(value.conflicts.map { $0?.hexadecimal }) == Set(field.conflicts))
        }
      }
    }
  }

  @Test(arguments: try cases("writers", WriterCase.self))
  func `writers and forks`(example: WriterCase) throws {
    let links = try example.segments.map { save in
      Link(
        device: save.device, sequence: save.sequence, previous: save.previous,
        identity: try #require(ContentHash(hexadecimal: save.identity[...])),
        previousIdentity: ContentHash(hexadecimal: save.previousHash[...]))
    }
    let claims = example.segments.reduce(into: Set<SeenSpan>()) { $0.formUnion($1.seen) }
    for order in orders(of: links) {
      let writers = Writers(order, claims: claims)
      #expect(links.map(writers.writer(of:)) == example.writers)
      for (index, save) in example.segments.enumerated() {
        let seen = writers.vector(of: save.seen)
        let knew = links.filter {
          seen.contains(Dot(device: writers.writer(of: $0), sequence: $0.sequence))
        }
        #expect(knew.map(\.identity.description).sorted() == example.knew[index].sorted())
      }
    }
  }

  private static func cases<Case: Decodable>(_ folder: String, _: Case.Type) throws -> [Case] {
    let folder = Vector.folder.appending(path: folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path())
    return try names.filter { $0.hasSuffix(".json") }.sorted().map {
      try JSONDecoder().decode(
        Case.self, from: Data(contentsOf: folder.appending(path: $0)))
    }
  }
}

extension FieldChange: Decodable {
  /// Reads a list: see `Tests/Vectors/README.md`.
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    let field = try list.decode(UInt32.self)
    let mergeClass = try #require(MergeClass(rawValue: list.decode(UInt8.self)))
    let operation = try #require(Operation(rawValue: list.decode(UInt8.self)))
    self.init(
      field: field, mergeClass: mergeClass, operation: operation,
      value: try Vector.bytes(hexadecimal: list.decode(String.self)))
  }
}

extension SeenSpan: Decodable {
  /// Reads a list: see `Tests/Vectors/README.md`.
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    self.init(
      device: try list.decode(UInt64.self), first: try list.decode(UInt64.self),
      last: try list.decode(UInt64.self),
      lastHash: try #require(ContentHash(hexadecimal: list.decode(String.self)[...])))
  }
}

/// Orders in which the same elements may arrive.
private func orders<Element>(of elements: [Element]) -> [[Element]] {
  let middle = elements.count / 2
  let halvesSwapped = Array(elements[middle...] + elements[..<middle])
  return [elements, elements.reversed(), halvesSwapped]
}
