import Testing

@testable import Sealing

@Suite final class EnvelopeTests {
  private static let chunk = ChunkCipher.chunkByteCount
  private let key: EnvelopeKey
  private let root: RootKey

  init() throws {
    root = try .generate()
    key = try root.envelopeKey(.segment)
  }

  @Test(
    arguments: [0, 1, 1_015, 1_016, 1_017, chunk - 9, chunk - 8, chunk - 7, 3 * chunk, 400_000])
  func `a payload is restored completely`(byteCount: Int) throws {
    let payload = payload(byteCount)
    let file = seal(payload)
    #expect(try key.open(file.span) == payload[...])
    let content = Padding.paddedByteCount(byteCount + 8)
    let chunks = (content + Self.chunk - 1) / Self.chunk
    #expect(file.count == EnvelopeHeader.byteCount + content + 16 * chunks)
  }

  @Test(arguments: [chunk - 7, chunk + 100, 3 * chunk, 400_000])
  func `the beginning of a long file states its length`(byteCount: Int) throws {
    let file = seal(payload(byteCount))
    let beginning = Array(file.prefix(EnvelopeKey.beginningByteCount))
    #expect(try key.wholeByteCount(of: beginning.span) == file.count)
    var altered = beginning
    altered[EnvelopeHeader.byteCount] ^= 1
    #expect(throws: SealingError.damaged) { try key.wholeByteCount(of: altered.span) }
    let cut = Array(beginning.dropFirst())
    #expect(throws: SealingError.notSealed) { try key.wholeByteCount(of: cut.span) }
  }

  @Test func `a header copied in front of anything proves nothing`() throws {
    let header = Array(seal(payload(100)).prefix(EnvelopeHeader.byteCount))
    let rest = EnvelopeKey.beginningByteCount - header.count
    let copied = header + [UInt8](repeating: 0, count: rest)
    #expect(throws: SealingError.damaged) { try key.wholeByteCount(of: copied.span) }
    // All of a file's only chunk is the last one: nothing may follow.
    let whole = seal(payload(Self.chunk - 8))
    #expect(whole.count == EnvelopeKey.beginningByteCount)
    #expect(throws: SealingError.damaged) { try key.wholeByteCount(of: whole.span) }
  }

  @Test func `every flipped bit is detected`() {
    let file = seal(payload(100))
    for bit in 0..<file.count * 8 {
      var altered = file
      altered[bit / 8] ^= 1 << (bit % 8)
      #expect(failure(altered) != nil, "bit \(bit)")
    }
  }

