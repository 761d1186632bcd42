import Foundation
import SystemPackage

/// How much of each category of pictures is read at least and misread at most: `Tests/floors.json`.
///
/// Floors only rise: `CARDVAULT_RAISE_FLOORS=1` with the tests writes what was gained, and nothing else.
struct Floors: Codable, Equatable {
  /// The bounds of one category, in pictures.
  struct Floor: Codable, Equatable {
    var leastRead: Int
    var mostMisread: Int

    /// The higher of two floors.
    func raised(to other: Floor) -> Floor {
      Floor(
        leastRead: max(leastRead, other.leastRead), mostMisread: min(mostMisread, other.mostMisread)
      )
    }
  }

  /// By the set's name, then the category's.
  var sets: [String: [String: Floor]]

  static let file = Person.checkout.appending("Tests/floors.json").string

  init(sets: [String: [String: Floor]]) { self.sets = sets }

  init(from decoder: any Decoder) throws {
    sets = try decoder.singleValueContainer().decode([String: [String: Floor]].self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(sets)
  }

  /// The floors as the file has them.
  static func stated() throws -> Floors {
    let data = try Data(contentsOf: URL(fileURLWithPath: file))
    return try JSONDecoder().decode(Floors.self, from: data)
  }

  /// Writes the file again.
  func write() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let text = String(decoding: try encoder.encode(self), as: UTF8.self)
    try Data((text + "\n").utf8).write(to: URL(fileURLWithPath: Self.file), options: .atomic)
  }

  /// What is wrong with tallies of a set: what fell below its floor, and what has risen above it.
  func complaints(_ tallies: [String: PictureSet.Tally], of set: String) -> [String] {
    let floors = sets[set] ?? [:]
    let gone = Set(floors.keys).subtracting(tallies.keys).sorted()
    return gone.map { "\($0): it has a floor, but no pictures" }
      + tallies.sorted { $0.key < $1.key }.flatMap { category, tally in
        guard let floor = floors[category] else { return ["\(category): no floor yet, raise it"] }
        return floor.complaints(tally).map { "\(category): \($0)" }
      }
  }

  /// The floors with what the tallies of a set have gained.
  func raised(by tallies: [String: PictureSet.Tally], of set: String) -> Floors {
    let gained = tallies.mapValues {
      Floor(leastRead: $0.read, mostMisread: $0.misread.count)
    }
    var out = self
    out.sets[set, default: [:]].merge(gained) { $0.raised(to: $1) }
    return out
  }
}

extension Floors.Floor {
  /// What is wrong with one category's tally.
  fileprivate func complaints(_ tally: PictureSet.Tally) -> [String] {
    var out: [String] = []
    if tally.read < leastRead {
      let missed = tally.missed.joined(separator: ", ")
      out.append("\(tally.read) are read, the floor is \(leastRead); missed are \(missed)")
    }
    if tally.misread.count > mostMisread {
      let misread = tally.misread.joined(separator: ", ")
      out.append("\(tally.misread.count) are misread, at most \(mostMisread) may be: \(misread)")
    }
    if tally.read > leastRead {
      out.append("\(tally.read) are read, raise the floor from \(leastRead)")
    }
    if tally.misread.count < mostMisread {
      out.append("\(tally.misread.count) are misread, raise the floor from \(mostMisread)")
    }
    return out
  }
}
