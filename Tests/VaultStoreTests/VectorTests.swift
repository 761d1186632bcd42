import Cards
import Foundation
import Glibc
import Sealing
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// A test vector of the format: see `Tests/Vectors/README.md`.
struct Vector: Sendable, CustomTestStringConvertible {
  let name: String
  let fields: [String: String]
  let body: [UInt8]

  var testDescription: String { name }
  var expected: String { fields["expect"] ?? "" }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Vectors")

  /// All vectors of one kind, by name.
  static func all(_ what: String) throws -> [Vector] {
    let folder = Self.folder.appending(path: what)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path())
      .filter { $0.hasSuffix(".vector") }.sorted()
      .map { try Vector(at: folder.appending(path: $0)) }
  }

  private init(at url: URL) throws {
    name = url.lastPathComponent
    let text = try String(contentsOf: url, encoding: .utf8)
    let halves = text.split(separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
    var fields: [String: String] = [:]
    for line in halves[0].split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      fields[String(parts[0])] =
        parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
    }
    self.fields = fields
    let base64 = halves.count > 1 ? halves[1].filter { !$0.isWhitespace } : ""
    body = Array(try #require(Data(base64Encoded: base64)))
  }

  /// A field in hexadecimal.
  func bytes(_ field: String) throws -> [UInt8] { try Self.bytes(hexadecimal: fields[field] ?? "") }

  static func bytes(hexadecimal text: String) throws -> [UInt8] {
    let digits = Array(text.utf8)
    return try stride(from: 0, to: digits.count, by: 2).map {
      try #require(UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16))
    }
  }
}

/// Cases on which every reader of the format agrees.
@Suite struct VectorTests {
  @Test func `there are more than enough`() throws {
    let kinds = [
      "envelope", "key-file", "wrapped-key", "typed-key", "vault-payload", "segment-payload",
      "pack-payload",
    ]
    #expect(try kinds.map { try Vector.all($0).count }.reduce(0, +) >= 250)
  }

