import Foundation
import Testing

/// The kept corpus, and seeded alterations of it; libFuzzer itself runs by `Tests/fuzz.sh`.
@Suite struct `Fuzzing corpus` {
  private static let corpus = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "corpus")
  private static let alterationCount = 200

  @Test(arguments: FuzzTarget.allCases)
  func `kept inputs, and alterations of them, do no harm`(target: FuzzTarget) throws {
    let folder = Self.corpus.appending(path: target.rawValue)
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).sorted { $0.path < $1.path }
    try #require(!files.isEmpty)
    var numbers = RepeatedNumbers()
    for file in files {
      let input = [UInt8](try Data(contentsOf: file))
      target.take(input)
      for _ in 0..<Self.alterationCount { target.take(altered(input, using: &numbers)) }
    }
  }

  /// One to four changes: a bit flipped, a byte set, bytes cut out or duplicated, the end cut off.
  private func altered(_ input: [UInt8], using numbers: inout RepeatedNumbers) -> [UInt8] {
    var bytes = input
    for _ in 0..<Int.random(in: 1...4, using: &numbers) where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &numbers)
      let end = Int.random(in: place..<min(bytes.count, place + 64), using: &numbers) + 1
      switch Int.random(in: 0..<5, using: &numbers) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
      case 1: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &numbers) ?? 0
      case 2: bytes.removeSubrange(place..<end)
      case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
      default: bytes.removeLast(bytes.count - place)
      }
    }
    return bytes
  }
}
