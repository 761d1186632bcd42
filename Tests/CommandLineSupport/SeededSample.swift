internal import Foundation
package import Testing

/// The part of a long test that one run plays.
///
/// `CARDVAULT_SEED` picks it: `Tests/run.sh` sets that to a number of the commit, so that in time everything is played.
/// With `CARDVAULT_LONG`, all of it is.
package enum SeededSample {
  private static let environment = ProcessInfo.processInfo.environment

  /// Whether a run picks; for a person who repeats single tests, `one` and `sampled` leave nothing out.
  package static let isPicked = environment["CARDVAULT_SEED"] != nil

  /// The number that picks.
  package static let seed = environment["CARDVAULT_SEED"].flatMap { UInt64($0) } ?? 1

  /// Whether everything is played.
  package static let isLong = environment["CARDVAULT_LONG"] != nil

  /// The seeds to play: all of them, or `count`.
  package static func seeds(_ count: Int, of total: Int) -> Range<Int> {
    if isLong { return 0..<total }
    let first = Int(seed % UInt64(total / count)) * count
    return first..<first + count
  }

  /// One in so many elements, if the run picks.
  package static func one<Element>(in share: Int, of all: [Element]) -> [Element] {
    if isLong || !isPicked { return all }
    let first = Int(seed % UInt64(share))
    return all.enumerated().filter { $0.offset % share == first }.map(\.element)
  }
}

extension Trait where Self == ConditionTrait {
  /// For a test that takes seconds and has others like it: about a third of all commits plays it, and fewer
  /// if it starts commands (`Tests/run.sh` deals those, too).
  package static func sampled(line: Int = #line) -> Self {
    // A multiplicative hash (Knuth, The Art of Computer Programming, volume 3, section 6.4), so that lines are dealt
    // differently.
    let mixed = (SeededSample.seed &+ UInt64(line)) &* 0x9E37_79B9_7F4A_7C15
    let isPlayed = (mixed >> 32) % 3 == 0
    return .enabled(
      if: SeededSample.isLong || !SeededSample.isPicked || isPlayed, "another commit plays it")
  }
}
