import Cards
import Foundation
import Testing
import VaultStore

@testable import WebApp

@Suite("Scanning through a page")
struct ScanRoutesTests {
  private static func found(_ number: String, doubt: FoundBarcode.Doubt? = nil) -> FoundBarcode {
    FoundBarcode(
      barcode: Barcode(symbology: .ean13, bytes: Array(number.utf8), text: number), position: [],
      doubt: doubt)
  }

  private static let one = found("5901234123457")
  private static let other = found("4006381333931", doubt: .weakEvidence)

  @Test func `codes become drafts in one change, which one undo undoes`() async throws {
    let (served, session) = try await ServedVault.signedIn()
    let keys = [Self.one, Self.other].map {
      served.locking.scans.keep($0, for: session.token.text)
    }
    let adding = #"{"keys":["\#(keys[0])","\#(keys[1])"]}"#
    let added = try await served.ask("scan-add", adding, as: session)
    let outcome = added.json["outcome"] as? [String: Any] ?? [:]
    #expect(added.status == 200 && (outcome["drafts"] as? [String])?.count == 2)
    let cards = try await served.holder.vault().cards
    #expect(cards.count == 2 && cards.allSatisfy { $0.isDraft && $0.origin == "camera" })
    #expect(try await served.ask("undo", as: session).status == 200)
    #expect(try await served.holder.vault().cards.isEmpty)
  }