  @Test(arguments: try Vector.all("envelope"))
  func `envelopes`(vector: Vector) throws {
    let root = try vector.root()
    let kind = EnvelopeKind(rawValue: try #require(UInt8(vector.fields["kind"] ?? "")))
    let key = DerivedKeys(root)
    do throws(SealingError) {
      let payload = try key.open(vector.body.span, as: kind)
      #expect(vector.expected == "success")
      #expect(ContentHash(of: payload.span).description == vector.fields["payload-hash"])
    } catch {
      #expect(error.vectorName == vector.expected)
    }
    // Opening into secret memory gives the same result.
    let isSecretlyOpen = (try? key.openSecret(vector.body.span, as: kind).byteCount) != nil
    #expect(isSecretlyOpen == (vector.expected == "success"))
  }

  @Test(arguments: try Vector.all("vault-payload"))
  func `vault files`(vector: Vector) throws {
    let payload = try SecretBytes(byteCount: vector.body.count)
    payload.withMutableBytes { for index in $0.indices { $0[index] = vector.body[index] } }
    do throws(SealingError) {
      let header = try VaultHeader(payload)
      #expect(vector.expected == "success")
      #expect(header.vaultID.description == vector.fields["vault-id"])
      #expect(String(header.notices.count) == vector.fields["notices"])
      let secrets = vector.body[24..<104]
      #expect(ContentHash(of: Array(secrets).span).description == vector.fields["keys"])
      let again = try header.payload()
      let isSame = again.isSameForTests(as: vector.body)
      #expect(isSame)
    } catch {
      #expect(error.vectorName == vector.expected)
    }
  }

  @Test(arguments: try Vector.all("notice-payload"))
  func `notices`(vector: Vector) throws {
    let notice = SuccessorNotice(vector.body[...], under: try vector.root().keyID)
    #expect((notice != nil) == (vector.expected == "success"))
    #expect(notice?.key.description == vector.fields["names"])
  }

  @Test(arguments: try Vector.all("photo-payload"))
  func `photos`(vector: Vector) throws {
    let photo = Cardvault_Vault_Photo(payload: vector.body[...])
    #expect((photo != nil) == (vector.expected == "success"))
    #expect(photo?.mediaType == vector.fields["media-type"])
  }

  @Test(arguments: try Vector.all("segment-payload"))
  func `segments`(vector: Vector) throws {
    do throws(PayloadError) {
      let segment = try Segment(payload: vector.body[...])
      #expect(vector.expected == "success")
      #expect(segment.revisions.count == Int(vector.fields["revisions"] ?? ""))
    } catch {
      #expect(error.vectorName == vector.expected)
    }
  }

  @Test(arguments: try Vector.all("pack-payload"))
  func `packs`(vector: Vector) throws {
    do throws(PayloadError) {
      let pack = try Pack(payload: vector.body[...])
      #expect(vector.expected == "success")
      #expect(pack.entries.count == Int(vector.fields["segments"] ?? ""))
      #expect(String(pack.replaces.count) == vector.fields["replaces"])
    } catch {
      #expect(error.vectorName == vector.expected)
    }
  }

  @Test(arguments: try Vector.all("key-file"))
  func `key files`(vector: Vector) throws {
    do throws(SealingError) {
      let key = try KeyText.ofFile(vector.body)
      #expect(vector.expected == "success")
      #expect(key.keyID.description == vector.fields["key-id"])
      guard case .plain(let root) = key else { return }
      #expect(root.fingerprint == vector.fields["fingerprint"])
    } catch {
      #expect(error.vectorName == vector.expected)
    }
  }

  @Test(.serialized, arguments: try Vector.all("wrapped-key"))
  func `wrapped key files`(vector: Vector) throws {
    do throws(SealingError) {
      let key = try KeyText.ofFile(vector.body)
      guard case .wrapped(let wrapped) = key else {
        Issue.record("it is no wrapped key")
        return
      }
      let words = (try? vector.bytes("passphrase")) ?? []
      let root = try wrapped.unwrap(try Passphrase(words.span))
      #expect(vector.expected == "success")
      #expect(root.keyID.description == vector.fields["key-id"])
      #expect(root.fingerprint == vector.fields["fingerprint"])
    } catch {
      #expect(error.vectorName == vector.expected)
    }
  }

  @Test(.serialized, arguments: try Vector.all("pocket"))
  func `pockets`(vector: Vector) throws {
    let words = vector.fields["words"] ?? ""
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sealed").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(vector.body).write(to: URL(filePath: path))
    do throws(SealingError) {
      let content = try Self.opened(path, vector.body, words)
      #expect(vector.expected == "success")
      #expect(content?.published == Int(vector.fields["published"] ?? ""))
      #expect(content?.cards.count == Int(vector.fields["cards"] ?? ""))
    } catch {
      #expect(error.vectorName == vector.expected)
    }
    guard vector.expected == "success" else { return }
    // The words come from the vault's key and the salt in the file.
    let wrapped = try #require(try EnvelopeFile(path).wrappedKey)
    let derived = try PocketKey.words(of: wrapped, for: try vector.root()).unguardedBytes
    #expect(String(decoding: derived, as: UTF8.self) == words)
  }

  private struct Pocketed: Decodable {
    struct Card: Decodable { let name: String }
    let published: Int
    let cards: [Card]
  }

  /// What a pocket's file holds; `nil` if that is not what it should be.
  private static func opened(
    _ path: String, _ bytes: [UInt8], _ words: String
  ) throws(SealingError) -> Pocketed? {
    let wrapped: WrappedKey?
    do throws(EnvelopeReadError) { wrapped = try EnvelopeFile(path).wrappedKey } catch {
      switch error {
      case .sealing(let problem): throw problem
      case .system: return nil
      }
    }
    guard let wrapped else { throw .notSealed }
    let root = try wrapped.unwrap(try Passphrase(Array(words.utf8).span))
    let payload = try root.envelopeKey(.pocket).open(bytes.span.extracting(225...))
    return try? JSONDecoder().decode(Pocketed.self, from: Data(payload))
  }

  @Test(arguments: try Vector.all("typed-key"))
  func `typed keys`(vector: Vector) throws {
    do throws(SealingError) {
      let key = try KeyText.read(vector.body.span)
      #expect(vector.expected == "success")
      let line = try KeyText.line(of: key).withBytes { line in
        String(decoding: line.indices.map { line[$0] }, as: UTF8.self)
      }
      #expect(line == vector.fields["line"])
    } catch {
      // Blanks between groups give more than the format requires: which group is missing or extra.
      let isLocated = vector.expected == "malformed" && error.vectorName.hasPrefix("group ")
      #expect(error.vectorName == vector.expected || isLocated)
    }
  }
}

extension Vector {
  /// The root key named by the vector.
  func root() throws -> RootKey {
    let bytes = try bytes("root")
    let secret = try SecretBytes(byteCount: bytes.count)
    secret.withMutableBytes { for index in $0.indices { $0[index] = bytes[index] } }
    return RootKey(secret)
  }
}

extension SecretBytes {
  fileprivate borrowing func isSameForTests(as bytes: [UInt8]) -> Bool {
    byteCount == bytes.count && withBytes { own in own.indices.allSatisfy { own[$0] == bytes[$0] } }
  }
}

extension KeyText {
  /// Reads the contents of a key file through a real file.
  fileprivate static func ofFile(_ bytes: [UInt8]) throws(SealingError) -> StoredKey {
    let path = NSTemporaryDirectory() + "cardvault-vector-\(UUID().uuidString)"
    defer { unsafe unlink(path) }
    _ = FileManager.default.createFile(
      atPath: path, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
    return try KeyFile.read(path)
  }
}

extension SealingError {
  /// Its name in `Tests/Vectors/README.md`.
  fileprivate var vectorName: String {
    switch self {
    case .notSealed: "not-sealed"
    case .unproved: "unproved"
    case .newerFormat, .keyFile(.newerFormat): "newer-format"
    case .wrongKey: "wrong-key"
    case .wrongKind: "wrong-kind"
    case .damaged: "damaged"
    case .wrongPassphrase: "wrong-passphrase"
    case .keyFile(.costOutOfBounds): "cost-out-of-bounds"
    case .keyFile(.malformed): "malformed"
    case .keyFile(.mistyped(let group)): "group \(group)"
    default: "\(self)"
    }
  }
}

extension PayloadError {
  fileprivate var vectorName: String {
    switch self {
    case .malformed: "damaged"
    case .newer: "newer-format"
    }
  }
}
