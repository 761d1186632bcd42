import Foundation
import Glibc
import Testing

@testable import Sealing

@Suite final class KeyFileTests {
  private let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "cardvault-keys-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  @Test func `a key comes back from its file`() throws {
    let key = try RootKey.generate()
    try KeyFile.write(key, to: path("key"))
    let again = try KeyFile.read(path("key"))
    #expect(again.keyID == key.keyID)
    #expect(again.fingerprint == key.fingerprint)
    let text = try String(contentsOfFile: path("key"), encoding: .ascii)
    #expect(text.hasPrefix("cardvault-key1"))
    #expect(text.count == KeyFile.byteCount && text.hasSuffix("\n"))
    #expect(try mode("key") == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["key"])
  }

  @Test func `a file that is there is never overwritten`() throws {
    try KeyFile.write(try .generate(), to: path("key"))
    let before = try Data(contentsOf: URL(filePath: path("key")))
    let other = try RootKey.generate()
    #expect(throws: SealingError.keyFile(.exists)) { try KeyFile.write(other, to: path("key")) }
    #expect(try Data(contentsOf: URL(filePath: path("key"))) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["key"])
  }

  @Test func `a typing error in any character is refused`() throws {
    try KeyFile.write(try .generate(), to: path("key"))
    let text = Array(try Data(contentsOf: URL(filePath: path("key"))))
    for index in 0..<text.count - 1 {
      for replacement in Array("qpz7lA10 -".utf8) where replacement != text[index] {
        var typed = text
        typed[index] = replacement
        try write(typed, to: "typed")
        #expect(problem("typed") == .malformed, "character \(index)")
      }
    }
  }

  @Test func `a key without its line end or in capitals is read`() throws {
    let key = try RootKey.generate()
    try KeyFile.write(key, to: path("key"))
    let text = try String(contentsOfFile: path("key"), encoding: .ascii)
    try write(Array(text.dropLast().utf8), to: "short")
    try write(Array(text.uppercased().utf8), to: "capitals")
    #expect(try KeyFile.read(path("short")).keyID == key.keyID)
    #expect(try KeyFile.read(path("capitals")).keyID == key.keyID)
  }

  @Test func `every cut is refused, and so is anything more`() throws {
    try KeyFile.write(try .generate(), to: path("key"))
    let text = Array(try Data(contentsOf: URL(filePath: path("key"))))
    for length in 0..<text.count - 1 {
      try write(Array(text[..<length]), to: "cut")
      #expect(problem("cut") == .malformed)
    }
    for more in [[UInt8(0x71), 0x0a], Array(text), [UInt8](repeating: 0x0a, count: 1 << 20)] {
      try write(text + more, to: "long")
      #expect(problem("long") == .malformed)
    }
  }

  @Test(arguments: [0o640, 0o604, 0o660, 0o620, 0o644] as [mode_t])
  func `a file that others may use is refused`(mode: mode_t) throws {
    try KeyFile.write(try .generate(), to: path("key"))
    unsafe chmod(path("key"), mode)
    #expect(problem("key") == .readableByOthers(mode: mode))
    unsafe chmod(path("key"), 0o400)
    #expect(problem("key") == nil)
  }

  @Test func `a key that others could read, or that cannot be read back, is not left behind`()
    throws
  {
    let key = try RootKey.generate()
    try KeyFile.write(key, to: path("key"))
    try KeyFile.confirm(key.keyID, at: path("key"))
    // As on a file system that keeps no modes.
    unsafe chmod(path("key"), 0o755)
    #expect(throws: SealingError.keyFile(.modesNotKept(mode: 0o755))) {
      try KeyFile.confirm(key.keyID, at: path("key"))
    }
    try KeyFile.write(try .generate(), to: path("key"))
    #expect(throws: SealingError.keyFile(.malformed)) {
      try KeyFile.confirm(key.keyID, at: path("key"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }

  @Test func `links, folders and pipes are refused, and nothing is missing`() throws {
    try KeyFile.write(try .generate(), to: path("key"))
    unsafe symlink(path("key"), path("link"))
    unsafe mkdir(path("folder"), 0o700)
    unsafe mkfifo(path("pipe"), 0o600)
    #expect(problem("link") == .notAFile)
    #expect(problem("folder") == .notAFile)
    #expect(problem("pipe") == .notAFile)
    #expect(problem("nothing") == .missing)
    #expect(problem("key/below") == .missing)
  }

  @Test func `a key of a newer format is told apart`() throws {
    var payload = [UInt8](repeating: 9, count: 33)
    payload[0] = 1
    var text = [UInt8](repeating: 0, count: KeyFile.textLength)
    var span = text.mutableSpan
    Bech32m.encode(payload.span, prefix: KeyFile.prefix, into: &span)
    try write(text, to: "newer")
    #expect(problem("newer") == .newerFormat(1))
  }

  @Test func `a fingerprint is six groups of five digits and differs by key`() throws {
    let first = try RootKey.generate()
    let second = try RootKey.generate()
    #expect(first.fingerprint.wholeMatch(of: /\d{5}( \d{5}){5}/) != nil)
    #expect(first.fingerprint != second.fingerprint)
    #expect(first.keyID != second.keyID)
  }

  private func path(_ name: String) -> String { folder + "/" + name }

  private func mode(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
    return attributes[.posixPermissions] as? Int ?? 0
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(filePath: path(name)))
    unsafe chmod(path(name), 0o600)
  }

  private func problem(_ name: String) -> KeyFileProblem? {
    do throws(SealingError) {
      _ = try KeyFile.read(path(name))
      return nil
    } catch {
      guard case .keyFile(let problem) = error else { return .system(-1) }
      return problem
    }
  }
}
