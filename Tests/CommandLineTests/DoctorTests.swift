import CommandLineSupport
import Foundation
import SystemPackage
import Testing

@Suite struct Doctor {
  private struct Finding: Decodable {
    let name: String
    let state: String
    let isNeeded: Bool
    let means: String?
    let `try`: String?
  }

  private func findings(_ outcome: Person.Outcome) throws -> [Finding] {
    try JSONDecoder().decode([Finding].self, from: Data(outcome.bytes))
  }

  private func state(of name: String, in findings: [Finding]) -> String? {
    findings.first { $0.name.hasPrefix(name) }?.state
  }

  @Test func `every part has a line, and a missing one says what that means`() async throws {
    let person = try Person()
    let outcome = try await person.types("doctor", "--format", "json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let found = try findings(outcome)
    #expect(Set(found.map(\.name)).count == found.count && found.count == 16)
    #expect(state(of: "the photo reader", in: found) == "good")
    #expect(found.allSatisfy { ["good", "missing", "unknown"].contains($0.state) })
    for finding in found {
      #expect((finding.means != nil) == (finding.state == "missing"), "\(finding.name)")
      #expect((finding.try != nil) == (finding.state == "missing"), "\(finding.name)")
    }
    let text = try await person.types("doctor")
    #expect(text.status == 0)
    for finding in found { #expect(text.output.contains("  \(finding.name)")) }
  }

  @Test func `programs are looked for where commands look`() async throws {
    let person = try Person()
    let none = try findings(
      try await person.types("doctor", "--format", "json", environment: ["PATH": "/nowhere"]))
    for name in ["rclone", "git", "Caddy", "openssl"] {
      #expect(state(of: name, in: none) == "missing")
    }
    let folders = person.home.appending("folders")
    for name in ["rclone", "git"] {
      try FileManager.default.createDirectory(
        atPath: folders.appending(name).string, withIntermediateDirectories: true)
    }
    let notFiles = try findings(
      try await person.types("doctor", "--format", "json", environment: ["PATH": folders.string]))
    for name in ["rclone", "git"] {
      #expect(state(of: name, in: notFiles) == "missing", "a folder counts as \(name)")
      let finding = notFiles.first { $0.name.hasPrefix(name) }
      #expect(finding?.try == "sudo apt-get install \(name)")
    }
    // Without fontconfig's program, nobody knows.
    #expect(state(of: "an emoji font", in: none) == "unknown")
    let font = none.first { $0.name == "an emoji font" }
    #expect(font?.try == "sudo apt-get install fontconfig")
    let path = try person.wraps("git", "")
    let found = try findings(
      try await person.types("doctor", "--format", "json", environment: ["PATH": path]))
    #expect(state(of: "git", in: found) == "good")
  }

  @Test func `another encoding is missing UTF-8`() async throws {
    let person = try Person()
    for (locale, expected) in [("C", "missing"), ("de_DE.UTF-8", "good"), ("en.utf8", "good")] {
      let outcome = try await person.types(
        "doctor", "--format", "json", environment: ["LC_ALL": locale])
      #expect(try state(of: "UTF-8", in: findings(outcome)) == expected, "\(locale)")
    }
  }

  @Test func `a key that others can read is something needed`() async throws {
    let person = try await Person.withVault()
    let good = try findings(try await person.types("doctor", "--format", "json"))
    #expect(state(of: "key files", in: good) == "good")
    #expect(state(of: "a private folder for the vault", in: good) == "good")
    let key = person.keys.appending(try person.keyName()).string
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: person.vault.string)
    let outcome = try await person.types("doctor", "--format", "json")
    #expect(outcome.status == 3)
    let bad = try findings(outcome)
    #expect(state(of: "key files", in: bad) == "missing")
    #expect(state(of: "a private folder for the vault", in: bad) == "missing")
  }

  @Test func `a reader that is missing, or of another version, is something needed`()
    async throws
  {
    let person = try Person()
    let alone = person.home.appending("cardvault")
    try FileManager.default.copyItem(
      atPath: Person.executables.appending("cardvault").string, toPath: alone.string)
    let missing = try await person.runs(alone, ["doctor"])
    #expect(missing.status == 3 && missing.output.contains("missing  the photo reader"))
    let script = person.home.appending("cardvault-reader").string
    try Data("#!/bin/sh\necho 0.0.9\n".utf8).write(to: URL(filePath: script))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
    let other = try await person.runs(alone, ["doctor"])
    #expect(other.status == 3 && other.output.contains("missing  the photo reader"))
    #expect(other.output.contains("unknown  Landlock"))
  }

  @Test func `it names nothing of a person's`() async throws {
    let person = try await Person.withVault()
    let key = try person.keyName()
    for words in [["doctor"], ["doctor", "--format", "json"], ["doctor", "--verbose"]] {
      let outcome = try await person.types(words)
      for part in [outcome.output, outcome.errors] {
        #expect(!part.contains(person.home.string) && !part.contains(key), "\(part)")
      }
    }
  }
}
