import Cards
import Foundation
import SwiftProtobuf

@testable import ReaderLink
@testable import Sealing
@testable import VaultFormat
@testable import VaultStore

/// The first inputs of each target: valid ones, as this program writes them, from which libFuzzer starts.
enum Seeds {
  /// Writes them into a folder for each target; run it again whenever the format changes.
  static func write(to corpus: URL) throws {
    let own: [FuzzTarget: [[UInt8]]] = try [
      .answer: answers, .code: codes, .gitListing: gitListings, .rcloneListing: [rcloneListing],
      .bundle: bundles(), .envelope: envelopes(), .header: headers(), .messages: messages(),
      .notice: notices(),
      .pack: packs(), .payload: payloads(), .typedKey: typedKeys(), .wrapped: [wrapped().bytes],
    ]
    for (target, inputs) in own.merging(ForeignSeeds.all, uniquingKeysWith: { own, _ in own }) {
      let folder = corpus.appending(path: target.rawValue)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (number, input) in inputs.enumerated() {
        try Data(input).write(to: folder.appending(path: "seed-\(number)"))
      }
    }
  }

  private static let answers = [
    PartList.joined([[1, 2, 3], [], [4]]),
    Array("a line\ncardvault-reader: missing protections: Landlock, seccomp\n".utf8),
  ]

  /// GS1 elements with a separator, the number of a book, that of a magazine, and elements as they are printed.
  private static let codes = [
    "\0010952123454321317261231\u{1D}10AB-1\u{1D}3103001250", "\u{1}978-0-14-300723-4",
    "\u{2}ISSN 0317-8471", "\u{3}(01)09521234543213(17)261231(10)A(1",
  ].map { Array($0.utf8) }

  private static let gitListings: [[UInt8]] = {
    let id = String(repeating: "1", count: 40)
    return [
      "ref: refs/heads/main\tHEAD\n\(id)\tHEAD\n\(id)\trefs/heads/main\n",
      "040000 tree \(id)       -\tsegments\0100644 blob \(id)    1128\tsegments/a.segment\0",
    ].map { Array($0.utf8) }
  }()

  private static let rcloneListing = Array(
    #"[{"Path":"a.vault","Name":"a.vault","Size":1128},{"Path":"packs/b.pack","Size":-1}]"#.utf8)

  private static func envelopes() throws -> [[UInt8]] {
    var numbers = RepeatedNumbers()
    let root = try fixedRoot()
    return try [EnvelopeKind.vault, .segment].map { kind in
      try root.envelopeKey(kind).seal(Array("cardvault".utf8), using: &numbers)
    }
  }

  private static func headers() throws -> [[UInt8]] {
    var numbers = RepeatedNumbers()
    let first = try VaultHeader(
      vaultID: try fixedRoot().keyID, created: Timestamp(milliseconds: 1), using: &numbers)
    let notice = try DerivedKeys(fixedRoot(from: 34))
      .seal(try notices()[0], as: .notice, using: &numbers)
    return try [first, first.adding(notice), first.adding([]).adding(notice)].map {
      copied(try $0.payload())
    }
  }

  private static func notices() throws -> [[UInt8]] {
    let next = DerivedKeys(try fixedRoot(from: 83))
    return [SuccessorNotice(naming: next, at: Timestamp(milliseconds: 1)).payload]
  }

  private static func typedKeys() throws -> [[UInt8]] {
    let plain = StoredKey.plain(try fixedRoot())
    let wrapped = StoredKey.wrapped(try wrapped())
    return try [
      copied(KeyText.line(of: plain)), copied(KeyText.groups(of: plain)),
      copied(KeyText.line(of: wrapped)),
    ]
  }

  private static func wrapped() throws -> WrappedKey {
    try WrappedKey.wrap(
      fixedRoot(), with: Passphrase([1].span), cost: .least, derivation: .none,
      salt: [UInt8](repeating: 5, count: 16))
  }

  private static func messages() throws -> [[UInt8]] {
    var ready = Cardvault_Reader_Reply()
    ready.ready.missingProtections = ["Landlock"]
    var page = Cardvault_Reader_Reply()
    page.number = 1
    page.page = .with { page in
      (page.page, page.pageCount, page.width, page.height) = (1, 1, 640, 480)
      page.codes = [
        .with { code in
          (code.symbology, code.text) = (11, "5901234123457")
          code.bytes = Data(code.text.utf8)
          code.position = [0, 0, 9, 0, 9, 9, 0, 9]
        }
      ]
    }
    var finished = Cardvault_Reader_Reply()
    finished.finished.microseconds = 1200
    return try [[ready], [page, finished]].map { try $0.flatMap { try Frame.bytes(of: $0) } }
  }

  private static func payloads() throws -> [[UInt8]] {
    let change = Cardvault_Vault_Change.with { change in
      (change.field, change.mergeClass, change.operation) = (1, 1, 1)
      change.value = Data("Gym".utf8)
    }
    let revision = Cardvault_Vault_Revision.with { revision in
      (revision.card, revision.kind) = (Data(repeating: 1, count: 16), 1)
      revision.changes = [change]
    }
    let segment = try Cardvault_Vault_Segment.with { segment in
      (segment.device, segment.sequence, segment.clock, segment.wall) = (7, 2, 1 << 16, 1)
      (segment.previous, segment.previousHash) = (1, Data(repeating: 2, count: 32))
      segment.seen = [
        .with { span in
          (span.device, span.first, span.last) = (7, 1, 1)
          span.lastHash = segment.previousHash
        }
      ]
      segment.revisions = [try revision.serializedBytes()]
    }
    return [try segment.serializedBytes()]
  }

  private static func packs() throws -> [[UInt8]] {
    let segments = try payloads().map { Data($0) }
    let pack = Cardvault_Vault_Pack.with { pack in
      (pack.device, pack.created, pack.segments) = (7, 1, segments)
    }
    return [try pack.serializedBytes()]
  }

  private static func bundles() throws -> [[UInt8]] {
    let photo = Cardvault_Vault_Photo.with { photo in
      photo.mediaType = "image/jpeg"
      photo.content = Data([0xFF, 0xD8, 0xFF, 0xD9])
    }
    let card = Data(repeating: 1, count: 16)
    let others = Cardvault_Vault_Pack.with { pack in
      (pack.source, pack.photos) = (Data(repeating: 9, count: 16), [photo])
    }
    let own = Cardvault_Vault_Pack.with { pack in
      (pack.vaults, pack.cards, pack.photos) = ([Data("CARDVLT".utf8)], [card], [photo])
    }
    let pack = try packs().first ?? []
    let ends: [[UInt8]] = [try others.serializedBytes(), try own.serializedBytes()]
    return zip([1, 0] as [UInt8], ends).map { whose, end in [whose] + pack + end }
  }

  private static func copied(_ secret: borrowing SecretBytes) -> [UInt8] {
    secret.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }
}
