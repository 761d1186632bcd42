import Cards
import Foundation
import Synchronization
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Syncs whose connection breaks off.
@Suite struct SyncInterruptionTests {
  private let devices: Devices

  init() throws {
    devices = try Devices()
  }

  /// Counts how often a sync asks whether to go on.
  private final class Questions: Sendable {
    let count = Atomic(0)
  }

  /// Two devices in step; one of them then changed and finished the key, and passed it on.
  private func finished() async throws {
    try await Vault.create(at: devices.apart("a")).save([.sample("Gym", id: 1)])
    try await devices.syncApart("a")
    try devices.handKeys(from: "a", to: "b")
    try await devices.syncApart("b")
    try await devices.openApart("b").save([.sample("Pool", id: 2)])
    try await devices.syncApart("b")
    try await devices.syncApart("a")
    _ = try await devices.openApart("a").changeKey()
    // It is received after the packs.
    try await devices.openApart("a").save([.sample("Zoo", id: 3)])
    try await devices.syncApart("a")
    try devices.handKeys(from: "a", to: "b")
  }

  @Test(arguments: 0..<8)
  func `wherever a sync stops after the key was finished elsewhere, no card disappears`(
    count: Int
  ) async throws {
    try await finished()
    let asked = Questions()
    let failure = await syncFailure {
      _ = try await Vault.sync(
        at: devices.apart("b"), with: .folder(devices.target),
        isWanted: { asked.count.add(1, ordering: .relaxed).oldValue < count })
    }
    #expect(failure == .stopped || failure == nil && count > 4)
    let stopped = try devices.openApart("b")
    #expect(await stopped.cards.map(\.name).starts(with: ["Gym", "Pool"]))
    #expect(await stopped.health.missing.isEmpty)
    #expect(await !stopped.health.isOlderThanRemembered)
    let outcome = try await devices.syncApart("b")
    #expect(outcome.isComplete)
    let whole = try devices.openApart("b")
    #expect(await whole.cards.map(\.name) == ["Gym", "Pool", "Zoo"])
    #expect(await whole.health.isGood)
    try await whole.save([.sample("Museum", id: 4)])
  }

  @Test func `what an interrupted sync received is reported by the next one, which shows it`()
    async throws
  {
    try await finished()
    let before = try devices.folder.files()
    try await devices.syncApart("b")
    let header = try Set(devices.folder.files().keys).subtracting(before.keys).filter {
      $0.hasPrefix("vault-b/") && $0.hasSuffix(".vault")
    }
    #expect(!header.isEmpty)
    // Everything but the header was received, and nothing was cleared up.
    let own = before.filter { $0.key.hasPrefix("vault-b/") || $0.key.hasPrefix("state-b/") }
    let received = try devices.folder.files()
      .filter { !header.contains($0.key) && !$0.key.hasPrefix("state-b/") }
    try devices.folder.become(received.merging(own) { $1 })
    #expect(try await devices.namesApart("b").starts(with: ["Gym", "Pool"]))
    let outcome = try await devices.syncApart("b")
    #expect(outcome.receivedCount == header.count && outcome.isComplete)
    #expect(outcome.merge.addedCount == 1 && outcome.merge.removedCount == 0)
    #expect(outcome.cardCount == 3)
  }

  @Test func `a target that goes away while it is read stops the sync, and is not called damaged`()
    async throws
  {
    try await devices.twoInStep()
    let vault = try devices.open("b")
    let refusal = await failure { [devices] () async throws(VaultError) in
      try await vault.receive(
        from: devices.target, movedTo: devices.folder.path.appending("elsewhere"))
    }
    #expect(refusal == .io(.noSuchFileOrDirectory, devices.target))
  }

  @Test func `a sync waits for another with the same target, and nothing else waits for it`()
    async throws
  {
    try await devices.twoInStep()
    let staging = devices.locations("a").stateDirectory.appending("sync")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: staging.string).first)
    func sync(timeout: Duration, isWanted: Bool = true) async throws {
      _ = try await Vault.sync(
        at: devices.locations("a"), with: .folder(devices.target), timeout: timeout,
        isWanted: { isWanted })
    }
    var lock = try FolderLock(Folder(staging.appending(name)))
    let isLocked = lock != nil
    #expect(isLocked)
    #expect(await syncFailure { try await sync(timeout: .milliseconds(20)) } == .inUse)
    #expect(
      await syncFailure { try await sync(timeout: .seconds(60), isWanted: false) } == .stopped)
    try await withThrowingTaskGroup(of: Void.self) { group in
      // More of them than Swift has threads.
      for _ in 0...ProcessInfo.processInfo.activeProcessorCount {
        group.addTask { try await sync(timeout: .seconds(20)) }
      }
      try await Task.sleep(for: .milliseconds(100))
      lock = nil
      try await group.waitForAll()
    }
  }
}

extension Vault {
  /// Receives the files of a folder that is moved away meanwhile.
  fileprivate func receive(from path: FilePath, movedTo other: FilePath) throws(VaultError) {
    let folder = try Folder(path)
    let files = try VaultListing(of: folder).files
      .map { RemoteFile(file: $0, byteCount: folder.byteCount(of: $0)) }
    var receipt = Receipt()
    try receive(files, from: path, into: &receipt) {
      try? FileManager.default.moveItem(atPath: path.string, toPath: other.string)
    }
  }
}

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
