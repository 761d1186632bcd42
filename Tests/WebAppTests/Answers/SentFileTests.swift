import Foundation
import SystemPackage
import Testing
import Wallet

@testable import WebApp

@Suite("Files that are sent")
struct SentFileTests {
  @Test(arguments: [0, 1, 256 << 10, (256 << 10) + 1, 1_000_000])
  func `a file is sent whole, also after it was removed`(byteCount: Int) async throws {
    let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(bytes).write(to: place)
    let turns = Turns(
      atOnce: 1, maxWaiting: 0,
      orElse: Failure("no", because: "one is sent", try: "later", status: .inUse))
    var file: SentFile? = try SentFile(at: FilePath(place.path), try await turns.turn())
    try FileManager.default.removeItem(at: place)
    #expect(file?.byteCount == byteCount)
    #expect(try await file?.body.collected() == bytes)
    await #expect(throws: Failure.self) { try await turns.run {} }
    file = nil
    try await turns.run {}
  }
}