  @Test func `a number is told only for a field, and only if typing it gives the code`()
    async throws
  {
    let (served, session) = try await ServedVault.signedIn()
    let scans = served.locking.scans
    let key = scans.keep(Self.one, for: session.token.text)
    let told = try await served.ask("scan-text", #"{"key":"\#(key)"}"#, as: session)
    #expect(told.json["text"] as? String == "5901234123457")
    #expect(told.json["sure"] as? Bool == true)
    let unsure = scans.keep(Self.other, for: session.token.text)
    let doubtful = try await served.ask("scan-text", #"{"key":"\#(unsure)"}"#, as: session)
    #expect(doubtful.json["sure"] as? Bool == false)
    let strange = Barcode(
      symbology: .qrCode, bytes: [0xFF, 0xFE, 1], text: "\u{FFFD}\u{FFFD}\u{1}")
    let other = scans.keep(
      FoundBarcode(barcode: strange, position: []), for: session.token.text)
    #expect(
      try await served.ask("scan-text", #"{"key":"\#(other)"}"#, as: session).status == 422)
  }

  @Test func `keys of another tab, and those that never were, are gone`() async throws {
    let served = try await ServedVault()
    let (session, stranger) = (
      served.sessions.open(keeping: nil), served.sessions.open(keeping: nil)
    )
    let key = served.locking.scans.keep(Self.one, for: session.token.text)
    for (keys, tab) in [(#""\#(key)""#, stranger), (#""0""#, session), ("", session)] {
      #expect(try await served.ask("scan-add", #"{"keys":[\#(keys)]}"#, as: tab).status == 404)
    }
    let many = Array(repeating: #""\#(key)""#, count: 129).joined(separator: ",")
    #expect(try await served.ask("scan-add", #"{"keys":[\#(many)]}"#, as: session).status == 400)
    #expect(try await served.holder.vault().cards.isEmpty)
  }

  @Test func `books are told apart one by one, doubtful ones too`() async throws {
    let (served, session) = try await ServedVault.signedIn()
    let all = [
      Self.found("9780143007234"), Self.found("9783161484100", doubt: .weakEvidence), Self.one,
    ]
    let keys = all.map { served.locking.scans.keep($0, for: session.token.text) }
    let books = #"["\#(keys[0])","\#(keys[1])"]"#
    let adding = #"{"keys":["\#(keys[0])","\#(keys[1])","\#(keys[2])"],"books":\#(books)}"#
    #expect(try await served.ask("scan-add", adding, as: session).status == 200)
    let cards = try await served.holder.vault().cards
    let kinds = all.map { found in
      cards.first { $0.codes == [found.barcode] }?.kind
    }
    #expect(kinds == [.book, .book, .loyalty])
    #expect(cards.count { $0.review == .doubtfulDraft } == 1)
  }

  @Test func `in books' mode a doubtful ISBN can be picked, and nothing else is seen`() throws {
    let frame = try ScanFrame {
      ["X-Width": "64", "X-Height": "64", "X-Stride": "64", "X-Wanted": "ISBN"][$0]
    }
    #expect(frame.wants(Self.found("9780143007234")))
    #expect(frame.wants(Self.found("9780143007234", doubt: .weakEvidence)))
    #expect(!frame.wants(Self.one))
  }

  @Test func `a page that was loaded anew is told what is still remembered, without numbers`()
    async throws
  {
    let (served, session) = try await ServedVault.signedIn()
    let keys = [Self.one, Self.other].map {
      served.locking.scans.keep($0, for: session.token.text)
    }
    let asking = #"{"keys":["\#(keys[1])","999","\#(keys[0])"]}"#
    let told = try await served.ask("scan-seen", asking, as: session)
    let codes = told.json["codes"] as? [[String: Any]] ?? []
    #expect(codes.map { $0["key"] as? String } == [keys[1], keys[0]])
    #expect(codes.map { $0["ending"] as? String } == ["3931", "3457"])
    #expect(codes.map { $0["sure"] as? Bool } == [false, true])
    #expect(!told.text.contains("5901234123457"))
    let stranger = served.sessions.open(keeping: nil)
    let stolen = try await served.ask("scan-seen", asking, as: stranger)
    #expect(stolen.json["codes"] as? [String] == [])
    let many = Array(repeating: #""1""#, count: 129).joined(separator: ",")
    #expect(try await served.ask("scan-seen", #"{"keys":[\#(many)]}"#, as: session).status == 400)
  }

  @Test func `bytes that are no frame are refused before a reader starts`() async throws {
    let (served, session) = try await ServedVault.signedIn()
    let good = ["X-Width": "64", "X-Height": "64", "X-Stride": "64"]
    for (headers, count) in [
      (good, 64 * 64 - 1), (good, 0), ([:], 64 * 64),
      (good.merging(["X-Wanted": "nothing"]) { $1 }, 64 * 64),
      (good.merging(["X-Stride": "63"]) { $1 }, 63 * 64),
    ] {
      let bytes = [UInt8](repeating: 128, count: count)
      #expect(try await served.upload("scan-frame", bytes, headers, as: session).status == 400)
    }
    let large = [UInt8](repeating: 128, count: 5 << 20)
    #expect(try await served.upload("scan-frame", large, good, as: session).status == 413)
  }

  @Test func `after the lock, no frame is read and nothing is remembered`() async throws {
    let (served, session) = try await ServedVault.signedIn(passphrase: "open sesame")
    let unlocking = #"{"passphrase":"open sesame"}"#
    #expect(try await served.ask("unlock", unlocking, as: session).status == 200)
    let key = served.locking.scans.keep(Self.one, for: session.token.text)
    #expect(try await served.ask("lock", as: session).status == 200)
    let sizes = ["X-Width": "64", "X-Height": "64", "X-Stride": "64"]
    let bytes = [UInt8](repeating: 128, count: 64 * 64)
    #expect(try await served.upload("scan-frame", bytes, sizes, as: session).status == 423)
    #expect(try await served.ask("scan-start", as: session).status == 423)
    #expect(try await served.ask("scan-text", #"{"key":"\#(key)"}"#, as: session).status == 423)
    let asking = #"{"keys":["\#(key)"]}"#
    #expect(try await served.ask("scan-seen", asking, as: session).status == 423)
    #expect(try await served.ask("unlock", unlocking, as: session).status == 200)
    let left = try await served.ask("scan-seen", asking, as: session).json["codes"]
    #expect(left as? [String] == [])
    #expect(try await served.ask("scan-text", #"{"key":"\#(key)"}"#, as: session).status == 404)
  }

  @Test func `a frame that came in before a lock leaves nothing, even if the vault is open again`()
    async throws
  {
    let (served, session) = try await ServedVault.signedIn()
    let (scans, token) = (served.locking.scans, session.token.text)
    let sizes = ["X-Width": "64", "X-Height": "64", "X-Stride": "64"]
    let bytes = [UInt8](repeating: 128, count: 64 * 64)
    let reply = try await served.upload("scan-frame", bytes, sizes, as: session) {
      served.holder.lock()
      try await served.holder.open()
      // As if it had been read by then.
      _ = scans.keep(Self.one, for: token)
    }
    #expect(reply.status == 423 && reply.header("X-Cardvault-Change") == nil)
    #expect(scans.code("1", of: token) == nil)
  }

  @Test func `what is taken is counted by its symbology, and the first code of a scan by its time`()
    async throws
  {
    let (served, session) = try await ServedVault.signedIn()
    let keys = [Self.one, Self.other].map {
      served.locking.scans.keep($0, for: session.token.text)
    }
    for json in [#"{"key":"\#(keys[0])","milliseconds":1200}"#, #"{"key":"\#(keys[1])"}"#] {
      #expect(try await served.ask("scan-found", json, as: session).status == 200)
    }
    let stranger = served.sessions.open(keeping: nil)
    let stolen = #"{"key":"\#(keys[0])"}"#
    #expect(try await served.ask("scan-found", stolen, as: stranger).status == 404)
    let reply = try await served.ask("statistics", as: session)
    let scans = reply.json["scans"] as? [String: Any] ?? [:]
    #expect(scans["succeeded"] as? Int == 1 && scans["averageMilliseconds"] as? Int == 1_200)
    let codes = scans["codes"] as? [[String: Any]] ?? []
    #expect(codes.map { $0["name"] as? String } == ["EAN-13"])
    #expect(codes.map { $0["sure"] as? Int } == [1] && codes.map { $0["doubtful"] as? Int } == [1])
    #expect(!reply.text.contains("5901234123457"))
  }

  @Test func `a time that no scan takes is counted as the longest one`() async throws {
    let (served, session) = try await ServedVault.signedIn()
    let key = served.locking.scans.keep(Self.one, for: session.token.text)
    for milliseconds in [Int.max, -1] {
      let json = #"{"key":"\#(key)","milliseconds":\#(milliseconds)}"#
      #expect(try await served.ask("scan-found", json, as: session).status == 200)
    }
    let scans = try await served.ask("statistics", as: session).json["scans"] as? [String: Any]
    #expect(scans?["averageMilliseconds"] as? Int == 1_800_000)
  }

  @Test func `a failure is counted by its reason alone`() async throws {
    let (served, session) = try await ServedVault.signedIn()
    for reason in ["busy", "busy", "no-camera"] {
      let json = #"{"reason":"\#(reason)"}"#
      #expect(try await served.ask("scan-failed", json, as: session).status == 200)
    }
    let wrong = #"{"reason":"card 5901234123457"}"#
    #expect(try await served.ask("scan-failed", wrong, as: session).status == 400)
    let counts = try await served.ask("statistics", as: session)
    let failed = counts.json["failedScans"] as? [[String: Any]] ?? []
    #expect(failed.map { $0["name"] as? String } == ["busy", "no-camera"])
    #expect(failed.map { $0["count"] as? Int } == [2, 1])
  }
}
