import Cards
import Foundation
import SystemPackage
import Testing
import VaultStore

@testable import WebApp

/// What pages say of a vault that lost something, and what they check and name.
@Suite("The vault's health, on a page")
struct HealthTests {
  /// A vault with a card for each name, each saved in a file of its own.
  private static func served(_ names: String...) async throws -> (ServedVault, Sessions.Session) {
    let (served, session) = try await ServedVault.signedIn()
    var random = SystemRandomNumberGenerator()
    for name in names {
      let card = Card(id: CardID(using: &random), name: name, codes: [])
      try await served.holder.vault().save([card])
    }
    return (served, session)
  }

  private static func segments(of served: ServedVault) throws -> [URL] {
    let folder = URL(filePath: served.locations.vault.string).appending(path: "segments")
    return try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).sorted { $0.path < $1.path }
  }

  private static func warnings(
    of served: ServedVault, _ session: Sessions.Session
  ) async throws -> [String] {
    let found = try await served.ask("state", as: session).json["warnings"] as? [[String: Any]]
    return try #require(found).map { warning in
      let words = ["notice", "try"].map { warning[$0] as? String ?? "" }
      #expect(warning["losesCards"] as? Bool == true)
      return words.joined(separator: ". Try: ")
    }
  }

  @Test func `lost and damaged files are told with the state, and found by a check`() async throws {
    let (served, session) = try await Self.served("Gym", "Zoo", "Spa")
    #expect(try await Self.warnings(of: served, session).isEmpty)
    let files = try Self.segments(of: served)
    try FileManager.default.removeItem(at: files[0])
    // Under the open page.
    let lost = try await Self.warnings(of: served, session)
    #expect(lost.count == 1 && lost[0].contains("went back to an older state, or lost files"))
    #expect(lost[0].contains("sync with another device or a backup"))
    var bytes = try Data(contentsOf: files[1])
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: files[1])
    let checked = try await served.ask("verify", as: session).json
    #expect(checked["alarming"] as? Bool == true)
    let titles = (checked["findings"] as? [[String: Any]])?.compactMap { $0["title"] as? String }
    #expect(titles?.contains { $0.hasPrefix("Damaged") } == true)
    #expect(titles?.contains { $0.hasPrefix("Missing") } == true)
    // As after a new start.
    served.holder.lock()
    try await served.holder.open()
    let both = try await Self.warnings(of: served, session)
    #expect(both.count == 2 && both[1].contains("damaged or cannot be read"))
    let cards = try await served.ask("cards", #"{"states":"all"}"#, as: session)
    #expect((cards.json["cards"] as? [Any])?.count == 1)
  }

  @Test func `a damaged record of this device is told, and loses no card`() async throws {
    let (served, session) = try await Self.served("Gym")
    served.holder.lock()
    let state = served.locations.stateDirectory.string
    let name = try #require(
      try FileManager.default.subpathsOfDirectory(atPath: state).first { $0.hasSuffix("/device") })
    try Data().write(to: URL(filePath: state).appending(path: name))
    try await served.holder.open()
    let found = try await served.ask("state", as: session).json["warnings"] as? [[String: Any]]
    let warning = try #require(found?.first)
    #expect(found?.count == 1 && warning["losesCards"] as? Bool == false)
    #expect((warning["notice"] as? String)?.contains("record of the vault is damaged") == true)
  }

  @Test
  func `of many files a check lists 200, with harmless names, and counts all`() async throws {
    let (served, session) = try await Self.served("Gym")
    let folder = URL(filePath: served.locations.vault.string).appending(path: "segments")
    for number in 0..<201 {
      try Data("stranger".utf8).write(to: folder.appending(path: "\u{202E}stranger\(number)"))
    }
    let checked = try await served.ask("verify", as: session).json
    let findings = try #require(checked["findings"] as? [[String: Any]])
    let foreign = try #require(
      findings.first { ($0["title"] as? String)?.hasPrefix("Foreign") == true })
    #expect(foreign["count"] as? Int == 201)
    let files = try #require(foreign["files"] as? [[String: Any]])
    #expect(files.count == 200)
    #expect(
      files.allSatisfy { ($0["path"] as? String)?.hasPrefix("segments/\u{FFFD}stranger") == true })
  }

  @Test func `a whole vault has nothing to tell`() async throws {
    let (served, session) = try await Self.served("Gym")
    let checked = try await served.ask("verify", as: session).json
    #expect(checked["alarming"] as? Bool == false)
    #expect((checked["findings"] as? [Any])?.isEmpty == true)
    #expect((checked["words"] as? String)?.hasSuffix("files are intact.") == true)
  }

  @Test func `an export tells how many photos it lacks`() async throws {
    let (served, session) = try await Self.served("Gym")
    let vault = try await served.holder.vault()
    let picture = KeptPicture(bytes: [0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xD9])
    var card = try #require(await vault.cards.first)
    card.photos = [try await vault.store(PhotoFile(picture), showing: .front)]
    try await vault.save([card])
    let lacks = "X-Cardvault-Missing-Photos"
    #expect(try await served.ask("export", as: session).header(lacks) == nil)
    let folder = URL(filePath: served.locations.vault.string).appending(path: "photos")
    for file in try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    {
      try FileManager.default.removeItem(at: file)
    }
    #expect(try await served.ask("export", as: session).header(lacks) == "1")
    let chosen = #"{"cards":["\#(card.id)"]}"#
    #expect(try await served.ask("export", chosen, as: session).header(lacks) == "1")
  }

  @Test func `this device gets a name`() async throws {
    let (served, session) = try await Self.served()
    let named = try await served.ask("name-device", #"{"name":" Kitchen "}"#, as: session)
    #expect(named.json["deviceName"] as? String == "Kitchen")
    #expect(try await served.ask("state", as: session).json["deviceName"] as? String == "Kitchen")
    let long = #"{"name":"\#(String(repeating: "x", count: 65))"}"#
    let refused = try await served.ask("name-device", long, as: session)
    #expect(refused.status == 422 && refused.json["field"] as? String == "name")
  }
}
