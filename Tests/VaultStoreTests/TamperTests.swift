import Cards
import CommandLineSupport
import Foundation
import Sealing
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Altered files of a vault: detected, named, and never mistaken for something else.
@Suite struct TamperTests {
  private let folder: VaultFolder
  private var locations: VaultLocations { folder.locations() }

  init() throws {
    folder = try VaultFolder()
  }

  /// A vault with a vault file, loose segments, a pack and a photo.
  private func made() async throws -> Vault {
    let vault = try Vault.create(at: locations)
    for name in ["Gym", "Zoo"] { try await vault.save([.sample(name)]) }
    try await vault.packForTests()
    try await vault.save([.sample("Pool")])
    try await vault.putPhotoForTests()
    return vault
  }

  private func files() throws -> [String] {
    try folder.files().keys.filter { $0.hasPrefix("vault/") }.sorted()
  }

  /// Whether the altered file is noticed: by opening, or by name.
  private func isNoticed(_ path: String) async throws -> Bool {
    let name = String(path.dropFirst("vault/".count))
    let vault: Vault
    do throws(VaultError) {
      vault = try Vault.open(at: locations)
    } catch {
      guard case .damaged(let names) = error else { return false }
      return names.contains(name)
    }
    let found = try await vault.verify()
    return found.damaged.contains { $0.path == name } || found.foreign.contains(name)
      || found.newer.contains(name)
  }

  @Test func `every flipped bit of every file is detected, and the file named`() async throws {
    _ = try await made()
    var random = SeededNumbers(seed: 4)
    for path in try files() {
      let whole = try folder.read(path)
      #expect(whole.count <= 8 << 10)
      let bits =
        LongRun.isOn
        ? Array(0..<whole.count * 8)
        : Self.sample(whole.count * 8, &random) + (0..<88).map { 8 * $0 + $0 % 8 }
      for bit in bits {
        var altered = whole
        altered[bit / 8] ^= 1 << (bit % 8)
        try folder.write(altered, to: path)
        #expect(try await isNoticed(path), "bit \(bit) of \(path.suffix(10))")
      }
      try folder.write(whole, to: path)
      #expect(try await !isNoticed(path))
    }
  }

  @Test func `every shortened or lengthened file is detected`() async throws {
    _ = try await made()
    var random = SeededNumbers(seed: 5)
    for path in try files() {
      let whole = try folder.read(path)
      let lengths = LongRun.isOn ? Array(0..<whole.count) : Self.sample(whole.count, &random)
      for length in lengths {
        try folder.write(Array(whole[..<length]), to: path)
        #expect(try await isNoticed(path), "length \(length) of \(path.suffix(10))")
      }
      for extra in [[0], [UInt8](repeating: 0, count: 1_040)] {
        try folder.write(whole + extra, to: path)
        #expect(try await isNoticed(path), "longer \(path.suffix(10))")
      }
      try folder.write(whole, to: path)
    }
  }

  @Test func `contents under another file's name are used, once, or refused`() async throws {
    let vault = try await made()
    let before = await vault.cards.map(\.name)
    let paths = try files()
    for from in paths {
      for to in paths where from != to {
        let (source, target) = (try folder.read(from), try folder.read(to))
        try folder.write(source, to: to)
        // This may hide a segment, but nothing else is shown in its place.
        if let opened = try? Vault.open(at: locations) {
          #expect(Set(await opened.cards.map(\.name)).isSubset(of: before))
        }
        try folder.write(target, to: to)
      }
    }
    #expect(try await Vault.open(at: locations).cards.map(\.name) == before)
  }

  @Test func `a file sealed for another kind or vault is refused`() async throws {
    let vault = try await made()
    let other = try VaultFolder()
    let foreign = try Vault.create(at: other.locations())
    let payload = try await vault.payloadOfOneSegment()
    var asPack = try await vault.sealForTests(payload, as: .segment)
    asPack[8] = EnvelopeKind.pack.rawValue
    for (file, name) in [
      (asPack, "kind"),
      (try await foreign.sealForTests(payload, as: .segment), "vault"),
    ] {
      let hash = ContentHash(of: file.span)
      let path = "vault/segments/\(hash).segment"
      try folder.write(file, to: path)
      #expect(try await isNoticed(path), "\(name)")
      try FileManager.default.removeItem(atPath: folder.path.appending(path).string)
    }
  }

  @Test func `a renamed file of any kind is harmless`() async throws {
    let vault = try await made()
    let before = await vault.cards.map(\.name)
    for path in try files() {
      let here = folder.path.appending(path)
      let styles = [
        "conflicted copy 2026-11-21.bin", "x.sync-conflict-20261121-101010-ABCDEFG.dat",
        "\(here.lastComponent?.stem ?? "x") (1).\(here.extension ?? "")", "noname",
      ]
      for name in styles {
        let there = here.removingLastComponent().appending(name)
        try FileManager.default.moveItem(atPath: here.string, toPath: there.string)
        let opened = try Vault.open(at: locations)
        #expect(await opened.cards.map(\.name) == before, "\(name)")
        let health = await opened.health
        #expect(health.damaged.isEmpty && health.missing.isEmpty)
        let isPhoto = path.hasSuffix(".photo")
        #expect(try await opened.verify().misnamed.count == 1 || isPhoto)
        try FileManager.default.moveItem(atPath: there.string, toPath: here.string)
      }
    }
  }

  @Test func `a damaged device state is reported, and nothing is lost`() async throws {
    let vault = try await made()
    let before = await vault.cards.count
    let path = try #require(folder.files().keys.first { $0.hasSuffix("/device") })
    let whole = try folder.read(path)
    var random = SeededNumbers(seed: 6)
    let bits = whole.count * 8
    for bit in LongRun.isOn ? Array(0..<bits) : Self.sample(bits, &random) {
      var altered = whole
      altered[bit / 8] ^= 1 << (bit % 8)
      try folder.write(altered, to: path)
      let opened = try Vault.open(at: locations)
      let health = await opened.health
      // With another key's id in its header, it is the memory of a vault under that key.
      #expect(health.isMemoryLost || health.isOlderThanRemembered, "bit \(bit)")
      #expect(await opened.cards.count == before)
    }
  }

  /// Some numbers below `count`: the first and the last, and random others.
  private static func sample(_ count: Int, _ random: inout SeededNumbers) -> [Int] {
    [0, count - 1] + (0..<60).map { _ in Int.random(in: 0..<count, using: &random) }
  }
}

/// The same numbers for the same seed: splitmix64 (Steele, Lea, Flood, 2014).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
