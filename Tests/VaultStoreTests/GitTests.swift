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
  ) throws -> (transport: GitTransport, staging: FilePath) {
    let staging = devices.folder.path.appending("staging")
    try FileManager.default.createDirectory(
      atPath: staging.string, withIntermediateDirectories: true)
    let transport = GitTransport(
      GitAddress(repository.path.string), clone: staging.appending("clone"),
      transfers: TransferFolder(staging), byteLimit: byteLimit)
    return (transport, staging)
  }

  /// How many bytes are below a folder.
  private func byteCount(_ directory: FilePath) throws -> Int {
    try FileManager.default.subpathsOfDirectory(atPath: directory.string).reduce(0) { sum, name in
      let file = try FileManager.default.attributesOfItem(atPath: directory.appending(name).string)
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

  @Test(arguments: [
    "me@[::1]:cards.git", "[fe80::1]:cards", "ssh://me@[::1]/cards", "https://[::1]/cards",
    "cards::x/y",
  ])
  func `an address with two colons is no other protocol`(address: String) {
    #expect((GitAddress(address).unlimitedProtocol == nil) == (address != "cards::x/y"))
  }

  @Test func `a protocol without a limit for silence is refused`() async throws {
    try await Vault.create(at: devices.locations("a")).save([.sample("Gym", id: 1)])
    for address in ["git://127.0.0.1/cards", "ext::sleep 1000", "ftp://127.0.0.1/cards"] {
      let error = await #expect(throws: SyncError.self) {
        try await Vault.sync(at: devices.locations("a"), with: .git(address))
      }
      #expect("\(error.map(String.init(reflecting:)) ?? "")".contains("not allowed"))
    }
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
    let (transport, staging) = try transport(repository)
    let listed = try await transport.files().files
    let long = try #require(listed.first { $0.file.path == name })
    #expect(long.byteCount == VaultLayout.fileByteLimit + 1)
    let brought = try await transport.fetch(listed.map(\.file))
    for file in listed {
      let isThere = FileManager.default.fileExists(atPath: brought.appending(file.file.path).string)
      #expect(isThere == (file != long), "\(file.file.path)")
    }
    // If the repository can leave it out, it was never sent.
    let clone = staging.appending("clone").string
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
    let (transport, staging) = try transport(repository, byteLimit: 1 << 20)
    #expect(try await transport.files().files.map(\.file.path) == ["README.md"])
    try repository.push(["segments/a.segment": try noise(3 << 20)])
    for _ in 0..<2 {
      await #expect {
        _ = try await transport.files()
      } throws: { error in
        guard case TransportProblem.failed("git", let words) = error else { return false }
        return words.contains("stopped after 1 MiB")
      }
      #expect(try byteCount(staging) < 1 << 18)
    }
  }

  @Test func `no other file is checked out`() async throws {
    let repository = try GitRepository()
    try repository.push([
      "README.md": Data("Cards".utf8), "film.bin": try noise(1 << 20),
      "segments/x/y": Data("y".utf8),
      "segments/.hidden": Data("z".utf8),
    ])
    let (transport, staging) = try transport(repository)
    let listed = try await transport.files().files
    #expect(Set(listed.map(\.file.path)) == ["README.md", "film.bin"])
    let names = try FileManager.default.subpathsOfDirectory(atPath: staging.string)
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
    let (transport, staging) = try transport(repository)
    let listed = try await transport.files().files
    let objects = staging.appending("clone/objects")
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

/// The address of a git repository, without the password that a person typed.
@Suite struct GitAddressTests {
  @Test(arguments: [
    ("https://ann:Quitte@example.org/cards.git", "https://ann@example.org/cards.git", "Quitte"),
    ("https://ann:a%40b%2Fc@example.org:8443/x", "https://ann@example.org:8443/x", "a@b/c"),
    ("http://:token@example.org/x", "http://example.org/x", "token"),
    // A password may contain an @, and a per cent sign.
    ("https://ann:Zwetsch@Quitte@example.org/x", "https://ann@example.org/x", "Zwetsch@Quitte"),
    ("https://ann:100%@example.org/x", "https://ann@example.org/x", "100%"),
    // Git's helpers communicate in lines.
    ("https://ann:a%0Ab@example.org/x", "https://ann@example.org/x", "a%0Ab"),
  ])
  func `a password is taken out of the URL`(typed: String, url: String, password: String) {
    let address = GitAddress(typed)
    #expect(address.url == url)
    #expect(address.environment["CARDVAULT_GIT_PASSWORD"] == password)
    #expect(!address.settings.isEmpty && !address.settings.joined().contains(password))
  }

  @Test func `a password is only for its host`() {
    let settings = GitAddress("https://ann:Quitte@example.org:8443/a/b.git").settings
    #expect(settings.allSatisfy { $0.hasPrefix("credential.https://example.org:8443.helper=") })
  }

  @Test(arguments: [
    "https://example.org/cards.git", "https://ann@example.org/cards.git", "git@example.org:a/b@c",
    "ssh://git@example.org/x", "git://example.org/a:b@c", "/srv/my:cards.git", "cards.git",
    "https://example.org/a:b@c",
  ])
  func `other addresses stay as they are`(typed: String) {
    let address = GitAddress(typed)
    #expect(address.url == typed)
    #expect(address.environment.isEmpty && address.settings.isEmpty)
  }

  @Test func `a local repository has an absolute path`() throws {
    let name = "-cards-\(UUID()).git"
    try FileManager.default.createDirectory(atPath: name, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: name) }
    let path = FileManager.default.currentDirectoryPath + "/" + name
    #expect(GitAddress(name).url == path)
    // As git finds it.
    #expect(GitAddress(String(name.dropLast(4))).url == String(path.dropLast(4)))
  }
}