  @Test func `every cut and every extra byte is detected`() {
    let file = seal(payload(100))
    for length in 0..<file.count { #expect(failure(Array(file[..<length])) != nil) }
    #expect(failure(file + [0]) == .damaged)
  }

  @Test func `swapped, dropped and repeated chunks are detected`() {
    let file = seal(payload(3 * Self.chunk))
    let sealed = Self.chunk + EnvelopeKey.tagByteCount
    let header = Array(file[..<EnvelopeHeader.byteCount])
    let chunks = stride(from: header.count, to: file.count, by: sealed).map {
      Array(file[$0..<min($0 + sealed, file.count)])
    }
    #expect(chunks.count == 4)
    let orders = [[1, 0, 2, 3], [0, 1, 2], [0, 2, 3], [0, 0, 1, 2, 3], [3], []]
    for order in orders {
      #expect(failure(header + order.flatMap { chunks[$0] }) == .damaged, "\(order)")
    }
    #expect(failure(header + [0, 1, 2, 3].flatMap { chunks[$0] }) == nil)
  }

  @Test func `another key, another kind and another version are distinguished`() throws {
    let file = seal(payload(10))
    let other = try RootKey.generate().envelopeKey(.segment)
    #expect(failure(file, key: other) == .wrongKey(root.keyID))
    #expect(failure(file, key: try root.envelopeKey(.vault)) == .wrongKind)
    #expect(failure(Array("A JPEG, perhaps".utf8)) == .notSealed)
    #expect(failure([]) == .notSealed)
    #expect(failure(Array(file[..<87])) == .unproved)
    var renamed = file
    renamed[8] = EnvelopeKind.vault.rawValue
    #expect(failure(renamed, key: try root.envelopeKey(.vault)) == .unproved)
  }

  @Test(arguments: [UInt8(0), 2, 255])
  func `another version counts only if the key proves it`(version: UInt8) throws {
    var random = SystemRandomNumberGenerator()
    let key = try root.envelopeKey(.segment)
    var newer = key.header(version: version, using: &random)
    #expect(failure(newer, key: key) == .newerFormat(version))
    newer += [1, 2, 3]
    #expect(failure(newer, key: key) == .newerFormat(version))
    newer[60] ^= 1
    #expect(failure(newer, key: key) == .unproved)
    var altered = seal(payload(10))
    altered[7] = version
    #expect(failure(altered) == .unproved)
  }

  @Test func `every kind byte can be sealed and proved`() throws {
    var random = SystemRandomNumberGenerator()
    for number in UInt8.min ... .max {
      let key = try root.envelopeKey(EnvelopeKind(rawValue: number))
      let file = key.seal([number], using: &random)
      #expect(try Array(key.open(file.span)) == [number])
    }
  }

  @Test func `the commitment is checked before anything is decrypted`() {
    // One file's chunks under another file's header: each header commits to only one file key.
    let (first, second) = (seal(payload(10)), seal(payload(10)))
    let mixed = Array(first[..<56] + second[56..<88] + first[88...])
    #expect(failure(mixed) == .unproved)
    let swapped = Array(first[..<88] + second[88...])
    #expect(failure(swapped) == .damaged)
  }

  @Test func `equal payloads give different files of equal length`() {
    let (first, second) = (seal(payload(5)), seal(payload(900)))
    #expect(first.count == second.count)
    #expect(seal(payload(5)) != first)
  }

  @Test(arguments: [(0, 1_024), (1_024, 1_024), (1_025, 1_088), (2_000, 2_048), (100_000, 100_352)])
  func `padding follows the published rule`(byteCount: Int, padded: Int) {
    #expect(Padding.paddedByteCount(byteCount) == padded)
  }

  @Test func `padding adds at most an eighth and is stable once added`() {
    for byteCount in stride(from: 1_024, to: 3_000_000, by: 977) {
      let padded = Padding.paddedByteCount(byteCount)
      #expect(padded >= byteCount && padded - byteCount <= byteCount / 8)
      #expect(Padding.paddedByteCount(padded) == padded)
    }
  }

  @Test func `only the one valid form of a content is accepted`() throws {
    let right = [3, 0, 0, 0, 0, 0, 0, 0, 7, 8, 9] + [UInt8](repeating: 0, count: 1_013)
    #expect(try EnvelopeKey.payloadRange(right.span) == 8..<11)
    var wrong = [right + [UInt8](repeating: 0, count: 64)]
    for (index, value) in [(1_023, 1), (11, 1), (1, 4), (7, 128)] as [(Int, UInt8)] {
      var altered = right
      altered[index] = value
      wrong.append(altered)
    }
    for content in wrong {
      #expect(throws: SealingError.damaged) { try EnvelopeKey.payloadRange(content.span) }
    }
  }

  private func payload(_ byteCount: Int) -> [UInt8] {
    (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 31) }
  }

  private func seal(_ payload: [UInt8]) -> [UInt8] {
    var random = SystemRandomNumberGenerator()
    return key.seal(payload, using: &random)
  }

  private func failure(_ file: [UInt8]) -> SealingError? { failure(file, key: key) }

  private func failure(_ file: [UInt8], key: borrowing EnvelopeKey) -> SealingError? {
    do throws(SealingError) {
      _ = try key.open(file.span)
      return nil
    } catch {
      return error
    }
  }
}
