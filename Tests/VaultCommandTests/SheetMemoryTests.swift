import CommandLineSupport
import Cpictures
import Foundation
import SystemPackage
import Testing

/// What is left of a key in the memory of the commands that make a sheet and restore a key from one.
@Suite(
  .enabled(
    if: HeldProcess.isPossible, "another process's memory is read by root only, and with strace"))
struct `Sheet memory` {
  /// The secrets that must not be found: the key and its text, from both ends, in both cases and in groups.
  func secrets(_ owner: SheetOwner) -> [Data] {
    let data = String(owner.line.drop { $0 != "1" }.dropFirst())
    let root = KeyText.bytes(owner.line + "\n").suffix(32)
    var secrets: [Data] = [root, root.prefix(16), root.suffix(16)]
    for text in [String(data.prefix(20)), String(data.suffix(20)), owner.lines[0], owner.lines[1]] {
      secrets += [Data(text.utf8), Data(text.uppercased().utf8)]
    }
    return secrets
  }

  func isLeft(_ owner: SheetOwner, in memory: [Data]) -> Bool {
    secrets(owner).contains { secret in memory.contains { $0.holds(secret) } }
  }

  @Test func `making a sheet leaves nothing of the key or its picture`() async throws {
    let owner = try await SheetOwner()
    let memory = try await HeldProcess.memory(
      of: ["key", "sheet"], by: owner.person)
    #expect(memory.contains { $0.holds(Data(owner.person.vault.string.utf8)) })
    #expect(!isLeft(owner, in: memory))
    let png = try Data(owner.png)
    #expect(!memory.contains { $0.holds(png.prefix(64)) })
    #expect(!memory.contains { $0.holds(png.dropFirst(png.count / 2).prefix(64)) })
  }

  /// What a key is restored from.
  enum Source: CaseIterable {
    case photo, text, pipe, terminal
  }

  @Test(arguments: Source.allCases)
  func `restoring leaves nothing of the key`(source: Source) async throws {
    let owner = try await SheetOwner()
    let machine = try Person()
    let memory: [Data]
    switch source {
    case .photo:
      _ = try await owner.makesSheet()
      let photo = try owner.person.file(
        "photo.jpg", cpictures_shot.all[1].shot.photo(of: try owner.png))
      memory = try await HeldProcess.memory(
        of: ["key", "restore", photo.string], by: machine)
    case .text:
      let text = try owner.person.file(
        "key.txt", Array(owner.lines.joined(separator: "\n").utf8))
      memory = try await HeldProcess.memory(
        of: ["key", "restore", text.string], by: machine)
    case .pipe:
      memory = try await HeldProcess.memory(
        of: ["key", "restore", "-"], by: machine, input: owner.line)
    case .terminal:
      memory = try await HeldProcess.memory(
        of: ["key", "restore", "-"], by: machine,
        answers: owner.lines.enumerated().map { ("Line \($0 + 1):", $1 + "\n") })
    }
    #expect(memory.contains { $0.holds(Data(machine.vault.string.utf8)) })
    #expect(!isLeft(owner, in: memory))
    #expect(try machine.keyName() == owner.keyID)
  }
}
