import Cards
import Foundation
import Sealing
import Synchronization
import SystemPackage
import Testing

@testable import VaultStore

/// What is brought of the vault files at a target.
@Suite struct MarkersThereTests {
  /// The carrier of folders, which also notes what it was asked for.
  private final class Noting: Carrier {
    private let folder: FolderCarrier
    private let noted = Mutex<[[StoredFile]]>([])
    var fetched: [[StoredFile]] { noted.withLock { $0 } }

    init(_ path: FilePath) {
      folder = FolderCarrier(path: path)
    }

    func files() throws(CarrierProblem) -> [CarriedFile] { try folder.files() }
    func fetch(_ files: [StoredFile]) -> FilePath {
      noted.withLock { $0.append(files) }
      return folder.fetch(files)
    }
    func send(_ files: [StoredFile], from vault: FilePath) throws(CarrierProblem) {
      try folder.send(files, from: vault)
    }
    func remove(_ files: [StoredFile]) throws(CarrierProblem) { try folder.remove(files) }
  }

  private let devices: Devices

  init() throws {
    devices = try Devices()
  }

  /// Puts something there that has the name of a vault file, and is a segment by its header.
  private func put(_ name: String, byteCount: Int) throws {
    let start = Array("CARDVLT".utf8) + [1, 2]
    let bytes = start + [UInt8](repeating: 0, count: byteCount - start.count)
    try Data(bytes).write(to: URL(filePath: devices.target.appending(name).string))
  }

  @Test func `one that is too long for a vault file is not brought`() async throws {
    try await Vault.create(at: devices.locations("a")).save([.sample("Gym")])
    try await devices.sync("a")
    try put("long.vault", byteCount: (64 << 10) + 1)
    try put("short.vault", byteCount: 64 << 10)
    let carrier = Noting(devices.target)
    let there = try await MarkersThere(
      try carrier.files(), besides: devices.open("a").markerNames, with: carrier)
    #expect(carrier.fetched == [[StoredFile(folder: nil, name: "short.vault")]])
    #expect(there.files.count == 2)
    #expect(try await devices.sync("a").isComplete)
    #expect(try await devices.sync("b").isJoined)
    #expect(try await devices.names("b") == ["Gym"])
  }

  @Test func `of very many the longest are brought, and always the same`() async throws {
    let vault = try Vault.create(at: devices.locations("a"))
    try await vault.save([.sample("Gym")])
    try await devices.sync("a")
    for index in 0..<2_010 { try put("\(index).vault", byteCount: 2_000 + index) }
    let carrier = Noting(devices.target)
    let remote = try carrier.files()
    let there = try await MarkersThere(remote, besides: vault.markerNames, with: carrier)
    let shuffled = try await MarkersThere(
      remote.shuffled(), besides: vault.markerNames, with: carrier)
    #expect(carrier.fetched.count == 2 && carrier.fetched[0] == carrier.fetched[1])
    #expect(Set(carrier.fetched[0].map(\.name)) == Set((10..<2_010).map { "\($0).vault" }))
    #expect(there.files.count == 2_010 && shuffled.files.count == 2_010)
    // Looking through them asks for nothing again.
    let found = try await vault.recognise(
      remote, there, at: .folder(devices.target), with: carrier, isDryRun: false)
    #expect(found.newMarkerCount == 0 && carrier.fetched.count == 2)
  }
}
