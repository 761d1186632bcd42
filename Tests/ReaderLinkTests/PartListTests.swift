import Testing

@testable import ReaderLink

/// Several byte strings on one pipe.
@Suite struct PartListTests {
  private static let parts: [[UInt8]] = [[1, 2, 3], [], [4]]
  private static let sent: [UInt8] = [3, 0, 0, 0, 1, 2, 3, 0, 0, 0, 0, 1, 0, 0, 0, 4]

  @Test func `parts are sent with their lengths, and taken apart again`() {
    #expect(PartList.joined(Self.parts) == Self.sent)
    #expect(PartList.parts(of: Self.sent, atMost: 3) == Self.parts)
    #expect(PartList.parts(of: [], atMost: 0) == [])
  }

  @Test func `parts that end early, or are too many, are none`() {
    let ends = [0, 7, 11, 16]
    for length in 0...Self.sent.count where !ends.contains(length) {
      #expect(PartList.parts(of: Array(Self.sent[..<length]), atMost: 3) == nil, "\(length)")
    }
    #expect(PartList.parts(of: Self.sent, atMost: 2) == nil)
    #expect(PartList.parts(of: [0xFF, 0xFF, 0xFF, 0xFF, 1], atMost: 3) == nil)
  }

  @Test func `a group has as many parts and bytes as one reader gets, and at least one`() {
    let sizes = [3, 3, 9, 1, 1, 1, 1]
    let parts = sizes.map { [UInt8](repeating: 0, count: $0) }
    let groups = PartList.groups(of: parts, atMost: 3, byteCount: 6)
    #expect(groups.map { $0.map(\.count) } == [[3, 3], [9], [1, 1, 1], [1]])
    #expect(groups.map(\.startIndex) == [0, 2, 3, 6])
    #expect(PartList.groups(of: [], atMost: 3, byteCount: 6).isEmpty)
  }
}
