import Cards
import SwiftProtobuf
import Testing

@testable import ReaderLink

@Suite struct `Live messages` {
  static let reading = LiveReading(
    width: 1_280, height: 720,
    codes: [
      LiveReading.Code(found: Messages.found, confidence: 0.375),
      LiveReading.Code(found: Messages.found, confidence: 0),
    ],
    candidate: LiveReading.Candidate(corners: Messages.found.position, hint: .tilt),
    readingTime: .microseconds(1_234))

  static var message: Cardvault_Reader_Live {
    var message = Cardvault_Reader_Live(reading)
    message.microseconds = 1_234
    return message
  }

  @Test func `a reading arrives complete`() throws {
    let bytes: [UInt8] = try Self.message.serializedBytes()
    #expect(try Cardvault_Reader_Live(serializedBytes: bytes).reading() == Self.reading)
    let empty = LiveReading(width: 16, height: 16)
    #expect(try Cardvault_Reader_Live(empty).reading() == empty)
  }

  @Test func `a key never crosses the link, but the fact that there was one does`() throws {
    var reading = Self.reading
    reading.codes[0].found.barcode.bytes = Array("CARDVAULT-KEY1QQQQ".utf8)
    let taken = try Cardvault_Reader_Live(reading).reading()
    #expect(taken.codes.count == 1)
    #expect(taken.holdsKey)
    let sent: [UInt8] = try Cardvault_Reader_Live(reading.withoutKeys()).serializedBytes()
    #expect(!String(decoding: sent, as: UTF8.self).contains("KEY1"))
  }

  @Test(arguments: [nil] + LiveReading.Hint.allCases)
  func `each hint arrives, and none`(hint: LiveReading.Hint?) throws {
    var reading = LiveReading(width: 16, height: 16)
    reading.candidate = LiveReading.Candidate(corners: Messages.found.position, hint: hint)
    #expect(try Cardvault_Reader_Live(reading).reading() == reading)
  }

  @Test(
    arguments: [
      { $0.width = 0 }, { $0.height = 0 }, { $0.width = 4_097 }, { $0.height = .max },
      { $0.confidences.removeLast() }, { $0.confidences.append(0) }, { $0.confidences[0] = 1_001 },
      { $0.codes[0].symbology = 0 }, { $0.codes[0].position.removeLast() },
      { $0.codes = Array(repeating: $0.codes[0], count: 257) },
      { $0.candidate.removeLast() }, { $0.candidate[0] = .max }, { $0.candidate.append(1) },
      { $0.candidate = [] }, { $0.hint = "inside" }, { $0.hint = "tilt " },
    ] as [@Sendable (inout Cardvault_Reader_Live) -> Void])
  func `a reading out of bounds is refused`(
    spoil: @Sendable (inout Cardvault_Reader_Live) -> Void
  ) throws {
    var message = Self.message
    spoil(&message)
    #expect(throws: WireError.malformed) { try message.reading() }
  }

  @Test func `any flipped bit or cut gives a reading or a refusal, never a trap`() throws {
    let bytes: [UInt8] = try Self.message.serializedBytes()
    for index in bytes.indices {
      for bit in 0..<8 {
        var flipped = bytes
        flipped[index] ^= 1 << bit
        _ = try? Cardvault_Reader_Live(serializedBytes: flipped).reading()
      }
      _ = try? Cardvault_Reader_Live(serializedBytes: Array(bytes[..<index])).reading()
    }
  }

  @Test func `a frame's message fits exactly its own bytes`() throws {
    let luma = (0..<352).map { UInt8(truncatingIfNeeded: $0) }
    let frame = try LiveFrame(width: 20, height: 16, stride: 22, luma: luma)
    let request = LiveRequest(symbologies: [.ean13, .qrCode])
    let sent = Cardvault_Reader_LiveRequest(frame, request)
    let bytes: [UInt8] = try sent.serializedBytes()
    let taken = try Cardvault_Reader_LiveRequest(serializedBytes: bytes)
    #expect(try taken.frame(frame.bytes) == frame)
    #expect(taken.byteCount == 352)
    #expect(taken.symbologies == [1, 11])
    for count in 0..<frame.bytes.count {
      #expect(throws: LiveFrame.Failure.byteCount) {
        try taken.frame(Array(frame.bytes.prefix(count)))
      }
    }
    #expect(throws: LiveFrame.Failure.byteCount) { try taken.frame(frame.bytes + [0]) }
    for index in bytes.indices {
      let part = try? Cardvault_Reader_LiveRequest(serializedBytes: Array(bytes[..<index]))
      _ = try? part?.frame(frame.bytes)
    }
  }

  @Test func `a JPEG's message has no sides`() throws {
    let frame = try LiveFrame(jpeg: [0xFF, 0xD8, 0xFF, 0xDB])
    let sent = Cardvault_Reader_LiveRequest(frame, LiveRequest())
    #expect([sent.width, sent.height, sent.stride] == [0, 0, 0])
    #expect(try sent.frame(frame.bytes) == frame)
    #expect(throws: LiveFrame.Failure.notAJPEG) { try sent.frame([1, 2, 3, 4]) }
    #expect(throws: LiveFrame.Failure.byteCount) { try sent.frame([]) }
  }

  @Test(
    arguments: [
      (15, 16, 16, 256, .sides), (16, 15, 16, 240, .sides), (4_097, 16, 4_097, 65_552, .sides),
      (-16, -16, -16, 256, .sides), (.max, .max, .max, 1, .sides), (16, 16, 15, 240, .stride),
      (16, 16, 8_193, 131_088, .stride), (16, 16, .max, 0, .stride), (16, 16, -16, 0, .stride),
      (16, 16, 16, 255, .byteCount), (16, 16, 16, 257, .byteCount), (16, 16, 16, 0, .byteCount),
      (4_096, 4_096, 8_192, 33_554_432, .byteCount),
    ] as [(Int, Int, Int, Int, LiveFrame.Failure)])
  func `a frame whose lengths do not fit is none`(
    width: Int, height: Int, stride: Int, byteCount: Int, failure: LiveFrame.Failure
  ) {
    #expect(throws: failure) {
      try LiveFrame.checked(width: width, height: height, stride: stride, byteCount: byteCount)
    }
  }

  @Test func `the largest frames are within the limits`() throws {
    let side = LiveFrame.longestSide
    let largest = try LiveFrame.checked(
      width: side, height: side, stride: side, byteCount: LiveFrame.maxByteCount)
    #expect(largest == .luma(width: 4_096, height: 4_096, stride: 4_096))
    #expect(try LiveFrame.checked(jpegByteCount: 8 << 20) == .jpeg)
    #expect(throws: LiveFrame.Failure.byteCount) {
      try LiveFrame.checked(jpegByteCount: (8 << 20) + 1)
    }
  }
}
