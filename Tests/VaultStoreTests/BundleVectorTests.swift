import Cards
import Foundation
import Sealing
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Cases on which every reader of bundles agrees.
@Suite struct BundleVectorTests {
  private let folder: VaultFolder

  init() throws {
    folder = try VaultFolder()
  }

  private func bundle(_ bytes: [UInt8]) throws -> FilePath {
    let path = folder.path.appending("bundle")
    try Data(bytes).write(to: URL(filePath: path.string))
    return path
  }

  @Test(arguments: try Vector.all("bundle-payload"))
  func `payloads of bundles`(vector: Vector) throws {
    let root = try RootKey.generate()
    var numbers = SystemRandomNumberGenerator()
    let path = try bundle(try root.envelopeKey(.bundle).seal(vector.body, using: &numbers))
    let origin: BundleOrigin = vector.fields["for"] == "others" ? .passphrase : .thisVault
    do throws(VaultError) {
      var opened = try OpenedBundle(try BundleFile(at: path), by: DerivedKeys(root), origin)
      let contents = try opened.check()
      #expect(vector.expected == "success")
      #expect(String(contents.segmentCount) == vector.fields["segments"])
      #expect(String(contents.photos.count) == vector.fields["photos"])
    } catch {
      #expect(error.vectorName == vector.expected)
    }
  }

  @Test(.serialized, arguments: try Vector.all("bundle"))
  func `bundles for someone else`(vector: Vector) throws {
    let path = try bundle(vector.body)
    let words = String(decoding: try vector.bytes("passphrase"), as: UTF8.self)
    do throws(VaultError) {
      let summary = try Vault.summary(
        of: try BundleFile(at: path), at: folder.locations(), keyProvider: typing(words))
      #expect(vector.expected == "success")
      #expect(String(summary.cardCount) == vector.fields["cards"])
    } catch {
      // A file that is not a bundle is reported as that, whatever else is wrong with it.
      let isNone = ["not-sealed", "wrong-kind"].contains(vector.expected)
      #expect(error.vectorName == (isNone ? "not-a-bundle" : vector.expected))
    }
  }

  @Test(.serialized, arguments: try Vector.all("bundle").filter { $0.expected == "success" })
  func `the ids that cards of bundles get`(vector: Vector) throws {
    let path = try bundle(vector.body)
    let words = String(decoding: try vector.bytes("passphrase"), as: UTF8.self)
    let contents = try contents(of: path, words)
    let keys = try firstKeys()
    var ids: [UInt8] = []
    for card in ForeignCards(contents).found {
      ids += keys.id(of: card, from: contents.source)?.bytes ?? []
    }
    #expect(ContentHash(of: ids.span).description == vector.fields["ids"])
  }
}

extension BundleVectorTests {
  /// The contents of a bundle for someone else.
  private func contents(
    of path: FilePath, _ words: String
  ) throws(VaultError) -> OpenedBundle.Contents {
    let (keys, unlock) = (BundleKeys(locations: folder.locations(), held: nil), typing(words))
    let file = try BundleFile(at: path)
    var opened = try keys.open(file, keyProvider: unlock)
    return try opened.check()
  }

  /// The keys of the vault that merges the vectors' cards.
  private func firstKeys() throws(SealingError) -> VaultKeys {
    let zeros = [UInt8](repeating: 0, count: 49)
    let bytes = Array(zeros[..<24]) + Array(0xE0...0xFF) + zeros
    let payload = try SecretBytes(byteCount: bytes.count)
    payload.withMutableBytes { for index in bytes.indices { $0[index] = bytes[index] } }
    return VaultKeys(DerivedKeys(try RootKey.generate()), try VaultHeader(payload))
  }
}

extension VaultError {
  fileprivate var vectorName: String {
    switch self {
    case .bundle(.damaged): "damaged"
    case .bundle(.newerFormat): "newer-format"
    case .bundle(.costOutOfBounds): "cost-out-of-bounds"
    case .bundle(.notABundle): "not-a-bundle"
    case .bundle(.wrongPassphrase): "wrong-passphrase"
    default: "\(self)"
    }
  }
}
