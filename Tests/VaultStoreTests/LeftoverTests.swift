import Cards
import Foundation
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Leftovers of stopped syncs in a folder.
@Suite struct LeftoverTests {
  @Test func `the next sync that sends removes old temporary files and leaves new ones`()
    async throws
  {
    let devices = try Devices()
    try await devices.twoInStep()
    let hash = String(repeating: "ab", count: 32)
    let digits = "0123456789abcdef"
    let names = [
      "segments/.\(hash).segment", "packs/.\(hash).pack", ".\(hash).vault", "segments/.letter",
    ]
    for name in names {
      for (end, age) in [(digits, 7_200.0), (String(digits.reversed()), 60)] {
        let path = devices.target.appending("\(name).\(end).tmp").string
        try FileManager.default.createDirectory(
          atPath: devices.target.appending("packs").string, withIntermediateDirectories: true)
        try Data("half".utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: path)
      }
    }
    try await devices.open("a").save([.sample("Baker", id: 2)])
    #expect(try await devices.sync("a").sentCount == 1)
    for name in names {
      let old = devices.target.appending("\(name).\(digits).tmp").string
      let new = devices.target.appending("\(name).\(String(digits.reversed())).tmp").string
      let isOurs = !name.hasSuffix("letter")
      #expect(FileManager.default.fileExists(atPath: old) != isOurs, "\(name)")
      #expect(FileManager.default.fileExists(atPath: new), "\(name)")
    }
  }
}
