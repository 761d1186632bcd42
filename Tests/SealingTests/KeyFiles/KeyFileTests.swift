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

  @Test(arguments: [false, true])
  func `a key is read back from its file`(isWrapped: Bool) throws {
    let key = try key(isWrapped)
    try KeyFile.write(key, to: path("key"))
    let again = try KeyFile.read(path("key"))
    #expect(again.keyID == key.keyID && again.isWrapped == isWrapped)
    #expect(try KeyText.line(of: again).copy == KeyText.line(of: key).copy)
    let text = try String(contentsOfFile: path("key"), encoding: .ascii)
    #expect(text.hasPrefix(isWrapped ? "cardvault-wrapped-key1" : "cardvault-key1"))
    #expect(text.count == (isWrapped ? 225 : 74) && text.hasSuffix("\n"))
    #expect(try mode("key") == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["key"])
  }

  @Test func `an existing file is never overwritten`() throws {
    try KeyFile.write(try key(), to: path("key"))
    let before = try Data(contentsOf: URL(filePath: path("key")))
    let other = try key()
    #expect(throws: SealingError.keyFile(.alreadyExists)) {
      try KeyFile.write(other, to: path("key"))
    }
    #expect(try Data(contentsOf: URL(filePath: path("key"))) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["key"])
  }

  @Test(arguments: [false, true])
  func `a typing error in any character is refused`(isWrapped: Bool) throws {
    try KeyFile.write(try key(isWrapped), to: path("key"))
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
    let key = try key()
    try KeyFile.write(key, to: path("key"))
    let text = try String(contentsOfFile: path("key"), encoding: .ascii)
    try write(Array(text.dropLast().utf8), to: "short")
    try write(Array(text.uppercased().utf8), to: "capitals")
    #expect(try KeyFile.read(path("short")).keyID == key.keyID)
    #expect(try KeyFile.read(path("capitals")).keyID == key.keyID)
  }

  @Test(arguments: [false, true])
  func `every cut is refused, and so is extra text`(isWrapped: Bool) throws {
    try KeyFile.write(try key(isWrapped), to: path("key"))
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
    try KeyFile.write(try key(mode == 0o644), to: path("key"))
    unsafe chmod(path("key"), mode)
    #expect(problem("key") == .readableByOthers(mode: mode))
    unsafe chmod(path("key"), 0o400)
    #expect(problem("key") == nil)
  }

  @Test func `a key that others could read, or that fails to read back, is not left behind`()
    throws
  {
    for isWrapped in [false, true] {
      let first = try key(isWrapped)
      try KeyFile.write(first, to: path("key"))
      try KeyFile.confirm(first, at: path("key"))
      // As on a file system without modes.
      unsafe chmod(path("key"), 0o755)
      #expect(throws: SealingError.keyFile(.modesNotKept(mode: 0o755))) {
        try KeyFile.confirm(first, at: path("key"))
      }
      try KeyFile.write(try key(isWrapped), to: path("key"))
      #expect(throws: SealingError.keyFile(.malformed)) {
        try KeyFile.confirm(first, at: path("key"))
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }

  @Test func `without file modes, only a wrapped key is allowed`() throws {
    let problem = KeyFile.problem
    #expect(problem(0o755, false, true) == nil)
    #expect(problem(0o755, false, false) == .modesNotKept(mode: 0o755))
    #expect(problem(0o755, true, true) == .readableByOthers(mode: 0o755))
    #expect(problem(0o640, true, false) == .readableByOthers(mode: 0o640))
    for (keepsModes, isWrapped) in [(false, false), (false, true), (true, false), (true, true)] {
      #expect(problem(0o700, keepsModes, isWrapped) == nil)
    }
    // FAT as on a USB stick; ext4, btrfs and tmpfs ("linux/magic.h").
    #expect(!PlainFile.keepsModes(fileSystem: 0x4D44))
    for kind in [0xEF53, 0x9123_683E, 0x0102_1994] as [UInt32] {
      #expect(PlainFile.keepsModes(fileSystem: kind))
    }
    // The system's answer for the folder used by these tests.
    try KeyFile.write(try key(), to: path("key"))
    #expect(try PlainFile(path("key")).keepsModes)
  }

  @Test func `links, folders and pipes are refused, and a missing file is reported`() throws {
    try KeyFile.write(try key(), to: path("key"))
    unsafe symlink(path("key"), path("link"))
    unsafe mkdir(path("folder"), 0o700)
    unsafe mkfifo(path("pipe"), 0o600)
    #expect(problem("link") == .notAFile)
    #expect(problem("folder") == .notAFile)
    #expect(problem("pipe") == .notAFile)
    #expect(problem("nothing") == .missing)
    #expect(problem("key/below") == .missing)
  }

  @Test(arguments: [(2, 33), (255, 33), (2, 122)] as [(UInt8, Int)])
  func `keys of newer formats are recognised`(version: UInt8, byteCount: Int) throws {
    var payload = [UInt8](repeating: 9, count: byteCount)
    payload[0] = version
    let prefix = byteCount == 122 ? "cardvault-wrapped-key" : "cardvault-key"
    try write(line(payload, prefix), to: "other")
    #expect(problem("other") == .newerFormat(version))
  }

  @Test func `an unknown way of wrapping needs a newer program, and its cost is bounded`() throws {
    let root = try RootKey.generate()
    var payload = try WrappedKey.quick(root).bytes
    payload[1] = 3
    try write(line(payload, "cardvault-wrapped-key"), to: "other")
    #expect(problem("other") == .newerFormat(1))
    payload[1] = 2
    payload[2] = 17
    try write(line(payload, "cardvault-wrapped-key"), to: "dear")
    #expect(problem("dear") == .costOutOfBounds(passes: 17, kibibytes: 65_536))
  }

  @Test func `a key is replaced completely, and nothing of the old one is left`() throws {
    let old = try key()
    let new = try key(true)
    try KeyFile.write(old, to: path("key"))
    // As left by interrupted changes.
    let names = [".key.0123456789abcdef.new", "..key.0123456789abcdef.new.0123456789abcdef.tmp"]
    for name in names { try write([7], to: name) }
    try write([7], to: ".key2.0123456789abcdef.new")
    #expect(KeyFile.leftovers(of: path("key")) == names.sorted())
    try KeyFile.replace(new, at: path("key"))
    #expect(try KeyFile.read(path("key")).keyID == new.keyID)
    #expect(try mode("key") == 0o600)
    #expect(KeyFile.leftovers(of: path("key")).isEmpty)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        == [".key2.0123456789abcdef.new", "key"])
  }

  @Test func `only an existing key is replaced`() throws {
    let key = try key()
    #expect(throws: SealingError.keyFile(.missing)) { try KeyFile.replace(key, at: path("none")) }
    unsafe mkdir(path("folder"), 0o700)
    #expect(throws: SealingError.keyFile(.system(EISDIR))) {
      try KeyFile.replace(key, at: path("folder"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["folder"])
  }

  @Test func `a fingerprint is six groups of five digits and differs by key`() throws {
    let first = try RootKey.generate()
    let second = try RootKey.generate()
    #expect(first.fingerprint.wholeMatch(of: /\d{5}( \d{5}){5}/) != nil)
    #expect(first.fingerprint != second.fingerprint)
    #expect(first.keyID != second.keyID)
  }

  private func key(_ isWrapped: Bool = false) throws -> StoredKey {
    let root = try RootKey.generate()
    return isWrapped ? .wrapped(try .quick(root)) : .plain(root)
  }

  private func line(_ payload: [UInt8], _ prefix: String) -> [UInt8] {
    let prefix = Array(prefix.utf8)
    var text = [UInt8](
      repeating: 0, count: Bech32m.length(prefix: prefix, byteCount: payload.count))
    var span = text.mutableSpan
    Bech32m.encode(payload.span, prefix: prefix, into: &span)
    return text
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
