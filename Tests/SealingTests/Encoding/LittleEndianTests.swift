import Testing

@testable import Sealing

@Suite struct LittleEndianTests {
  @Test func `the least significant byte comes first`() {
    #expect(UInt32(0x0403_0201).littleEndianBytes == [1, 2, 3, 4])
    #expect(UInt64(0x0807_0605_0403_0201).littleEndianBytes == [1, 2, 3, 4, 5, 6, 7, 8])
  }

  @Test(arguments: [0, 1, 0x80, 0xFFFF_FFFF, 0x8000_0000_0000_0000, UInt64.max])
  func `numbers are read as they were written, at any position`(number: UInt64) {
    let bytes = [9] + number.littleEndianBytes + [9]
    #expect(UInt64(littleEndian: bytes.span, at: 1) == number)
    #expect(UInt32(littleEndian: bytes.span, at: 1) == UInt32(truncatingIfNeeded: number))
  }

  @Test func `a number is written at its position, and nothing else changes`() {
    var bytes = [UInt8](repeating: 9, count: 6)
    var span = bytes.mutableSpan
    span.put(littleEndian: UInt32(0x0403_0201), at: 1)
    #expect(bytes == [9, 1, 2, 3, 4, 9])
  }
}
