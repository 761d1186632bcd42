import Cards
import Foundation
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Syncs through a git repository, whose host can send anything.
@Suite struct GitTests {
  private let devices: Devices

  init() throws {
    devices = try Devices()
  }

  private func sync(_ device: String, _ repository: GitRepository) async throws -> SyncOutcome {
    try await Vault.sync(
      at: devices.locations(device), with: .git(repository.path.string))
  }

  /// A separate transport, and where it keeps its data.
  private func transport(
    _ repository: GitRepository, byteLimit: Int = GitClone.usualByteLimit
  ) throws -> (transport: GitTransport, place: FilePath) {
    let place = devices.folder.path.appending("staging")
    try FileManager.default.createDirectory(
      atPath: place.string, withIntermediateDirectories: true)
    let transport = GitTransport(
      GitAddress(repository.path.string), clone: place.appending("clone"),
      transfers: TransferFolder(place), byteLimit: byteLimit)
    return (transport, place)
  }

  /// How many bytes are below a folder.
  private func byteCount(_ place: FilePath) throws -> Int {
    try FileManager.default.subpathsOfDirectory(atPath: place.string).reduce(0) { sum, name in
      let file = try FileManager.default.attributesOfItem(atPath: place.appending(name).string)
      return sum
        + (file[.type] as? FileAttributeType == .typeRegular
          ? file[.size] as? Int ?? 0 : 0)
    }
  }

  /// Bytes that cannot be compressed.
  private func noise(_ count: Int) throws -> Data {
    let file = try FileHandle(forReadingFrom: URL(filePath: "/dev/urandom"))
    return try #require(try file.read(upToCount: count))
  }

  @Test func `two devices end up the same, and other files stay`() async throws {
    let repository = try GitRepository()
    try repository.push(["README.md": Data("Cards".utf8), "pages/a.txt": Data("a".utf8)])
    try await Vault.create(at: devices.locations("a")).save([.sample("Gym", id: 1)])
    #expect(try await sync("a", repository).sentCount == 2)
    #expect(try await sync("b", repository).isJoined)
    try await devices.open("b").save([.sample("Baker", id: 2)])
    #expect(try await sync("b", repository).sentCount == 1)
    #expect(try await sync("a", repository).merge.addedCount == 1)
    #expect(try await devices.names("a") == ["Baker", "Gym"])
    let idle = try await sync("a", repository)
    #expect(idle.sentCount + idle.receivedCount == 0)
    let there = try repository.files()
    #expect(there["README.md"] == 5 && there["pages/a.txt"] == 1 && there.count == 5)
    #expect(try repository.git("-C", repository.path.string, "fsck", "--strict").isEmpty)
  }

  @Test(arguments: [true, false])
  func `too long a file stays there, and is listed as such`(filters: Bool) async throws {
    let repository = try GitRepository(filters: filters)
    try await Vault.create(at: devices.locations("a")).save([.sample("Gym", id: 1)])
    _ = try await sync("a", repository)
    let name = "segments/\(String(repeating: "ab", count: 32)).segment"
    try repository.push([name: Data(count: VaultLayout.fileByteLimit + 1)])
    let (transport, place) = try transport(repository)
    let listed = try await transport.files().files
    let long = try #require(listed.first { $0.file.path == name })
    #expect(long.byteCount == VaultLayout.fileByteLimit + 1)
    let brought = try await transport.fetch(listed.map(\.file))
    for file in listed {
      let isThere = FileManager.default.fileExists(atPath: brought.appending(file.file.path).string)
      #expect(isThere == (file != long), "\(file.file.path)")
    }
    // If the repository can leave it out, it was never sent.
    let clone = place.appending("clone").string
    let id = try repository.git("-C", repository.path.string, "rev-parse", "main:\(name)")
    let known = try repository.git(
      "-C", clone, "cat-file", "--batch-all-objects", "--batch-check=%(objectname)")
    #expect(known.contains(id) != filters)
    // Both can continue.
    #expect(try await sync("b", repository).isJoined)
    try await devices.open("b").save([.sample("Baker", id: 2)])
    _ = try await sync("b", repository)
    _ = try await sync("a", repository)
    #expect(try await devices.names("a") == ["Baker", "Gym"])
    #expect(try repository.files()[name] == VaultLayout.fileByteLimit + 1)
  }

