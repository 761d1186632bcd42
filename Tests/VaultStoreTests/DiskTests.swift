import Cards
import Foundation
import Glibc
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Real file systems of a few kilobytes; mounting them needs root.
@Suite(
  .enabled(if: Disk.canMount, "only root can mount a file system to fill"), .serialized)
struct DiskTests {
  @Test func `a full disk loses nothing saved, and the vault continues once there is room`()
    async throws
  {
    let folder = try VaultFolder()
    let disk = try Disk(folder.locations().vault)
    let vault = try Vault.create(at: folder.locations())
    var saved: Set<String> = []
    var refusal: VaultError?
    for number in 0..<100 where refusal == nil {
      let name = "Card \(number)"
      refusal = await failure { () async throws(VaultError) in
        try await vault.save([.sample(name)])
      }
      if refusal == nil { saved.insert(name) }
    }
    #expect(refusal == .noSpace(folder.locations().vault))
    #expect(saved.count > 5)
    #expect(await Set(vault.cards.map(\.name)) == saved)
    let opened = try Vault.open(at: folder.locations())
    #expect(await Set(opened.cards.map(\.name)) == saved)
    #expect(await opened.health.damaged.isEmpty)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.segments.string)
    #expect(files.allSatisfy { !$0.hasPrefix(".") })

    try disk.remount("size=1m")
    try await vault.save([.sample("room again")])
    saved.insert("room again")
    #expect(try await Set(Vault.open(at: folder.locations()).cards.map(\.name)) == saved)
  }

  @Test func `a disk too small for a vault leaves no key behind`() async throws {
    let folder = try VaultFolder()
    let disk = try Disk(folder.locations().vault)
    try Data(count: 64 << 10).write(
      to: URL(filePath: folder.locations().vault.appending(".filler").string))
    #expect(disk.isMounted)
    #expect(
      await failure { () throws(VaultError) in try Vault.create(at: folder.locations()) }
        == .noSpace(folder.locations().vault))
    #expect(try folder.files().keys.filter { $0.hasPrefix("keys/") }.isEmpty)
  }

  @Test func `a read-only folder can be read, and changing it is refused as read-only`()
    async throws
  {
    let folder = try VaultFolder()
    let disk = try Disk(folder.locations().vault)
    try await Vault.create(at: folder.locations()).save([.sample("Gym")])
    try disk.remount("ro")
    let vault = try Vault.open(at: folder.locations("second"))
    #expect(await vault.cards.count == 1)
    #expect(
      await failure { () async throws(VaultError) in try await vault.save([.sample("Zoo")]) }
        == .readOnly(folder.locations().vault))
    #expect(await vault.cards.count == 1)
  }

  @Test func `a folder in which no key file can be made is named, and not the file`() async {
    await #expect(processExitsWith: .success) {
      let folder = try VaultFolder()
      let locations = folder.locations()
      for path in [locations.vault, locations.keyDirectory] {
        try FileManager.default.createDirectory(
          atPath: path.string, withIntermediateDirectories: true)
        unsafe chmod(path.string, 0o755)
      }
      unsafe chown(locations.vault.string, 65_534, 0)
      setuid(65_534)
      let refusal = await failure { () throws(VaultError) in try Vault.create(at: locations) }
      exit(refusal == .permission(locations.keyDirectory) ? 0 : 1)
    }
  }

  @Test func `someone else's folder gives a permission error`() async {
    await #expect(processExitsWith: .success) {
      let folder = try VaultFolder()
      let locations = folder.locations()
      try await Vault.create(at: locations).save([.sample("Gym")])
      for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path.string) {
        // Everything may be read; only state and key belong to the reader.
        unsafe chown(folder.path.appending(path).string, path.hasPrefix("vault") ? 0 : 65_534, 0)
        if path.hasPrefix("vault") {
          unsafe chmod(folder.path.appending(path).string, 0o755)
        }
      }
      setuid(65_534)
      let vault = try Vault.open(at: locations)
      let refusal = await failure { () async throws(VaultError) in
        try await vault.save([.sample("Zoo")])
      }
      exit(await vault.cards.count == 1 && refusal == .permission(locations.vault) ? 0 : 1)
    }
  }
}

/// A file system of 64 KiB in memory, mounted until this is released.
private final class Disk {
  static let canMount: Bool = {
    guard geteuid() == 0, let folder = try? VaultFolder(), let disk = try? Disk(folder.path) else {
      return false
    }
    return disk.isMounted
  }()

  private let path: FilePath
  private(set) var isMounted = false

  init(_ path: FilePath) throws {
    self.path = path
    try FileManager.default.createDirectory(
      atPath: path.string, withIntermediateDirectories: true)
    isMounted = try run("mount", ["-t", "tmpfs", "-o", "size=64k,mode=700", "tmpfs", path.string])
  }

  deinit {
    _ = try? run("umount", [path.string])
  }

  func remount(_ option: String) throws {
    #expect(try run("mount", ["-o", "remount,\(option)", path.string]))
  }

  private func run(_ program: String, _ arguments: [String]) throws -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
