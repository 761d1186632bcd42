import Ckeyring
import Foundation
import Testing

@testable import Sealing

/// The kernel's real keyring of the user who runs the tests; each test has its own key there.
@Suite(.enabled(if: isKeyringThere, "the kernel gives no keyring here"))
struct KeyringTests {
  @Test func `a key is kept, found by its id, and removed`() throws {
    let root = try RootKey.generate()
    #expect(try load(root.keyID) == nil)
    try Keyring.store(root, for: .seconds(60))
    #expect(try load(root.keyID) == root.secret.copy)
    let other = try RootKey.generate()
    #expect(try load(other.keyID) == nil)
    #expect(try Keyring.remove(root.keyID))
    #expect(try load(root.keyID) == nil)
    #expect(try !Keyring.remove(root.keyID))
  }

  @Test func `a key disappears when its time is over`() async throws {
    let root = try RootKey.generate()
    try Keyring.store(root, for: .seconds(3_600))
    #expect(try load(root.keyID) != nil)
    // Storing it again shortens its time; a busy machine may look only when that is over.
    try Keyring.store(root, for: .seconds(1))
    try await Task.sleep(for: .milliseconds(2_200))
    #expect(try load(root.keyID) == nil)
    #expect(try !Keyring.remove(root.keyID))
  }

  @Test func `keeping it again restarts its time`() async throws {
    let root = try RootKey.generate()
    try Keyring.store(root, for: .seconds(60))
    try Keyring.store(root, for: .seconds(3_600))
    #expect(try load(root.keyID) != nil)
    // The kernel reports the remaining time: seconds, minutes or hours.
    let keys = try listed()
    // It may still list the replaced key.
    let left = keys.filter { $0.contains("\(root.keyID)") }.map { $0.split(separator: " ")[3] }
    #expect(left.contains { ($0.hasSuffix("m") || $0.hasSuffix("h")) && $0 != "1m" })
    try Keyring.remove(root.keyID)
  }

  @Test func `another program's entry is not a key`() throws {
    let root = try RootKey.generate()
    let payload = [UInt8](repeating: 3, count: 36)
    for count in [36, 5, 0x20] {
      let key = unsafe cardvault_keyring_add("cardvault:\(root.keyID)", payload, count)
      try #require(key > 0 && cardvault_keyring_link(key) == 0)
      #expect(try load(root.keyID) == nil)
    }
    try Keyring.remove(root.keyID)
  }

  @Test func `the kernel's list names it without its content`() throws {
    let root = try RootKey.generate()
    try Keyring.store(root, for: .seconds(60))
    defer { _ = try? Keyring.remove(root.keyID) }
    let line = try listed().first { $0.contains("cardvault:\(root.keyID)") }
    // Its permissions: all for the possessor; view, read, search and attributes for the user; none for others.
    #expect(line?.contains(" 3f2b0000 ") == true)
  }

  /// The lines of the kernel's list, which comes in pieces of a page: all of them are read.
  private func listed() throws -> [Substring] {
    let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/keys"))
    defer { try? file.close() }
    return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self).split(separator: "\n")
  }

  private func load(_ id: KeyID) throws -> [UInt8]? {
    guard let root = try Keyring.load(id) else { return nil }
    return root.secret.copy
  }
}