  @Test func `a repository that sends endlessly is stopped, and leaves nothing`() async throws {
    let repository = try GitRepository()
    try repository.push(["README.md": Data("Cards".utf8)])
    let (transport, place) = try transport(repository, byteLimit: 1 << 20)
    #expect(try await transport.files().files.map(\.file.path) == ["README.md"])
    try repository.push(["segments/a.segment": try noise(3 << 20)])
    for _ in 0..<2 {
      await #expect {
        _ = try await transport.files()
      } throws: { error in
        guard case TransportProblem.failed("git", let words) = error else { return false }
        return words.contains("stopped after 1 MiB")
      }
      #expect(try byteCount(place) < 1 << 18)
    }
  }

  @Test func `no other file is checked out`() async throws {
    let repository = try GitRepository()
    try repository.push([
      "README.md": Data("Cards".utf8), "film.bin": try noise(1 << 20),
      "segments/x/y": Data("y".utf8),
      "segments/.hidden": Data("z".utf8),
    ])
    let (transport, place) = try transport(repository)
    let listed = try await transport.files().files
    #expect(Set(listed.map(\.file.path)) == ["README.md", "film.bin"])
    let names = try FileManager.default.subpathsOfDirectory(atPath: place.string)
    #expect(!names.contains { $0.hasSuffix("film.bin") || $0.hasSuffix(".hidden") })
  }

  @Test func `a flood of names is cut, told of, and hides no folder`() async throws {
    let repository = try GitRepository()
    try await Vault.create(at: devices.locations("a")).save([.sample("Gym", id: 1)])
    _ = try await sync("a", repository)
    #expect(try await sync("b", repository).isComplete)
    try repository.flood(52_000)
    try await devices.open("a").save([.sample("Baker", id: 2)])
    let sent = try await sync("a", repository)
    #expect(sent.isPartial && !sent.isComplete && sent.sentCount > 0)
    let received = try await sync("b", repository)
    #expect(received.isPartial && received.merge.addedCount == 1)
    #expect(try await devices.names("b") == ["Baker", "Gym"])
  }

  @Test func `a file in place of a folder blocks nothing`() async throws {
    let repository = try GitRepository()
    try repository.push(["segments": Data("a file".utf8)])
    try await Vault.create(at: devices.locations("a")).save([.sample("Gym", id: 1)])
    _ = try await sync("a", repository)
    let (transport, _) = try transport(repository)
    let listed = try await transport.files().files
    #expect(listed.map(\.file.kind).contains(.segment))
  }

  @Test func `leftovers of a stopped git in the clone are removed`() async throws {
    let repository = try GitRepository()
    try await Vault.create(at: devices.locations("a")).save([.sample("Gym", id: 1)])
    _ = try await sync("a", repository)
    let state = devices.locations("a").stateDirectory.appending("sync")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: state.string).first)
    let staging = state.appending(name)
    let left = [
      "clone/index.lock", "clone/packed-refs.lock", "clone/shallow.lock", "clone/HEAD.lock",
      "clone/refs/cardvault/there.lock", "clone/objects/ab/tmp_obj_abc123",
      "clone/objects/pack/tmp_pack_abc123",
      "clone.spare-1/HEAD", "incoming/segments/x.segment", "list", ".list.0123456789abcdef.tmp",
      ".known.0123456789abcdef.tmp",
    ]
    for name in left {
      let path = staging.appending(name)
      try FileManager.default.createDirectory(
        atPath: path.removingLastComponent().string, withIntermediateDirectories: true)
      try Data("left".utf8).write(to: URL(filePath: path.string))
    }
    let config = staging.appending("clone/config").string
    let marked = try String(contentsOfFile: config, encoding: .utf8) + "# the same clone\n"
    try Data(marked.utf8).write(to: URL(filePath: config))
    try await devices.open("a").save([.sample("Baker", id: 2)])
    #expect(try await sync("a", repository).sentCount == 1)
    try repository.push(["README.md": Data("Cards".utf8)])
    _ = try await sync("a", repository)
    for name in left {
      #expect(!FileManager.default.fileExists(atPath: staging.appending(name).string), "\(name)")
    }
    #expect(try String(contentsOfFile: config, encoding: .utf8) == marked)
    let names = try FileManager.default.contentsOfDirectory(atPath: staging.string)
    #expect(Set(names) == ["lock", "known", "clone"])
  }

  @Test func `a broken clone is recreated`() async throws {
    let repository = try GitRepository()
    try await Vault.create(at: devices.locations("a")).save([.sample("Gym", id: 1)])
    _ = try await sync("a", repository)
    let (transport, place) = try transport(repository)
    let listed = try await transport.files().files
    let objects = place.appending("clone/objects")
    for name in try FileManager.default.subpathsOfDirectory(atPath: objects.string)
    where name.hasSuffix(".pack") || name.hasSuffix(".idx") {
      let path = objects.appending(name).string
      try FileManager.default.removeItem(atPath: path)
      try Data().write(to: URL(filePath: path))
    }
    #expect(try await Set(transport.files().files) == Set(listed))
    let brought = try await transport.fetch(listed.map(\.file))
    #expect(
      listed.allSatisfy {
        FileManager.default.fileExists(atPath: brought.appending($0.file.path).string)
      })
  }
}
