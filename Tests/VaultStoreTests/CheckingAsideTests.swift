import Cards
import Dispatch
import Foundation
import Sealing
import Synchronization
import Testing

@testable import VaultFormat
@testable import VaultStore

/// Checking every file of a vault that is in use.
@Suite struct CheckingAsideTests {
  /// Blocks until it is released, or for 20 seconds.
  private final class HeldNumbers: RandomNumberGenerator, Sendable {
    private let asked = Mutex(false)
    private let late = Mutex(false)
    private let goesOn = DispatchSemaphore(value: 0)

    var isAsked: Bool { asked.withLock(\.self) }
    var isLate: Bool { late.withLock(\.self) }

    func letGo() { goesOn.signal() }

    func next() -> UInt64 {
      asked.withLock { $0 = true }
      if goesOn.wait(timeout: .now() + 20) == .timedOut { late.withLock { $0 = true } }
      goesOn.signal()
      return .random(in: 0 ... .max)
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `a vault answers while all of its files are checked`() async throws {
    let folder = try VaultFolder()
    let made = try Vault.create(at: folder.locations())
    try await made.save([.sample("Gym")])
    try await made.putPhotoForTests()
    let numbers = HeldNumbers()
    // A device that sees a photo for the first time remembers it at the end of the check, which takes numbers.
    let vault = try Vault.open(at: folder.locations("second"), generator: numbers)
    async let found = vault.verifyAside()
    while !numbers.isAsked { try await Task.sleep(for: .milliseconds(5)) }
    #expect(await vault.cards.map(\.name) == ["Gym"])
    numbers.letGo()
    #expect(try await found.fileCount == 3)
    #expect(!numbers.isLate)
  }

  @Test func `a header that is damaged meanwhile is found, and stops no check`() async throws {
    let folder = try VaultFolder()
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([.sample("Gym")])
    let path = try #require(folder.files().keys.first { $0.hasSuffix(".vault") })
    var bytes = try folder.read(path)
    bytes[bytes.count - 1] ^= 1
    try folder.write(bytes, to: path)
    #expect(try await vault.verifyAside().damaged.count == 1)
  }

  @Test func `nobody is asked for a passphrase again, and the same is found`() async throws {
    let folder = try VaultFolder()
    let vault = try Vault.create(
      at: folder.locations(), passphrase: try Passphrase("open sesame"), cost: .least)
    for name in ["Gym", "Zoo"] { try await vault.save([.sample(name)]) }
    let path = "vault/segments/" + (try #require(try folder.segmentNames().first))
    var bytes = try folder.read(path)
    bytes[bytes.count - 1] ^= 1
    try folder.write(bytes, to: path)
    let found = try await vault.verifyAside()
    #expect(found.damaged.count == 1 && found.fileCount == 3)
    #expect(try await vault.verify() == found)
  }
}
