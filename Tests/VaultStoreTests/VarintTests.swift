import Cards
import Testing
import VaultFormat

@Suite struct VarintTests {
  struct Ended: Error {}

  /// Reads a number from the start of `bytes`, and returns how many bytes it used.
  func read(_ bytes: [UInt8]) throws -> (number: UInt64?, byteCount: Int) {
    var index = 0
    let number = try Varint.number { () throws(Ended) in
      guard index < bytes.count else { throw Ended() }
      defer { index += 1 }
      return bytes[index]
    }
    return (number, index)
  }

  // The first two: protobuf.dev, "Encoding".
  @Test(
    arguments: [
      (1, "01"), (150, "9601"), (0, "00"), (127, "7f"), (128, "8001"),
      (1 << 63, "80808080808080808001"), (.max, "ffffffffffffffffff01"),
    ] as [(UInt64, String)])
  func `a number has seven bits in each byte`(number: UInt64, hexadecimal text: String) throws {
    let bytes = Varint.bytes(of: number)
    #expect(bytes.hexadecimal == text)
    let read = try read(bytes + [0x55])
    #expect(read.number == number)
    #expect(read.byteCount == bytes.count)
    for count in bytes.indices {
      #expect(throws: Ended.self) { try self.read(Array(bytes[..<count])) }
    }
  }

  @Test func `more than ten bytes are not a number, and bits beyond the 64th are dropped`() throws {
    #expect(try read([UInt8](repeating: 0x80, count: 11)).number == nil)
    #expect(try read([UInt8](repeating: 0x80, count: 11)).byteCount == 10)
    #expect(try read([UInt8](repeating: 0xFF, count: 9) + [0x7F]).number == .max)
  }
}
