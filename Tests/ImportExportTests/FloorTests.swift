import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// Protects what the reader can do: no category is read worse than before, and gains are recorded.
@Suite(.serialized) struct `Floors of reading` {
  static let raises = ProcessInfo.processInfo.environment["CARDVAULT_RAISE_FLOORS"] == "1"
  static let hint: Comment =
    "to raise floors: repeat it with CARDVAULT_RAISE_FLOORS=1, as Sources/README.md says"

  @Test func `drawn pictures are read as well as before`() async throws {
    try await holds(.samples)
  }

  @Test(
    .enabled(
      if: !PictureSet.corpus.categories.isEmpty,
      "the corpus of real photos is not beside the checkout"))
  func `real photos are read as well as before`() async throws {
    try await holds(.corpus)
  }

  /// Nothing may be found for sure where there is nothing, no matter what the floors allow.
  @Test func `floors allow no finds where there is nothing`() throws {
    let floors = try Floors.stated()
    for set in [PictureSet.samples, .corpus] {
      let empty = Set(set.categories.filter { !set.readable.contains($0.key) }.values)
      for category in empty {
        #expect(
          floors.sets[set.name]?[category] == Floors.Floor(leastRead: 0, mostMisread: 0),
          "\(category)")
      }
    }
  }

  @Test func `floors name what fell and what rose`() {
    let floors = Floors(sets: [
      "set": [
        "fog": .init(leastRead: 2, mostMisread: 1), "gone": .init(leastRead: 1, mostMisread: 0),
      ]
    ])
    let worse = ["fog": PictureSet.Tally(read: 1, missed: ["fog-1"], misread: ["fog-2", "fog-3"])]
    #expect(
      floors.complaints(worse, of: "set") == [
        "gone: it has a floor, but no pictures",
        "fog: 1 are read, the floor is 2; missed are fog-1",
        "fog: 2 are misread, at most 1 may be: fog-2, fog-3",
      ])
    #expect(floors.raised(by: worse, of: "set") == floors)
    let better = ["fog": PictureSet.Tally(read: 3), "new": PictureSet.Tally(read: 1)]
    #expect(
      floors.complaints(better, of: "set").dropFirst() == [
        "fog: 3 are read, raise the floor from 2", "fog: 0 are misread, raise the floor from 1",
        "new: no floor yet, raise it",
      ])
    let raised = floors.raised(by: better, of: "set")
    #expect(raised.sets["set"]?["fog"] == .init(leastRead: 3, mostMisread: 0))
    #expect(raised.sets["set"]?["new"] == .init(leastRead: 1, mostMisread: 0))
    #expect(raised.complaints(better, of: "set") == ["gone: it has a floor, but no pictures"])
  }

  /// Reads a set and compares it with its floors, which are raised first if requested.
  private func holds(_ set: PictureSet) async throws {
    let person = try Person()
    let tallies = try await set.tally(by: person)
    if Self.raises { try Floors.stated().raised(by: tallies, of: set.name).write() }
    let complaints = try Floors.stated().complaints(tallies, of: set.name)
    #expect(complaints == [], Self.hint)
  }
}
