import CommandLineSupport
import Foundation
import SystemPackage

/// The fewest pictures of each category that must be read and the most that may be misread: `Tests/floors.json`.
///
/// Floors only rise: running the tests with `CARDVAULT_RAISE_FLOORS=1` records gains, and nothing else.
struct Floors: Codable, Equatable {
  /// The bounds of one category, in numbers of pictures.
  struct Floor: Codable, Equatable {
    var leastRead: Int
    var mostMisread: Int

    /// The stricter of two floors.
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

  /// The floors from the file.
  static func stated() throws -> Floors {
    let data = try Data(contentsOf: URL(fileURLWithPath: file))
    return try JSONDecoder().decode(Floors.self, from: data)
  }

  /// Writes the file.
  func write() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let text = String(decoding: try encoder.encode(self), as: UTF8.self)
    try Data((text + "\n").utf8).write(to: URL(fileURLWithPath: Self.file), options: .atomic)
  }

  /// Problems with a set's tallies: categories below their floors, and ones that have risen above.
  func complaints(_ tallies: [String: PictureSet.Tally], of set: String) -> [String] {
    let floors = sets[set] ?? [:]
    let gone = Set(floors.keys).subtracting(tallies.keys).sorted()
    var out = gone.map { "\($0): it has a floor, but no pictures" }
    for (category, tally) in tallies.sorted(by: { $0.key < $1.key }) {
      let problems = floors[category]?.complaints(tally) ?? ["no floor yet, raise it"]
      out += problems.map { "\(category): \($0)" }
    }
    return out
  }

  /// The floors raised by the gains in a set's tallies.
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
  /// Problems with one category's tally.
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
