import Foundation
import Sealing
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Which keys count, in cases on which every reader agrees (`Tests/Vectors/keys`).
@Suite struct KeySetTests {
  struct Case: Decodable {
    struct Header: Decodable {
      struct Carried: Decodable {
        let key: String
        let finished: Bool
      }
      let under: String
      let carries: [Carried]
    }
    struct Notice: Decodable {
      let under: String
      let key: String
      let carried: [String]
    }
    let headers: [Header]
    let keyFiles: [String]
    let saved: String?
    let notices: [Notice]
    let held: [String]
    let top: [String]
    let current: String?
    let finished: [String]
    let read: [String]
    let named: [String]
    let stopped: Bool
  }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Vectors/keys")

  static var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }
  }

  @Test(arguments: try names)
  func `keys count as the format defines`(name: String) throws {
    let found = try JSONDecoder().decode(
      Case.self, from: Data(contentsOf: Self.folder.appending(path: name)))
    var carried: [KeyID: [KeyID: Bool]] = [:]
    for header in found.headers where found.keyFiles.contains(header.under) {
      for key in header.carries {
        let isFinished = carried[try id(header.under)]?[try id(key.key)] ?? false
        carried[try id(header.under), default: [:]][try id(key.key)] = isFinished || key.finished
      }
      carried[try id(header.under), default: [:]].merge([:]) { $1 }
    }
    let keys = KeySet(carried.map { KeySet.Header(key: $0.key, carried: $0.value) })
    let finished = Set(keys.carried.filter(\.value).keys)
    #expect(texts(keys.held) == found.held)
    #expect(texts(keys.top) == found.top)
    #expect(texts(finished) == found.finished)
    #expect(texts(keys.held.subtracting(finished)) == found.read)
    let saved = try found.saved.map(id)
    // A machine whose last saves are under a key that is not held cannot save.
    let isLost = saved.map { !keys.held.contains($0) } ?? false
    let current = isLost ? nil : keys.current(after: saved)
    #expect(current?.description == found.current)
    let claims = try found.notices.map {
      SuccessorClaim(
        under: try id($0.under), key: try id($0.key), carried: Set(try $0.carried.map(id)))
    }
    #expect(texts(keys.named(by: claims)) == found.named)
    let stopped = claims.contains { $0.under == current && !keys.held.contains($0.key) }
    #expect(stopped == found.stopped)
  }

  private func id(_ text: String) throws -> KeyID {
    let digits = Array(text)
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
    return try #require(KeyID(bytes))
  }

  private func texts(_ ids: Set<KeyID>) -> [String] { ids.map(\.description).sorted() }
}
